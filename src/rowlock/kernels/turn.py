"""The turn: rolling, making the moves of an action, locks, misses and the end."""

import numpy as np

from rowlock.kernels.bits import count, nth
from rowlock.kernels.compiled import compiled, inlined
from rowlock.kernels.legal import crosses, landing
from rowlock.kernels.rng import below, draw, high_half, low_half
from rowlock.kernels.state import (
    ADVANCE,
    COLOUR,
    FINISH,
    LOCKS,
    LUCKY,
    MISSES,
    NOT_OVER,
    OVER,
    PASS,
    PAWN,
    ROLL,
    WHITE,
    State,
)
from rowlock.kernels.tables import Tables


@compiled
def begin(t: Tables, s: State, seats: int, lucky_key: np.uint64) -> None:
    """The start of a game: empty sheets, lucky pairs dealt without repetition, seat 0 first."""
    s.seats, s.turn, s.active, s.phase = seats, 1, 0, ROLL
    s.crossed, s.locked, s.out, s.last_turn, s.reason = 0, 0, 0, 0, NOT_OVER
    left = (1 << t.pair_count) - 1
    for seat in range(seats):
        s.marks[seat], s.open[seat] = 0, t.start
        s.misses[seat], s.pawn[seat], s.lucky[seat] = 0, 0, 0
        if left:
            pair = nth(left, below(draw(lucky_key, seat), count(left)))
            s.lucky[seat] = t.pairs[pair]
            left &= ~(1 << pair)


@inlined
def roll(t: Tables, s: State, dice_key: np.uint64) -> None:
    """The dice of the turn, by its number. Those that are out are rolled too and never looked at,
    so that the others do not depend on what was locked."""
    dice = t.dice + 2
    draws = (dice + 5) // 6
    for part in range(draws):
        number = draw(dice_key, s.turn * draws + part)
        high, low = high_half(number), low_half(number)
        for die in range(6 * part, 6 * part + 3):
            high, low = high * t.faces, low * t.faces
            s.faces[die], s.faces[die + 3] = (high >> 32) + 1, (low >> 32) + 1
            high, low = high & 0xFFFFFFFF, low & 0xFFFFFFFF
    s.phase = WHITE


@inlined
def chance_of(s: State, seat: int, choices_key: np.uint64) -> np.uint64:
    """The chance a bot may use for its choice: by turn, action and seat, so that no decision
    changes another one's."""
    return draw(choices_key, (s.turn * OVER + s.phase) * s.seats + seat)


@inlined
def act(t: Tables, s: State) -> None:
    """The action due: `s.moves` of all seats in the white one, else of the active seat. Locks and
    the end follow when all moves are made."""
    ends = 0
    if s.phase == WHITE:
        for seat in range(s.seats):
            ends |= make_move(t, s, seat, s.moves[seat])
    else:
        ends = make_move(t, s, s.active, s.moves[s.active])
    if ends:
        settle_locks(t, s, ends)
    if s.phase == WHITE:
        s.phase = COLOUR
    elif s.phase == COLOUR and t.path_length:
        s.phase = PAWN
    elif s.phase != OVER:
        end_turn(t, s)


@compiled
def go_on(t: Tables, s: State) -> None:
    """The same, compiled once for all who are in less of a hurry."""
    act(t, s)


@inlined
def make_move(t: Tables, s: State, seat: int, move: int) -> int:
    """Changes the seat's sheet; the end space it has crossed, as a bit."""
    if move == PASS:
        return 0
    if move >= ADVANCE:
        s.pawn[seat] = landing(s, seat, move - ADVANCE)
        space = t.path[s.pawn[seat]]
        if s.marks[seat] >> space & 1:
            return 0
    else:
        space = move & (LUCKY - 1)
    if seat == s.active:
        s.crossed = 1
    return cross(t, s, seat, space)


@inlined
def cross(t: Tables, s: State, seat: int, space: int) -> int:
    """Puts a cross on a sheet; its bit if the space is one that locks."""
    row, behind = t.row_of[space], t.behind[space]
    marks = s.marks[seat] | 1 << space
    s.marks[seat] = marks
    s.open[seat] &= ~behind
    if count(marks & t.row_bits[row]) >= t.needs[row]:
        s.open[seat] |= t.end_bits[row] & ~behind
    locking: int = t.end_bits[row] & 1 << space
    return locking


@compiled
def settle_locks(t: Tables, s: State, ends: int) -> None:
    """Closes the rows of these spaces to all and takes their dice out; with enough rows locked
    the game is over."""
    for row in range(t.rows):
        if ends & t.end_bits[row]:
            s.locked |= 1 << row
            s.out |= 1 << t.lock_die[row]
            for seat in range(s.seats):
                s.open[seat] &= ~t.row_bits[row]
    if count(s.locked) >= t.locks:
        s.phase, s.reason = OVER, LOCKS


@inlined
def end_turn(t: Tables, s: State) -> None:
    """After the last action: a miss if nothing was crossed; then the end, or the next turn."""
    active = s.active
    if not s.crossed:
        s.misses[active] += 1
    if not s.last_turn and s.pawn[active] > t.finish:
        s.last_turn = s.turn + s.seats - 1
    if s.misses[active] >= t.misses:
        s.phase, s.reason = OVER, MISSES
    elif s.last_turn == s.turn:
        s.phase, s.reason = OVER, FINISH
    else:
        s.turn += 1
        s.active = active + 1 if active + 1 < s.seats else 0
        s.phase, s.crossed = ROLL, 0


@inlined
def total(t: Tables, s: State, seat: int) -> int:
    """The points of a sheet as it stands."""
    points: int = s.misses[seat] * t.miss_points + t.bonus[s.pawn[seat]]
    for row in range(t.rows):
        points += t.points[crosses(t, s.marks[seat], row)]
    return points
