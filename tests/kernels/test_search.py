"""The search of `grandmaster`: its order, its margins, its patience, and what playing on says."""

import numpy as np
import pytest

from helpers import play, position, rolled
from kernels.thinking import TABLES, Thinker, decisions, drawn, key, move_of, named, thinker
from rowlock.kernels import layout
from rowlock.kernels.ahead import coming
from rowlock.kernels.bridge import to_state
from rowlock.kernels.master import play_turn
from rowlock.kernels.search import (
    AT_ONCE,
    CLOSE,
    CLOSER,
    SURE,
    chance_now,
    grandmaster,
    keep_thinking,
    start_thinking,
    survey,
    what_follows,
)
from rowlock.kernels.state import OVER, ROLL
from rowlock.kernels.thought import (
    Thought,
    best_of,
    close_ones,
    error_of,
    judged,
    lead,
    put_in_order,
)
from rowlock.kernels.weights import packaged
from rowlock.rules import Game, Variant, find_variant, legal_moves

ORIGINAL = find_variant("original")


@pytest.fixture
def trained() -> Thinker:
    return thinker(ORIGINAL, 2, packaged(ORIGINAL, 2)[0])


def a_thought(values: list[float], points: list[float] | None = None) -> Thought:
    thought: Thought = layout.empty(layout.layout(Thought))
    thought.count = len(values)
    thought.values[: len(values)] = values
    thought.points[: len(values)] = points or [0.0] * len(values)
    thought.moves[: len(values)] = range(len(values))
    for n in range(len(values)):
        thought.ends[n].turn = n
        thought.ends[n].seats = 2
    return thought


class TestThought:
    def test_the_best_comes_first(self) -> None:
        thought = a_thought([0.2, 0.5, 0.1, 0.4], [0.0, 0.0, 0.45, 0.0])
        put_in_order(thought, 4)
        assert thought.moves[:4].tolist() == [2, 1, 3, 0]
        assert thought.values[:4].tolist() == [0.1, 0.5, 0.4, 0.2]
        assert [int(thought.ends[n].turn) for n in range(4)] == [2, 1, 3, 0], "ends go with them"

    def test_of_equals_the_first_stays_first(self) -> None:
        thought = a_thought([0.5, 0.5, 0.7, 0.5])
        put_in_order(thought, 4)
        assert thought.moves[:4].tolist() == [2, 0, 1, 3]

    def test_only_some_are_put_in_order(self) -> None:
        thought = a_thought([0.1, 0.2, 0.9])
        put_in_order(thought, 2)
        assert thought.moves[:3].tolist() == [1, 0, 2]

    def test_how_many_are_close(self) -> None:
        thought = a_thought([0.50, 0.49, 0.475, 0.3])
        assert [close_ones(thought, 4, margin) for margin in (0.001, 0.02, 0.03, 1)] == [1, 2, 3, 4]
        assert close_ones(thought, 2, 1) == 2

    def test_what_playing_on_says(self) -> None:
        """Against the formulas, written with NumPy."""
        rng = np.random.default_rng(3)
        changes = rng.normal([0.0, 0.01, -0.02], 0.1, (48, 3))
        thought = a_thought([0.5, 0.49, 0.5, 0.1])
        thought.finalists, thought.played = 3, 48
        thought.later[:3] = changes.sum(axis=0)
        thought.squares[:3] = ((changes - changes[:, :1]) ** 2).sum(axis=0)
        wanted = np.array([0.5, 0.49, 0.5]) + changes.mean(axis=0)
        assert [judged(thought, n) for n in range(3)] == pytest.approx(wanted)
        assert judged(thought, 3) == 0.1
        apart = changes - changes[:, :1]
        errors = np.sqrt(np.maximum(apart.var(axis=0), 1e-10) / 48)
        assert [error_of(thought, n) for n in range(3)] == pytest.approx(errors)
        best = int(wanted.argmax())
        assert best_of(thought) == best
        ahead = [
            (wanted[best] - wanted[n]) / max(errors[n], errors[best]) for n in range(3) if n != best
        ]
        assert lead(thought) == pytest.approx(min(ahead))

    def test_without_finalists_the_first_is_best(self) -> None:
        assert best_of(a_thought([0.5, 0.9])) == 0


