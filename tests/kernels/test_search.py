"""The search of `grandmaster`: its order, its margins, its patience, and what playing on says."""

import numpy as np
import pytest

from helpers import play, position, rolled
from kernels.thinking import TABLES, Thinker, decisions, drawn, key, move_of, named, thinker
from rowlock.kernels import layout
from rowlock.kernels.ahead import UNLIMITED, coming
from rowlock.kernels.bridge import to_state
from rowlock.kernels.master import play_turn
from rowlock.kernels.search import (
    AT_ONCE,
    CLOSE,
    CLOSER,
    SURE,
    chance_now,
    compare,
    decided,
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
            survey(tables, mind, to_state(game), mind.thought, seat, key(1))
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
            state, thought = to_state(game), mind.thought
            if survey(tables, mind, state, thought, seat, key(1)):
                continue
            close = close_ones(thought, thought.count, CLOSE)
            more = start_thinking(tables, mind, state, seat, key(1))
            assert more == (close > 1)
            assert (thought.close, thought.looked, thought.finalists) == (close, 0, 0)
            if not more:
                continue
            while thought.looked < close:
                more = keep_thinking(tables, mind, key(1), UNLIMITED)
            assert thought.played == 0
            ends = [thought.ends[n].copy() for n in range(close)]
            found = [thought.values[n] for n in range(close)]
            ahead = [coming(tables, mind, end, seat, UNLIMITED) for end in ends]
            assert found == pytest.approx(ahead, abs=1e-6)
            known = [found[n] + thought.points[n] for n in range(close)]
            assert known == sorted(known, reverse=True)
            wanted = sum(value > known[0] - CLOSER for value in known)
            if any(end.phase != OVER for end in ends[:wanted]):
                assert thought.finalists == wanted
            else:
                assert thought.finalists == 1
            assert more == (thought.finalists > 1)
            seen += thought.finalists > 1
    assert seen >= 3


def test_alone_margins_are_in_points() -> None:
    tables, mind, _ = thinker(ORIGINAL, 1)
    seen = 0
    for game in decisions(ORIGINAL, 1, 6, 12):
        survey(tables, mind, to_state(game), mind.thought, 0, key(1))
        known = mind.thought.values[: mind.thought.count].copy()
        start_thinking(tables, mind, to_state(game), 0, key(1))
        close = int((known > known.max() - 100 * CLOSE).sum())
        assert mind.thought.close == close
        seen += close > 1
    assert seen


def test_what_is_not_finished_within_its_patience_is_left(trained: Thinker) -> None:
    """Whatever the limit is, what is known is what a search that has no limit knows after as many
    looks and games; and no more is judged than one pair of white dice takes."""
    tables, mind, _ = trained
    left = set()
    for game in decisions(ORIGINAL, 2, 6, 20):
        for seat in game.acting:
            if len(legal_moves(game, seat)) == 1:
                continue
            for mind.patience in (0, 1_000, 4_000, 16_000):
                chosen = grandmaster(tables, mind, to_state(game), seat, key(1))
                assert mind.effort <= max(mind.patience, 500) + 1_000
                stage = int(mind.thought.looked), int(mind.thought.played)
                known = [judged(mind.thought, n) for n in range(mind.thought.count)]
                more = start_thinking(tables, mind, to_state(game), seat, key(1))
                while more and (mind.thought.looked, mind.thought.played) != stage:
                    more = keep_thinking(tables, mind, key(1), UNLIMITED)
                assert decided(mind.thought) == chosen
                assert [judged(mind.thought, n) for n in range(mind.thought.count)] == known
                left.add((mind.patience, min(stage[0], 2), min(stage[1], 1)))
    assert {(0, 0, 0), (4_000, 2, 0), (16_000, 2, 1)} <= left, "and with more patience, more"


def test_two_looks_tell_more_than_none() -> None:
    thought = a_thought([0.50, 0.49, 0.48])
    thought.close = 3
    for looked, best in ((0, 0), (1, 0), (2, 1), (3, 2)):
        thought.looked, thought.ahead[:3] = looked, (0.3, 0.4, 0.5)
        if looked == 3:
            compare(thought)
        assert decided(thought) == best, looked
        thought = a_thought([0.50, 0.49, 0.48])
        thought.close = 3


def test_what_is_over_is_not_played_on() -> None:
    for phases, finalists in (((OVER, OVER), 1), ((OVER, ROLL), 2), ((ROLL, ROLL), 2)):
        thought = a_thought([0.5, 0.5])
        thought.close = thought.looked = 2
        thought.ahead[:2] = 0.5
        for end, phase in zip(thought.ends[:2], phases, strict=True):
            end.phase = phase
        compare(thought)
        assert thought.finalists == finalists


def test_it_stops_when_it_is_sure(trained: Thinker) -> None:
    tables, mind, _ = trained
    early, late, most = 0, 0, 4 * AT_ONCE
    for game in [game for seed in range(6) for game in decisions(ORIGINAL, 2, seed + 6, 10)]:
        for seat in game.acting:
            more = start_thinking(tables, mind, to_state(game), seat, key(2))
            while more and mind.thought.played < most:
                more = keep_thinking(tables, mind, key(2), UNLIMITED)
                played = int(mind.thought.played)
                if played and played % AT_ONCE == 0:
                    assert more == (lead(mind.thought) < SURE)
                    early, late = early + (not more), late + more
    assert early
    assert late


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
    play_turn(tables, mind, state, drawn(3, number), drawn(4, number))
    return coming(tables, mind, state, seat, UNLIMITED)


SHUT = "r11 y11 g3 b3"
"""A sheet on which nothing can be crossed any more: then the others' answers are no question."""


@pytest.mark.parametrize(
    ("sheets", "seat", "games"),
    [
        pytest.param(["r2 r3 y4 g11 b12 x1", f"{SHUT} x2"], 0, 400, marks=pytest.mark.soak),
        pytest.param(["r2 r3 y4 g11 b12 x1", f"{SHUT} x2"], 1, 400, marks=pytest.mark.soak),
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
    ahead = coming(tables, mind, state, seat, UNLIMITED)
    keys = [(drawn(2, n), drawn(5, n)) for n in range(games)]
    changes = np.array([what_follows(tables, mind, state, seat, k, UNLIMITED) for k in keys])
    plain = np.array([follow_plainly(one, game, seat, n) for n in range(games)])
    error = np.hypot(changes.std(), plain.std()) / np.sqrt(games)
    assert plain.std() > 0
    assert abs(ahead + changes.mean() - plain.mean()) < 4 * error


def test_a_game_that_is_over_is_not_played_on(trained: Thinker) -> None:
    tables, mind, _ = trained
    over = play(position("original", "x3", ""), "w34", "- -", "-")
    assert over.over
    assert what_follows(tables, mind, to_state(over), 1, (key(1), key(2)), UNLIMITED) == 0
    assert coming(tables, mind, to_state(over), 1, UNLIMITED) == 1
    assert coming(tables, mind, to_state(over), 0, UNLIMITED) == 0
