"""Sends random and mutated messages to the sockets of a server of its own, and says what came back.

PYTHONPATH=.:tests:tools .venv/bin/python tools/fuzz.py [MESSAGES] [SEED]
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from browser.serving import Server
from server.fuzzing import fuzz, judged

EACH = 800
TABLES = 4


def main(messages: int = 100_000, seed: int = 1) -> int:
    """Fuzz, and tell; a server that complained is a failure."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        server.start()
        try:
            began = time.monotonic()
            answers = asyncio.run(fuzz(server.address, seed, messages, EACH, TABLES))
            report(answers, time.monotonic() - began)
        finally:
            server.stop()
        print("\n".join(server.complaints) or "the server had nothing to complain about")
        return 1 if server.complaints else 0


def report(answers: Counter[str], seconds: float) -> None:
    """What came back, by its code."""
    for code, count in answers.most_common():
        print(f"{count:8,} {code}")
    print(f"{answers.total():8,} messages in {seconds:.0f} s, {judged(answers):.1%} of them judged")
    print(f"{-(-answers.total() // EACH):8,} games played to their end", flush=True)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