@pytest.mark.parametrize(("variant", "seats"), TABLES, ids=named)
def test_all_choices_are_surveyed(variant: Variant, seats: int) -> None:
    """Each with the end of the turn it leads to, judged as by a mind that knows of no other."""
    tables, mind, _ = thinker(variant, seats)
    fresh, near = thinker(variant, seats).mind, 1e-4 if seats > 1 else 1e-2
    for game in decisions(variant, seats, 1, 3):
        for seat in game.acting:
            survey(tables, mind, to_state(game), mind.thought, seat)
            thought = mind.thought
            moves = [move_of(game, code) for code in thought.moves[: thought.count]]
            assert sorted(map(str, moves)) == sorted(map(str, legal_moves(game, seat)))
            known = [judged(thought, n) for n in range(thought.count)]
            assert known == sorted(known, reverse=True)
            for n in range(thought.count):
                end = thought.ends[n].copy()
                assert end.phase in (ROLL, OVER), "the turn is over"
                chance = chance_now(tables, fresh, end, seat)
                assert thought.values[n] == pytest.approx(chance, abs=near)


def test_finalists_are_those_that_stay_close(trained: Thinker) -> None:
    tables, mind, _ = trained
    seen = 0
    for game in decisions(ORIGINAL, 2, 6, 30):
        for seat in game.acting:
            state = to_state(game)
            survey(tables, mind, state, mind.thought, seat)
            close = close_ones(mind.thought, mind.thought.count, CLOSE)
            more = start_thinking(tables, mind, state, seat)
            thought = mind.thought
            assert more == (thought.finalists > 1)
            if close == 1:
                assert thought.finalists == 0
                continue
            ends = [thought.ends[n].copy() for n in range(close)]
            found = [thought.values[n] for n in range(close)]
            ahead = [coming(tables, mind, end, seat) for end in ends]
            assert found == pytest.approx(ahead, abs=1e-6)
            known = [found[n] + thought.points[n] for n in range(close)]
            assert known == sorted(known, reverse=True)
            wanted = sum(value > known[0] - CLOSER for value in known)
            assert thought.finalists == wanted
            seen += thought.finalists > 1
    assert seen > 3


def test_alone_margins_are_in_points() -> None:
    tables, mind, _ = thinker(ORIGINAL, 1)
    seen = 0
    for game in decisions(ORIGINAL, 1, 6, 12):
        survey(tables, mind, to_state(game), mind.thought, 0)
        known = mind.thought.values[: mind.thought.count].copy()
        start_thinking(tables, mind, to_state(game), 0)
        close = int((known > known.max() - 100 * CLOSE).sum())
        assert (mind.thought.finalists > 0) == (close > 1)
        seen += close > 1
    assert seen


