"""Networks of tiny games against perfect play, exactly."""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from reference.duel_twin import Duel, Policy
from reference.turns_twin import Choice, Moment, Position, Roll, choices, rolls, start
from rowlock.kernels.bridge import to_move, to_state
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.master import master
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import WIN, Mind, chance, look_at, share, worth
from rowlock.kernels.state import OVER, PHASES, WHITE, State
from rowlock.kernels.tables import Tables, tables_of
from rowlock.kernels.weights import Weights, mind_with
from rowlock.kernels.white import foresee
from rowlock.rules import Game, Phase, Variant
from tiny_games import TINY_GAMES, as_choice, as_duel, as_game


class QuickDuel(Duel):
    """The same with a memory for rolls: white dice have no order."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seen: dict[tuple[Position, Roll], tuple[float, list[dict[Choice, float]]]] = {}

    def white_action(
        self, position: Position, roll: Roll
    ) -> tuple[float, list[dict[Choice, float]]]:
        low, high = sorted(roll.white)
        key = position, Roll((low, high), roll.colours)
        if key not in self.seen:
            self.seen[key] = super().white_action(*key)
        return self.seen[key]


@lru_cache(maxsize=1)
def perfect(name: str) -> QuickDuel:
    """The solution of a tiny game."""
    duel = QuickDuel(as_duel(TINY_GAMES[name]))
    duel.value(start(duel.game))
    return duel


def states(variant: Variant) -> Callable[[Moment], State]:
    """What `to_state(as_game(variant, moment))` gives, much quicker: of all moments of a position
    only the dice and the phase differ."""

    @cache
    def first_of(position: Position, dice: tuple[str, ...]) -> State:
        roll = Roll((1, 1), tuple((die, 1) for die in dice))
        return to_state(as_game(variant, Moment(position, roll, 0, "white")))

    def state_at(moment: Moment) -> State:
        dice, shown = zip(*moment.roll.colours, strict=True) if moment.roll.colours else ((), ())
        state: Any = first_of(moment.position, dice).copy()  # type: ignore[attr-defined]  # a record
        faces = dict(zip(dice, shown, strict=True))
        state.faces[: 2 + len(variant.dice)] = (
            *moment.roll.white,
            *(faces.get(die, 0) for die in variant.dice),
        )
        state.phase, state.crossed = PHASES.index(Phase(moment.phase)), int(moment.crossed)
        made: State = state
        return made

    return state_at


def as_player(variant: Variant, weights: Weights) -> Policy:
    """`master` with these weights, as a player of the twin."""
    tables, mind, game = tables_of(variant), mind_with(variant, 2, weights), as_duel(variant)
    state_at = states(variant)

    def choose(moment: Moment) -> Choice | dict[Choice, float]:
        if len(choices(game, moment)) == 1:
            return None
        odds = odds_of(tables, mind, state_at(moment), moment.seat)
        return {as_choice(variant, to_move(variant, code)): odd for code, odd in odds.items()}

    return choose


def odds_of(tables: Tables, mind: Mind, state: State, seat: int) -> dict[int, float]:
    """What `master` chooses how often."""
    thought: Any = state.copy()  # type: ignore[attr-defined]  # a record
    if state.phase != WHITE or not foresee(tables, mind, thought):
        return {int(master(tables, mind, state, seat, np.uint64(0))): 1.0}
    mine = mind.clash.mixes[int(seat != state.active)].tolist()
    legal = legal_moves(tables, state, seat)
    return {int(pick(legal, n)): odd for n, odd in enumerate(mine[: options(legal)]) if odd}


def against_perfect(name: str, player: Policy) -> tuple[float, float]:
    """The chances of the player to win when it begins, and when the perfect player does."""
    duel = perfect(name)
    first = QuickDuel(duel.game, player, duel.policy).value(start(duel.game))
    second = 1 - QuickDuel(duel.game, duel.policy, player).value(start(duel.game))
    return first, second


def against_itself(name: str, player: Policy) -> float:
    """The chance of the one who begins when both play alike."""
    game = perfect(name).game
    return QuickDuel(game, player, player).value(start(game))


def opinion(mind: Mind, variant: Variant, state: State) -> float:
    """The chance of seat 0 in the mean of what the network tells each seat."""
    tables, chances = tables_of(variant), []
    for view in (0, 1):
        look_at(tables, mind, state, view)
        worth(tables, mind, state, view)
        ended = state.phase == OVER
        chances.append(float(share(tables, state, view) if ended else chance(mind.out[WIN])))
    return (chances[0] + 1 - chances[1]) / 2


def value_at_start(name: str, weights: Weights) -> float:
    """What the network thinks that beginning is worth: the mean, over all first rolls, of what it
    thinks of the end of the turn. The start itself is the end of no turn, so that no lesson is
    about it."""
    variant, game = TINY_GAMES[name], as_duel(TINY_GAMES[name])
    tables, mind = tables_of(variant), mind_with(variant, 2, weights)

    def after(now: Game) -> float:
        if now.phase not in variant.actions:
            return opinion(mind, variant, to_state(now))
        odds = [odds_of(tables, mind, to_state(now), seat).items() for seat in now.acting]
        return sum(
            prod(odd for _, odd in chosen)
            * after(now.act([to_move(variant, code) for code, _ in chosen]))
            for chosen in product(*odds)
        )

    moments = [Moment(start(game), roll, 0, "white") for roll in rolls(game, start(game))]
    return float(np.mean([after(as_game(variant, moment)) for moment in moments]))
