"""The white action of two: what is sure, and how both mix where nothing is."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from kernels.thinking import Thinker, decisions, drawn, key, lively_weights, move_of, thinker
from reference.master_twin import Close, advantages, choices_of, is_in_doubt, legal_moves, must_mix
from reference.matrix_twin import solve
from rowlock.kernels.bots import EASY, HARD, NAMES, choice_with
from rowlock.kernels.bridge import to_state
from rowlock.kernels.master import master
from rowlock.kernels.rng import uniform
from rowlock.kernels.search import IMAGINED, start_thinking, survey
from rowlock.kernels.white import drawn_move, foresee
from rowlock.rules import Game, Phase, Variant, find_variant
from shares import first_of
from tiny_games import TINY_GAMES

CLEAR = 1e-5
"""Decisions that are closer than this may go either way."""

NEAR = 1e-5

RACES = (TINY_GAMES["two rows up"], find_variant("longo"))
"""Games in which networks that nobody has trained find enough to fight over."""

Place = tuple[Thinker, Game]


def places(variant: Variant, seeds: range) -> Iterator[Place]:
    for seed in seeds:
        one = thinker(variant, 2, lively_weights(variant, 2, seed))
        for game in decisions(variant, 2, seed, 6):
            if game.phase is Phase.WHITE:
                yield one, game


@cache
def mixed_places() -> list[Place]:
    return [
        (one, game)
        for variant in RACES
        for one, game in places(variant, range(20))
        if foresee(one.tables, one.mind, to_state(game))
    ]


@pytest.mark.parametrize("variant", RACES, ids=repr)
def test_it_is_in_doubt_where_its_twin_is(variant: Variant) -> None:
    """If not, all choices are sure; else both look at all pairs, and mix if none is best."""
    sure, doubts = 0, 0
    for one, game in places(variant, range(8)):
        close, state = Close(), to_state(game)
        in_doubt = is_in_doubt(one.worth, game, close)
        if close.gap < CLEAR:
            continue
        mixed = foresee(one.tables, one.mind, state)
        chosen = [move_of(game, code) for code in state.moves[:2]]
        if in_doubt:
            assert mixed == must_mix(one.worth, game)
            doubts += 1
        else:
            assert not mixed
            assert game.act(chosen) == game.act(choices_of(one.worth, game, Close()))
            sure += 1
    assert sure > 10
    assert doubts


def test_no_choice_beats_a_mix() -> None:
    """By what its twin finds that every pair of choices is worth."""
    assert len(mixed_places()) > 3
    for one, game in mixed_places():
        assert foresee(one.tables, one.mind, to_state(game))
        clash, table = one.mind.clash, np.array(advantages(one.worth, game))
        assert (clash.rows, clash.columns) == table.shape
        assert clash.gains[: clash.rows, : clash.columns] == pytest.approx(table, abs=NEAR)
        value = solve(table.tolist())[0]
        first, second = clash.mixes[0, : clash.rows], clash.mixes[1, : clash.columns]
        assert (first @ table).min() >= value - NEAR
        assert (table @ second).max() <= value + NEAR
        assert min(first.max(), second.max()) < 1 - 1e-9


def mix_of(one: Thinker, game: Game, seat: int) -> dict[str, float]:
    foresee(one.tables, one.mind, to_state(game))
    chances = one.mind.clash.mixes[int(seat != game.active)].tolist()
    return dict(zip(map(str, legal_moves(game, seat)), chances, strict=False))


@pytest.mark.parametrize("draws", first_of((150, 400), 150))
def test_every_seat_draws_from_its_mix_by_its_own_chance(draws: int) -> None:
    for one, game in mixed_places():
        for seat in (0, 1):
            found = [
                str(move_of(game, master(one.tables, one.mind, to_state(game), seat, drawn(1, n))))
                for n in range(draws)
            ]
            for move, chance in mix_of(one, game, seat).items():
                error = np.sqrt(chance * (1 - chance) / draws)
                assert abs(found.count(move) / draws - chance) <= 5 * error + 1e-9, move


@pytest.mark.parametrize("draws", first_of((800, 2000), 800))
def test_what_two_seats_draw_has_nothing_to_do_with_each_other(draws: int) -> None:
    """As in a game, where each has a number of its own."""
    one, game = mixed_places()[0]
    pairs = [
        tuple(
            drawn_move(one.tables, one.mind, to_state(game), seat, uniform(drawn(seat, n), 0))
            for seat in (0, 1)
        )
        for n in range(draws)
    ]
    for first in {first for first, _ in pairs}:
        for second in {second for _, second in pairs}:
            alone = [sum(a == first for a, _ in pairs), sum(b == second for _, b in pairs)]
            expected = alone[0] * alone[1] / len(pairs)
            assert abs(pairs.count((first, second)) - expected) < 5 * np.sqrt(expected) + 1


def test_grandmaster_plays_the_mix_too() -> None:
    for one, game in mixed_places():
        for seat in (0, 1):
            for n in range(10):
                state, number = to_state(game), drawn(2, n)
                wanted = master(one.tables, one.mind, state, seat, number)
                bot = NAMES.index("grandmaster")
                assert choice_with(one.tables, state, seat, bot, number, one.mind) == wanted
                assert not start_thinking(one.tables, one.mind, state, seat, number)


def test_choices_are_valued_against_what_the_other_might_draw() -> None:
    """Which is drawn by one's own chance: what the other really draws is not known."""
    valued = set()
    for place, (one, game) in enumerate(mixed_places()):
        for n in range(10):
            number, thought = drawn(3, n), one.mind.thought
            assert survey(one.tables, one.mind, to_state(game), thought, 0, number)
            other = drawn_move(one.tables, one.mind, to_state(game), 1, uniform(number, IMAGINED))
            ends = thought.ends[: thought.count]
            assert {end.moves[1] for end in ends if game.active == 0} <= {other}
            valued.add((place, float(thought.values[0])))
    assert len(valued) > len(mixed_places())


@pytest.mark.parametrize("level", range(EASY, HARD + 1))
def test_levels_choose_where_it_must_be_mixed(level: int) -> None:
    for one, game in mixed_places():
        for seat in (0, 1):
            code = choice_with(one.tables, to_state(game), seat, level, key(5), one.mind)
            assert move_of(game, code) in legal_moves(game, seat)