def test_it_is_not_more_patient_than_it_may(trained: Thinker) -> None:
    tables, mind, _ = trained
    played = set()
    for patience in (0, 1, AT_ONCE, 3 * AT_ONCE):
        mind.patience = patience
        for game in decisions(ORIGINAL, 2, 6, 20):
            for seat in game.acting:
                if len(legal_moves(game, seat)) > 1:
                    grandmaster(tables, mind, to_state(game), seat, key(1))
                    assert mind.thought.played <= -(-patience // AT_ONCE) * AT_ONCE
                    assert mind.thought.played == 0 or mind.thought.finalists > 1
                    played.add((patience, int(mind.thought.played)))
    assert {(0, 0), (1, AT_ONCE), (AT_ONCE, AT_ONCE)} <= played
    assert max(played)[1] > AT_ONCE, "with more patience, more games"


def test_it_stops_when_it_is_sure(trained: Thinker) -> None:
    tables, mind, _ = trained
    early, sure = 0, 0
    mind.patience = 1 << 10
    for game in decisions(ORIGINAL, 2, 12, 10):
        for seat in game.acting:
            if start_thinking(tables, mind, to_state(game), seat):
                while mind.thought.played < mind.patience:
                    more = keep_thinking(tables, mind, key(2))
                    assert more == (lead(mind.thought) < SURE)
                    if not more:
                        early += 1
                        break
                alone = int(mind.thought.played)
                grandmaster(tables, mind, to_state(game), seat, key(2))
                assert mind.thought.played == alone
                sure += lead(mind.thought) >= SURE
    assert early == sure > 0


def test_the_same_chance_gives_the_same_choice(trained: Thinker) -> None:
    """In whatever order and with whatever mind; another chance plays on with other dice."""
    tables, mind, _ = trained
    games = decisions(ORIGINAL, 2, 6, 30)
    fresh = thinker(ORIGINAL, 2, packaged(ORIGINAL, 2)[0]).mind
    played_on = 0
    for game in games:
        for seat in game.acting:
            if len(legal_moves(game, seat)) > 1:
                found = []
                for room, number in ((mind, 1), (mind, 2), (mind, 1), (fresh, 1)):
                    chosen = grandmaster(tables, room, to_state(game), seat, key(number))
                    found.append((chosen, room.thought.later[: room.thought.finalists].tolist()))
                assert found[0] == found[2] == found[3]
                if any(found[0][1]):  # where all games are over, nothing follows
                    assert found[0][1] != found[1][1], "the dice were others"
                    played_on += 1
    assert played_on >= 2


def test_one_move_is_not_thought_about(trained: Thinker) -> None:
    tables, mind, _ = trained
    game = rolled(position("original", "r11 y11 g3 b3", ""), "w34 r1")
    mind.thought.count, mind.thought.played = 99, 77
    assert grandmaster(tables, mind, to_state(game), 0, key(1)) == -1
    assert (mind.thought.count, mind.thought.played) == (99, 77)


def follow_plainly(one: Thinker, game: Game, seat: int, number: int) -> float:
    """One turn that is played on and the look after it, without any correction."""
    tables, mind, _ = one
    state = to_state(game)
    play_turn(tables, mind, state, drawn(3, number))
    return coming(tables, mind, state, seat)


SHUT = "r11 y11 g3 b3"
"""A sheet on which nothing can be crossed any more: then the others' answers are no question."""


@pytest.mark.parametrize(
    ("sheets", "seat", "games"),
    [
        (["r2 r3 y4 g11 b12 x1", f"{SHUT} x2"], 0, 400),
        (["r2 r3 y4 g11 b12 x1", f"{SHUT} x2"], 1, 400),
        (["r2 r3 r4 r5 r6 r9 y4 y5 y6 g11 g9 g8 b12 b7 x3", SHUT], 0, 400),
        (["r2 r3 y4 g11 b12 x1"], 0, 400),
    ],
)
def test_what_is_taken_out_is_put_back_by_its_mean(
    sheets: list[str], seat: int, games: int
) -> None:
    """The mean after the next roll, and what playing on adds to it, are together what playing on
    gives plainly."""
    game = position("original", *sheets)
    one = thinker(ORIGINAL, len(sheets), packaged(ORIGINAL, 2)[0] if len(sheets) == 2 else None)
    tables, mind, _ = one
    state = to_state(game)
    ahead = coming(tables, mind, state, seat)
    changes = np.array([what_follows(tables, mind, state, seat, drawn(2, n)) for n in range(games)])
    plain = np.array([follow_plainly(one, game, seat, n) for n in range(games)])
    error = np.hypot(changes.std(), plain.std()) / np.sqrt(games)
    assert plain.std() > 0
    assert abs(ahead + changes.mean() - plain.mean()) < 4 * error


def test_a_game_that_is_over_is_not_played_on(trained: Thinker) -> None:
    tables, mind, _ = trained
    over = play(position("original", "x3", ""), "w34", "- -", "-")
    assert over.over
    assert what_follows(tables, mind, to_state(over), 1, key(1)) == 0
    assert coming(tables, mind, to_state(over), 1) == 1
    assert coming(tables, mind, to_state(over), 0) == 0
