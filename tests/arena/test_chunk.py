"""Pieces of a meeting: where they are cut, and whose scores are whose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.logged import meeting
from differential import TABLES
from rowlock.arena.chunk import Chunk, spans
from rowlock.kernels.batch import Batch, play_batch
from rowlock.kernels.log import RESULT, room
from rowlock.kernels.state import REASONS
from rowlock.rules import Reason


class TestSpans:
    @given(st.integers(1, 3000), st.integers(1, 5), st.integers(1, 700))
    def test_whole_deals_in_a_row(self, games: int, seats: int, size: int) -> None:
        cut = list(spans(games, seats, size))
        ends = [first + count for first, count in cut]
        assert cut[0][0] == 0
        assert ends[:-1] == [first for first, _ in cut[1:]]
        assert all(count % seats == 0 and 0 < count <= max(size, seats) for _, count in cut)
        assert games <= ends[-1] < games + seats

    def test_they_are_as_large_as_they_may_be(self) -> None:
        assert list(spans(10, 2, 5)) == [(0, 4), (4, 4), (8, 2)]
        assert list(spans(7, 3, 100)) == [(0, 9)]

    def test_the_first_span_of_very_many_comes_at_once(self) -> None:
        assert next(spans(10**18, 2, 20)) == (0, 20)


class TestPlayed:
    @pytest.mark.parametrize(("name", "seats"), TABLES)
    @pytest.mark.parametrize("first", [0, 7])
    def test_scores_go_with_the_bot(self, name: str, seats: int, first: int) -> None:
        """A slow twin: in every game, ask who sits where."""
        bots = ["random", "cautious", "heuristic", "random", "cautious"][:seats]
        table = meeting(name, *bots)
        batch = Batch(table.variant, table.names, table.seed)
        results = play_batch(batch, 30, first)
        played = Chunk(first, results).played(table)
        assert played.lineup == table.labels
        for game in range(30):
            seated = batch.deals.seated(table.labels, first + game)
            by_label = dict(zip(seated, results.scores[game].tolist(), strict=False))
            assert dict(zip(played.lineup, played.scores[game].tolist(), strict=True)) == by_label
            assert played.turns[game] == results.turns[game]
            assert tuple(Reason)[played.reasons[game]] is REASONS[results.reason[game]]

    def test_the_kinds_of_numbers_are_those_of_statistics(self) -> None:
        chunk = Chunk(0, room(RESULT, 4))
        chunk.results.reason = 1
        played = chunk.played(meeting("original", "random", "random"))
        assert played.scores.dtype == np.int32
        assert played.turns.dtype == np.int32
        assert played.reasons.dtype == np.int8
        assert played.scores.shape == (4, 2)
