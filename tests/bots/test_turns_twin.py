"""The turns of the exact two-player twin: by hand, and against the rules of Rowlock."""

from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from reference.duel_twin import Duel, any_choice, first_choice, win_chance
from reference.turns_twin import (
    Choice,
    Moment,
    Position,
    Roll,
    Sheet,
    choices,
    cross,
    ended,
    enough_locks,
    result,
    rolls,
    start,
    turn_end,
)
from rowlock.bots import Bot, find_bot
from rowlock.rules import Game, Move, Phase, legal_moves, winners
from rowlock.rules import Roll as RealRoll
from rowlock.rules import start as start_game
from shares import first_of
from solver.small_games import GAMES
from solver.solved import rolls as real_rolls
from tiny_games import TINY_GAMES, as_choice, as_duel, as_game, as_policy, as_position

UP = as_duel(TINY_GAMES["two rows up"])
FOURS = Roll((2, 2), (("r", 2), ("y", 2)))


def test_the_second_lock_ends_the_turn_without_a_miss() -> None:
    """10 against 6: a miss of the active seat would turn that round."""
    sheets = Sheet(((), (0, 1, 2, 3))), Sheet(((0,), ()))
    position = Position(sheets, (1,), 0)
    roll = Roll((2, 2), (("r", 1),))
    assert Duel(UP).after_white(position, roll, None, (0, 2)) == 1.0
    after = cross(UP, position, {0: None, 1: (0, 2)})
    assert after.sheets == (sheets[0], Sheet(((0, 2, 3), ())))
    assert ended(UP, after)
    assert result(UP, after) == 1.0


def test_a_lock_that_ends_the_game_leaves_no_colour_action() -> None:
    """4 against 6, though the colour dice would offer two points more."""
    game = as_duel(TINY_GAMES["up and down"])
    position = Position((Sheet(((0, 1), (0,))), Sheet(((0,), ()))), (), 0)
    roll = Roll((2, 2), (("r", 1), ("y", 1)))
    assert choices(game, Moment(position, roll, 0, "colour")) == [(1, 1), None]
    assert Duel(game).after_white(position, roll, None, (0, 2)) == 0.0


def test_both_lock_a_row_at_once() -> None:
    position = Position((Sheet(((0,), (1,))), Sheet(((0, 1), ()))), (), 1)
    after = cross(UP, position, {0: (0, 2), 1: (0, 2)})
    assert after.sheets == (Sheet(((0, 2, 3), (1,))), Sheet(((0, 1, 2, 3), ())))
    assert after.locked == (0,)
    assert not ended(UP, after)
    assert [die for die, _ in rolls(UP, after)[0].colours] == ["y"]


def test_a_row_locked_in_the_white_action_is_closed_in_the_colour_action() -> None:
    position = Position((Sheet(((1,), (1,))), Sheet(((0,), ()))), (), 0)
    assert choices(UP, Moment(position, FOURS, 0, "colour")) == [(0, 2), (1, 2), None]
    after = cross(UP, position, {0: None, 1: (0, 2)})
    assert choices(UP, Moment(after, FOURS, 0, "colour")) == [(1, 2), None]


def random_roll(game: Game, rng: Random) -> RealRoll:
    one, other, *faces = rng.choices(range(1, game.variant.faces + 1), k=2 + len(game.dice_in_play))
    return RealRoll((one, other), tuple(zip(game.dice_in_play, faces, strict=True)))


def won(game: Game) -> float:
    """What the end is worth to seat 0."""
    best = winners(game)
    assert best is not None
    return (0 in best) / len(best)


PLAYED = TINY_GAMES | {f"small {name}": GAMES[name] for name in GAMES if not GAMES[name].lucky}
"""Also games too large to solve: rows of several colours, a die for two rows."""


