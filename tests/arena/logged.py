"""Logged games for tests, and a disk that is soon full."""

import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from rowlock.arena.chunk import Chunk
from rowlock.arena.entrants import Meeting, read_entrants
from rowlock.arena.run import Terms, play_alone
from rowlock.rules import Variant, find_variant

LOGGED = Terms(logged=True)


def meeting(variant: str | Variant, *bots: str, seed: int = 7) -> Meeting:
    game = find_variant(variant) if isinstance(variant, str) else variant
    return Meeting(game, tuple(read_entrants(bots)), seed)


def logged(table: Meeting, games: int, first: int = 0) -> Chunk:
    return play_alone(table, LOGGED, (first, games))


def cycled(bots: Sequence[str], seats: int) -> list[str]:
    return [bots[seat % len(bots)] for seat in range(seats)]


def in_groups(lines: Sequence[dict[str, Any]], *keys: str) -> Iterator[list[dict[str, Any]]]:
    """Lines that follow each other and agree in these columns."""
    left = iter(lines)
    group = list(islice(left, 1))
    for line in left:
        if any(line[key] != group[0][key] for key in keys):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file of this process can grow beyond so many bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
