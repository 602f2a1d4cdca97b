"""The search of `grandmaster`: it weighs its choices as `master` does, looks at those that are
close one roll further, exactly, and at those still close two rolls, by playing on.

A turn that is played on has the same dice for every choice, and after it the next roll is looked at
exactly again. What luck that turn brought is taken out, for its mean is known: only by how much the
second look corrects the network is estimated.
"""

import numpy as np

from rowlock.kernels.ahead import coming
from rowlock.kernels.compiled import apart, compiled, folded
from rowlock.kernels.copying import put
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.master import play_turn
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import AT_HAND, PLAYED_ON, Mind, look_at, outlook, worth
from rowlock.kernels.rest import best_colour, best_pawn, follow, get_ready
from rowlock.kernels.rng import CHOICES as DRAWN
from rowlock.kernels.rng import DICE, stream, uniform
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
from rowlock.kernels.white import drawn_move, foresee

CLOSE = 0.03
"""Choices that the network finds no more than so much worse than the best are looked at again."""

CLOSER = 0.005
"""Those that are so close after the next roll are played on for a turn, and looked at again."""

AT_ONCE = 8
"""So many games are played on before the choices are compared again."""

IMAGINED = CHOICES + 1
"""Which number of its chance tells a seat what another one might draw: none that it uses itself."""

SURE = 3.0
"""No more games are played on when the best choice leads by so many standard errors."""


@apart
def survey(t: Tables, mind: Mind, s: State, thought: Thought, seat: int, number: np.uint64) -> bool:
    """Lists the choices of a seat with the ends of the turn they lead to, and what the network says
    of them. Whether the seat must mix them: then its own draw is in `mind.states[AT_HAND]`, and
    what the other might draw is what its choices are valued against."""
    thought.seat, thought.looked, thought.finalists, thought.played = seat, 0, 0, 0
    put(mind.states, AT_HAND, s)
    at_hand, active, mixed = mind.states[AT_HAND], s.active, False
    if s.phase == WHITE:
        mixed = foresee(t, mind, at_hand)
    else:
        get_ready(t, mind, at_hand)
    if mixed:
        at_hand.moves[seat] = drawn_move(t, mind, s, seat, uniform(number, 0))
        at_hand.moves[1 - seat] = drawn_move(t, mind, s, 1 - seat, uniform(number, IMAGINED))
    choices = legal_moves(t, s, seat)
    thought.count = min(options(choices), CHOICES - 1)
    for n in range(thought.count):
        thought.moves[n] = pick(choices, n)
        put(thought.ends, n, at_hand)
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
    return mixed


@apart
def start_thinking(t: Tables, mind: Mind, s: State, seat: int, number: np.uint64) -> bool:
    """Fills `mind.thought` with what is known of a decision at once; whether to keep thinking could
    tell more. What must be mixed is drawn, and no more is to be known of it."""
    thought, mind.effort = mind.thought, 0
    if survey(t, mind, s, thought, seat, number):
        thought.moves[0], thought.count = mind.states[AT_HAND].moves[seat], 1
    thought.close = close_ones(thought, thought.count, margin_of(thought, CLOSE))
    return thought.close > 1


@compiled
def margin_of(thought: Thought, margin: float) -> float:
    """The margin in what is played for: chances to win, or alone, points."""
    return margin if thought.ends[0].seats > 1 else 100.0 * margin


@apart
def keep_thinking(t: Tables, mind: Mind, key: np.uint64, limit: int) -> bool:
    """Looks at the next of the close choices one roll further, or if that is done, plays one game
    on; whether to keep thinking could tell more. What takes more effort than the limit is left, as
    if it had not been begun."""
    thought = mind.thought
    if thought.looked < thought.close:
        look_ahead(t, mind, thought, limit)
        return thought.looked < thought.close or thought.finalists > 1
    play_on(t, mind, thought, key, limit)
    return thought.played % AT_ONCE > 0 or lead(thought) < SURE


@folded
def look_ahead(t: Tables, mind: Mind, thought: Thought, limit: int) -> None:
    """Looks at the next close choice one roll further."""
    n = thought.looked
    thought.ahead[n] = coming(t, mind, thought.ends[n], thought.seat, limit)
    if mind.effort <= limit:
        thought.looked += 1
        if thought.looked == thought.close:
            compare(thought)


@apart
def compare(thought: Thought) -> None:
    """Puts the choices that were looked at in the order of what that has found. The finalists are
    those still close, if any of them can be played on."""
    for n in range(thought.looked):
        thought.values[n], thought.later[n], thought.squares[n] = thought.ahead[n], 0.0, 0.0
    put_in_order(thought, thought.looked)
    close, going_on = close_ones(thought, thought.looked, margin_of(thought, CLOSER)), False
    for n in range(close):
        going_on = going_on or thought.ends[n].phase != OVER
    thought.finalists = close if going_on else 1


@folded
def play_on(t: Tables, mind: Mind, thought: Thought, key: np.uint64, limit: int) -> None:
    """Plays one more game on from the finalists, with the same dice for all of them."""
    dice_key, drawn_key = stream(key, DICE, thought.played), stream(key, DRAWN, thought.played)
    for n in range(thought.finalists):
        end = thought.ends[n]
        thought.ahead[n] = what_follows(t, mind, end, thought.seat, (dice_key, drawn_key), limit)
        if mind.effort > limit:
            return
    for n in range(thought.finalists):
        apart = thought.ahead[n] - thought.ahead[0]
        thought.later[n] += thought.ahead[n]
        thought.squares[n] += apart * apart
    thought.played += 1


@folded
def what_follows(
    t: Tables, mind: Mind, end: State, seat: int, keys: tuple[np.uint64, np.uint64], limit: int
) -> float:
    """How much better a look over all rolls finds the seat's chances than the network does, after a
    turn that is played on. `keys` are those of its dice and of what its seats draw."""
    if end.phase == OVER:
        return 0.0
    put(mind.states, PLAYED_ON, end)
    s = mind.states[PLAYED_ON]
    play_turn(t, mind, s, keys[0], keys[1])
    return coming(t, mind, s, seat, limit) - chance_now(t, mind, s, seat)


@apart
def chance_now(t: Tables, mind: Mind, s: State, seat: int) -> float:
    """The seat's chance to win at the end of a turn; alone, its points."""
    if s.phase != OVER:
        for view in range(s.seats):
            if view == seat or s.seats == 2:
                look_at(t, mind, s, view)
    return outlook(t, mind, s, seat)


@apart
def decided(thought: Thought) -> int:
    """The move that is best as far as is known. Two close choices that were looked at tell more
    than none."""
    if 1 < thought.looked < thought.close:
        thought.close = thought.looked
        compare(thought)
    chosen: int = thought.moves[best_of(thought)]
    return chosen


@apart
def grandmaster(t: Tables, mind: Mind, s: State, seat: int, number: np.uint64) -> int:
    """What `grandmaster` does in the action due, with the patience its mind has; `number` is its
    chance."""
    if options(legal_moves(t, s, seat)) == 1:
        return PASS
    more = start_thinking(t, mind, s, seat, number)
    while more and mind.effort <= mind.patience:
        more = keep_thinking(t, mind, number, mind.patience)
    return decided(mind.thought)
