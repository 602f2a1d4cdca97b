"""Whole games, one after another."""

from collections.abc import Callable

import numpy as np

from rowlock.kernels.bots import choose, choose_with
from rowlock.kernels.compiled import apart, folded
from rowlock.kernels.layout import Ints
from rowlock.kernels.legal import legal
from rowlock.kernels.log import Records
from rowlock.kernels.network import GAME, Mind
from rowlock.kernels.rng import CHOICES, DICE, LUCKY, stream
from rowlock.kernels.state import OVER, ROLL, WHITE, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import act, begin, chance_of, roll, total


@apart
def write_down(t: Tables, s: State, seat: int, game: int, line: np.record) -> None:
    """Fills a line of the log with the choice of a seat, before it takes effect."""
    line.game, line.turn, line.phase, line.seat = game, s.turn, s.phase, seat
    line.active, line.locked = s.active, s.locked
    line.marks, line.misses, line.pawn = s.marks[seat], s.misses[seat], s.pawn[seat]
    line.plain, line.lucky, line.steps = legal(t, s, seat)
    line.move = s.moves[seat]
    for die in range(len(s.faces)):
        line.faces[die] = s.faces[die]


@folded
def games_of(
    choose: Callable[..., int],
    t: Tables,
    s: State,
    mind: Mind | None,
    bots: Ints,
    numbers: tuple[np.uint64, int],
    notes: tuple[Records, Records],
) -> int:
    """Plays games, as many as there is room for their results, and notes every decision as long as
    there is room in the log; how many were noted. `numbers` are the seed and that of the first
    game, `notes` results and log.

    A deal is as many games as there are seats: they have the same dice and the same lucky numbers
    by seat, while the bots move on by one seat from game to game.
    """
    seed, first = numbers
    results, log = notes
    noted, seats = 0, len(bots)
    for index in range(len(results)):
        game = first + index
        deal, shift = game // seats, game % seats
        dice_key, choices_key = stream(seed, DICE, deal), stream(seed, CHOICES, game)
        begin(t, s, seats, stream(seed, LUCKY, deal))
        while s.phase != OVER:
            if s.phase == ROLL:
                roll(t, s, dice_key)
            for seat in range(seats):
                if s.phase == WHITE or seat == s.active:
                    bot, number = bots[(seat + shift) % seats], chance_of(s, seat, choices_key)
                    s.moves[seat] = choose(t, s, seat, bot, number, mind)
                    if noted < len(log):
                        write_down(t, s, seat, game, log[noted])
                        noted += 1
            act(t, s)
        for seat in range(seats):
            results[index].scores[seat] = total(t, s, seat)
        results[index].turns = s.turn
        results[index].reason = s.reason
    return noted


@apart
def play_games(
    t: Tables, s: State, bots: Ints, seed: np.uint64, first: int, results: Records, log: Records
) -> int:
    """Games of bots without a network."""
    return games_of(choose, t, s, None, bots, (seed, first), (results, log))


@apart
def think_games(
    t: Tables, mind: Mind, bots: Ints, seed: np.uint64, first: int, results: Records, log: Records
) -> int:
    """Games of any bots."""
    s = mind.states[GAME]
    return games_of(choose_with, t, s, mind, bots, (seed, first), (results, log))
