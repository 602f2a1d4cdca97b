"""The search of `grandmaster`: it weighs its choices as `master` does, looks at those that are
close one roll further, exactly, and at those still close two rolls, by playing on.

A turn that is played on has the same dice for every choice, and after it the next roll is looked at
exactly again. What luck that turn brought is taken out, for its mean is known: only by how much the
second look corrects the network is estimated.
"""

import numpy as np

from rowlock.kernels.ahead import coming
from rowlock.kernels.compiled import compiled, folded
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.master import best_colour, best_pawn, follow, foresee, get_ready, play_turn
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import AT_HAND, PLAYED_ON, Mind, look_at, outlook, worth
from rowlock.kernels.rng import draw
from rowlock.kernels.state import COLOUR, OVER, PASS, PAWN, WHITE, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.thought import (
    CHOICES,
    Thought,
    best_of,
    close_ones,
    lead,
    put_in_order,
)
from rowlock.kernels.turn import go_on

CLOSE = 0.03
"""Choices that the network finds no more than so much worse than the best are looked at again."""

CLOSER = 0.005
"""Those that are so close after the next roll are played on for a turn, and looked at again."""

AT_ONCE = 8
"""So many games are played on before the choices are compared again."""

SURE = 3.0
"""No more games are played on when the best choice leads by so many standard errors."""


@compiled
def survey(t: Tables, mind: Mind, s: State, thought: Thought, seat: int) -> None:
    """Lists the choices of a seat with the ends of the turn they lead to, and what the network says
    of them."""
    thought.seat, thought.played, thought.finalists, active = seat, 0, 0, s.active
    mind.states[AT_HAND] = s
    at_hand = mind.states[AT_HAND]
    if s.phase == WHITE:
        foresee(t, mind, at_hand)
    else:
        get_ready(t, mind, at_hand)
    choices = legal_moves(t, s, seat)
    thought.count = min(options(choices), CHOICES - 1)
    for n in range(thought.count):
        thought.moves[n] = pick(choices, n)
        thought.ends[n] = at_hand
        end = thought.ends[n]
        end.moves[seat] = thought.moves[n]
        go_on(t, end)
        if end.phase == COLOUR:
            follow(t, end, active, best_colour(t, mind, end, active)[1])
        if end.phase == PAWN:
            follow(t, end, active, best_pawn(t, mind, end, active)[1])
        value = worth(t, mind, end, seat)
        thought.points[n] = 0.0 if s.seats == 1 else value - mind.won
        thought.values[n] = outlook(t, mind, end, seat)
    put_in_order(thought, thought.count)


@folded
def look_ahead(t: Tables, mind: Mind, thought: Thought) -> None:
    """Looks at the close choices one roll further; the finalists are those still close."""
    close = close_ones(thought, thought.count, margin_of(thought, CLOSE))
    if close > 1:
        for n in range(close):
            thought.values[n] = coming(t, mind, thought.ends[n], thought.seat)
        put_in_order(thought, close)
        thought.finalists = close_ones(thought, close, margin_of(thought, CLOSER))
    for n in range(thought.finalists):
        thought.later[n], thought.squares[n] = 0.0, 0.0


@compiled
def margin_of(thought: Thought, margin: float) -> float:
    """The margin in what is played for: chances to win, or alone, points."""
    return margin if thought.ends[0].seats > 1 else 100.0 * margin


@folded
def play_on(t: Tables, mind: Mind, thought: Thought, key: np.uint64, games: int) -> None:
    """Plays on from the finalists, so many games more, each with the same dice for all of them."""
    first = thought.played
    for game in range(first, first + games):
        dice_key = draw(key, game)
        leader = 0.0
        for n in range(thought.finalists):
            change = what_follows(t, mind, thought.ends[n], thought.seat, dice_key)
            thought.later[n] += change
            if n == 0:
                leader = change
            thought.squares[n] += (change - leader) * (change - leader)
    thought.played += games


@compiled
def what_follows(t: Tables, mind: Mind, end: State, seat: int, dice_key: np.uint64) -> float:
    """How much better a look over all rolls finds the seat's chances than the network does, after a
    turn that is played on."""
    if end.phase == OVER:
        return 0.0
    mind.states[PLAYED_ON] = end
    s = mind.states[PLAYED_ON]
    play_turn(t, mind, s, dice_key)
    return coming(t, mind, s, seat) - chance_now(t, mind, s, seat)


@compiled
def chance_now(t: Tables, mind: Mind, s: State, seat: int) -> float:
    """The seat's chance to win at the end of a turn; alone, its points."""
    if s.phase != OVER:
        for view in range(s.seats):
            if view == seat or s.seats == 2:
                look_at(t, mind, s, view)
    return outlook(t, mind, s, seat)


@compiled
def start_thinking(t: Tables, mind: Mind, s: State, seat: int) -> bool:
    """Fills `mind.thought` with all that is known of a decision without playing on; whether playing
    on could tell more."""
    survey(t, mind, s, mind.thought, seat)
    look_ahead(t, mind, mind.thought)
    return mind.thought.finalists > 1


@compiled
def keep_thinking(t: Tables, mind: Mind, key: np.uint64) -> bool:
    """Plays on for a while; whether it could tell more to go on."""
    play_on(t, mind, mind.thought, key, AT_ONCE)
    return lead(mind.thought) < SURE


@compiled
def grandmaster(t: Tables, mind: Mind, s: State, seat: int, key: np.uint64) -> int:
    """What `grandmaster` does in the action due, with the patience its mind has."""
    if options(legal_moves(t, s, seat)) == 1:
        return PASS
    more = start_thinking(t, mind, s, seat)
    while more and mind.thought.played < mind.patience:
        more = keep_thinking(t, mind, key)
    chosen: int = mind.thought.moves[best_of(mind.thought)]
    return chosen