@pytest.mark.parametrize("name", PLAYED)
def test_the_twin_plays_by_the_rules(name: str) -> None:
    """Random games, step by step: the dice, what may be chosen, what follows, who wins."""
    rng = Random(name)
    twin = as_duel(PLAYED[name])
    for _ in range(30):
        game = start_game(PLAYED[name], 2, first=rng.randrange(2))
        while not game.over:
            assert not ended(twin, as_position(game))
            roll = random_roll(game, rng)
            assert Roll(*roll) in rolls(twin, as_position(game))
            game = game.roll(roll)
            while game.acting:
                game = act_in_both(twin, game, rng)
        assert ended(twin, as_position(game))
        assert result(twin, as_position(game)) == won(game)


def act_in_both(twin: dict[str, Any], game: Game, rng: Random) -> Game:
    """The game after random choices in the action due, if the twin agrees about all of it."""
    assert game.rolled is not None
    position, moves, picked = as_position(game), [], dict[int, Choice]()
    for seat in game.acting:
        moment = Moment(position, Roll(*game.rolled), seat, str(game.phase), game.crossed)
        assert as_game(game.variant, moment) == game._replace(first=game.active, turn=1)
        legal = legal_moves(game, seat)
        assert choices(twin, moment) == [as_choice(game.variant, move) for move in legal]
        moves.append(rng.choice(legal))
        picked[seat] = as_choice(game.variant, moves[-1])
    after = cross(twin, position, picked)
    crossed = game.crossed or picked[game.active] is not None
    if game.phase is Phase.COLOUR and not enough_locks(twin, after):
        after = turn_end(after, crossed)
    game = game.act(moves)
    assert (game.phase is Phase.COLOUR) == (len(moves) == 2 and not ended(twin, after))
    # A game that is over has no next seat.
    assert as_position(game)._replace(active=0) == after._replace(active=0)
    assert game.over or game.active == after.active
    return game


@pytest.mark.parametrize("name", first_of(["up and down", "one row"], "one row"))
@pytest.mark.parametrize("active", first_of([0, 1], 1))
def test_chances_are_those_of_many_games(name: str, active: int) -> None:
    """Exactly by the twin, and by playing: within four standard errors."""
    variant, rng = TINY_GAMES[name], Random(f"{name} {active}")
    bots = find_bot("cautious"), find_bot("random")
    game = start_game(variant, 2, first=active)
    results = [play_out(game, bots, rng) for _ in range(1_000)]
    twin = as_duel(variant)
    exact = win_chance(twin, as_policy(variant, bots[0]), any_choice(twin), start(twin, active))
    assert 0.05 < exact < 0.95
    assert fmean(results) == pytest.approx(exact, abs=4 * stdev(results) / sqrt(len(results)))


@pytest.mark.parametrize("name", first_of(["up and down", "one row"], "up and down"))
def test_chances_are_those_of_all_games(name: str) -> None:
    """Exactly by the twin, and by going through all that can happen under the rules."""
    variant = TINY_GAMES[name]
    twin = as_duel(variant)
    bots = find_bot("cautious"), first_move

    @cache
    def chance(game: Game) -> float:
        after = [after_turn(game.roll(roll)) for roll in real_rolls(game)]
        return fmean(after)

    def after_turn(game: Game) -> float:
        while game.acting:
            game = game.act([bots[seat](game, seat, Random(0)) for seat in game.acting])
        return won(game) if game.over else chance(game._replace(first=game.active, turn=1))

    policies = as_policy(variant, bots[0]), first_choice(twin)
    for active in (0, 1):
        exact = win_chance(twin, *policies, start(twin, active))
        assert exact == pytest.approx(chance(start_game(variant, 2, first=active)), abs=1e-12)


def first_move(game: Game, seat: int, _rng: Random) -> Move:
    return legal_moves(game, seat)[0]


def play_out(game: Game, bots: tuple[Bot, Bot], rng: Random) -> float:
    while not game.over:
        game = game.roll(random_roll(game, rng))
        while game.acting:
            game = game.act([bots[seat](game, seat, rng) for seat in game.acting])
    return won(game)
