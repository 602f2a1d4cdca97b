"""Playing a meeting chunk by chunk, here or elsewhere."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TypeVar

from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting
from rowlock.arena.external import SECONDS
from rowlock.arena.mixed import Programs, play_mixed, prepare
from rowlock.kernels.batch import Batch, log_batch, play_batch
from rowlock.kernels.bots import NAMES, SLOW, WITH_MIND

COMPILED_CHUNK = 200_000
THOUGHTFUL_CHUNK, SLOW_CHUNK = 4_000, 120
LOGGED_CHUNK = 2_000
MIXED_CHUNK = 20
"""How many games are played between two looks at the clock or the keyboard."""

AHEAD = 3
"""How many chunks wait for each core, so that none is idle and few are lost at the end."""

Begun = TypeVar("Begun")


@dataclass(frozen=True)
class Terms:
    """How games are played: the time a program has for a decision, and whether decisions are
    logged. Neither changes who wins."""

    seconds: float = SECONDS
    logged: bool = False


def is_compiled(meeting: Meeting) -> bool:
    """Whether all bots of the meeting play in kernels."""
    return not meeting.exact and all(name in NAMES for name in meeting.names)


def chunk_size(meeting: Meeting, terms: Terms) -> int:
    """How many games make a chunk."""
    if not is_compiled(meeting):
        return MIXED_CHUNK
    if terms.logged:
        return LOGGED_CHUNK
    return min(_at_once(name) for name in meeting.names)


def _at_once(name: str) -> int:
    if name in SLOW:
        return SLOW_CHUNK
    return THOUGHTFUL_CHUNK if name in WITH_MIND else COMPILED_CHUNK


def play_chunk(meeting: Meeting, terms: Terms, threads: int, span: Span) -> Chunk:
    """The games of a span between compiled bots."""
    first, games = span
    batch = Batch(meeting.variant, meeting.names, meeting.seed)
    if terms.logged:
        return Chunk(first, *log_batch(batch, games, first))
    return Chunk(first, play_batch(batch, games, first, threads))


def play_alone(meeting: Meeting, terms: Terms, span: Span) -> Chunk:
    """The games of a span, whoever plays, on one core: what a worker of a cluster does."""
    if is_compiled(meeting):
        return play_chunk(meeting, terms, 1, span)
    with Programs(terms.seconds) as programs:
        return play_mixed(meeting, span, terms.logged, programs)


Runner = Callable[[Meeting, Terms, Iterable[Span]], Iterator[Chunk]]
"""Plays spans of a meeting and gives their chunks in order."""


def run_here(threads: int) -> Runner:
    """On this machine: compiled games share the threads, other tables have one each."""

    def run(meeting: Meeting, terms: Terms, spans: Iterable[Span]) -> Iterator[Chunk]:
        if is_compiled(meeting):
            yield from map(partial(play_chunk, meeting, terms, threads), spans)
            return
        prepare(meeting)
        # What comes last is ended first, so that the pool waits for no game that is not wanted.
        with ThreadPoolExecutor(threads) as pool, Programs(terms.seconds) as programs:
            play = partial(play_mixed, meeting, logged=terms.logged, programs=programs)
            begin: Callable[[Span], Future[Chunk]] = partial(pool.submit, play)
            yield from in_order(spans, AHEAD * threads, begin, Future.result, Future.cancel)

    return run


def in_order(
    spans: Iterable[Span],
    ahead: int,
    begin: Callable[[Span], Begun],
    finish: Callable[[Begun], Chunk],
    drop: Callable[[Begun], object],
) -> Iterator[Chunk]:
    """The chunks of spans, of which so many are begun ahead. Those that are begun when nobody
    wants more are dropped."""
    left = iter(spans)
    waiting = deque(map(begin, islice(left, ahead)))
    try:
        while waiting:
            chunk = finish(waiting.popleft())
            waiting.extend(map(begin, islice(left, 1)))
            yield chunk
    finally:
        for begun in waiting:
            drop(begun)
