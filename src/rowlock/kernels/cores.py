"""What this machine can do at once."""

import os


def all_cores() -> int:
    """How many threads can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
