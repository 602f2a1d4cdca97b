"""How many descriptors the process has, and how many of them connections may take."""

from typing import NamedTuple

WANTED = 65_536
"""So many are enough; where more are allowed the limit is left as it is."""

WITHOUT_LIMIT = 16_384
"""What is reckoned with where the system names no limit."""

OWN = 64
"""Kept for the database, files and whatever else the process opens."""

LEAST = 16
LARGEST_BATCH = 64
SHARE = 32
BATCHES = 4
"""Python's event loop takes a batch of connections at a time, and so many of them before the first
connection that is too many is closed."""


class Room(NamedTuple):
    """How many connections may be open, of all together and of one home, and be taken at a time."""

    all: int
    home: int
    batch: int


def room_in(descriptors: int) -> Room:
    """The room for connections when the process may have so many descriptors. One home may have
    half of it."""
    batch = min(LARGEST_BATCH, max(1, descriptors // SHARE))
    connections = max(LEAST, descriptors - OWN - BATCHES * batch)
    return Room(connections, connections // 2, batch)


def raise_limit() -> int:
    """Let this process have as many descriptors as it may, and say how many."""
    try:
        import resource  # noqa: PLC0415  # Windows does not have it
    except ImportError:
        return WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft == resource.RLIM_INFINITY or soft >= allowed:
        return WANTED if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):
        # Some systems allow less than they say.
        return soft
    return allowed
