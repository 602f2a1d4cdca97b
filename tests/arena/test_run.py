"""Playing chunk by chunk: threads change nothing, and nothing is begun that is not needed."""

from collections.abc import Generator, Iterator
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.logged import LOGGED, meeting
from arena.programs import EXAMPLE, command
from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting
from rowlock.arena.run import (
    AHEAD,
    COMPILED_CHUNK,
    LOGGED_CHUNK,
    MIXED_CHUNK,
    Terms,
    chunk_size,
    in_order,
    is_compiled,
    play_alone,
    run_here,
)
from rowlock.kernels.batch import PIECE, Batch, log_batch, play_batch
from rowlock.kernels.cores import all_cores
from rowlock.kernels.log import RESULT, room

pytestmark = pytest.mark.usefixtures("no_thread_left")

COMPILED = meeting("original", "heuristic", "cautious", "random")
MIXED = meeting("original", f"cmd:{command(EXAMPLE)}", "cautious", "random")


def cut(games: int, size: int) -> list[Span]:
    return [(first, size) for first in range(0, games, size)]


def joined(chunks: list[Chunk]) -> tuple[bytes, bytes]:
    """All results and all decisions of chunks that follow each other."""
    ends = [chunk.first + len(chunk.results) for chunk in chunks]
    assert [chunk.first for chunk in chunks] == [0, *ends[:-1]]
    return (
        b"".join(chunk.results.tobytes() for chunk in chunks),
        b"".join(chunk.log.tobytes() for chunk in chunks if chunk.log is not None),
    )


class TestSameGames:
    @pytest.mark.parametrize(
        ("table", "terms"),
        [
            pytest.param(COMPILED, Terms(), id="compiled-results"),
            pytest.param(COMPILED, LOGGED, id="compiled-log"),
            pytest.param(MIXED, Terms(), id="mixed-results", marks=pytest.mark.soak),
            pytest.param(MIXED, LOGGED, id="mixed-log"),
        ],
    )
    def test_threads_and_pieces_change_nothing(self, table: Meeting, terms: Terms) -> None:
        games = 4
        alone = joined([play_alone(table, terms, (0, games))])
        assert bool(alone[1]) == terms.logged
        for threads, size in ((1, games), (2, 2), (4, 1)):
            chunks = list(run_here(threads)(table, terms, cut(games, size)))
            assert len(chunks) == games // size
            assert joined(chunks) == alone

    def test_threads_share_the_games_of_a_chunk(self) -> None:
        span = (0, 3 * PIECE)
        once, twice, often = (
            joined(list(run_here(threads)(COMPILED, Terms(), [span]))) for threads in (1, 2, 8)
        )
        assert once == twice == often

    def test_compiled_games_are_those_of_a_batch(self) -> None:
        batch = Batch(COMPILED.variant, COMPILED.names, COMPILED.seed)
        results, log = log_batch(batch, 30, 6)
        (chunk,) = run_here(1)(COMPILED, LOGGED, [(6, 30)])
        assert chunk.first == 6
        assert chunk.log is not None
        assert chunk.log.tobytes() == log.tobytes()
        assert chunk.results.tobytes() == results.tobytes() == play_batch(batch, 30, 6).tobytes()


@pytest.mark.parametrize("table", [COMPILED, MIXED], ids=["compiled", "mixed"])
def test_games_without_end_can_be_left(table: Meeting) -> None:
    taken = 0

    def endless() -> Iterator[Span]:
        nonlocal taken
        for first in count(0, 3):
            taken += 1
            yield first, 3

    chunks = run_here(2)(table, Terms(), endless())
    assert [chunk.first for chunk in islice(chunks, 4)] == [0, 3, 6, 9]
    assert isinstance(chunks, Generator)
    chunks.close()
    assert 4 <= taken <= 4 + 2 * AHEAD


def test_the_size_of_chunks() -> None:
    assert is_compiled(COMPILED)
    assert not is_compiled(MIXED)
    assert chunk_size(COMPILED, Terms()) == COMPILED_CHUNK
    assert chunk_size(COMPILED, LOGGED) == LOGGED_CHUNK
    assert chunk_size(MIXED, Terms()) == chunk_size(MIXED, LOGGED) == MIXED_CHUNK


def test_there_is_a_core() -> None:
    assert all_cores() >= 1


class Desk:
    """What is begun, finished and dropped, in this order."""

    def __init__(self, failing: int | None = None) -> None:
        self.begun: list[int] = []
        self.finished: list[int] = []
        self.dropped: list[int] = []
        self.most = 0
        self.failing = failing

    def begin(self, span: Span) -> int:
        self.begun.append(span[0])
        self.most = max(self.most, len(self.begun) - len(self.finished))
        return span[0]

    def finish(self, first: int) -> Chunk:
        if first == self.failing:
            raise ZeroDivisionError
        self.finished.append(first)
        return Chunk(first, room(RESULT, 1))

    def run(self, spans: int, ahead: int) -> Iterator[Chunk]:
        return in_order(cut(spans, 1), ahead, self.begin, self.finish, self.dropped.append)


class TestInOrder:
    @given(st.integers(0, 30), st.integers(1, 40))
    def test_all_are_finished_in_order(self, spans: int, ahead: int) -> None:
        desk = Desk()
        assert [chunk.first for chunk in desk.run(spans, ahead)] == list(range(spans))
        assert desk.begun == desk.finished == list(range(spans))
        assert desk.most == min(spans, ahead)
        assert not desk.dropped

    @given(st.integers(1, 30), st.integers(1, 40), st.data())
    def test_what_is_not_wanted_is_dropped(
        self, spans: int, ahead: int, data: st.DataObject
    ) -> None:
        failing = data.draw(st.integers(0, spans - 1))
        desk = Desk(failing)
        with pytest.raises(ZeroDivisionError):
            list(desk.run(spans, ahead))
        assert desk.finished == list(range(failing))
        assert desk.begun == [*desk.finished, failing, *desk.dropped]

    @given(st.integers(1, 30), st.integers(1, 40), st.data())
    def test_nobody_needs_to_take_all(self, spans: int, ahead: int, data: st.DataObject) -> None:
        taken = data.draw(st.integers(1, spans))
        desk = Desk()
        chunks = desk.run(spans, ahead)
        assert len(list(islice(chunks, taken))) == taken
        assert isinstance(chunks, Generator)
        chunks.close()
        assert desk.begun == [*desk.finished, *desk.dropped]
        assert len(desk.finished) == taken
