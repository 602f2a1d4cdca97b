"""Between the rules' values and the kernels' numbers."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rowlock.kernels.legal import Legal
from rowlock.kernels.state import (
    ADVANCE,
    LUCKY,
    PHASES,
    REASONS,
    State,
    new_state,
)
from rowlock.kernels.state import PASS as PASS_CODE
from rowlock.kernels.tables import bits_of, first_spaces, tables_of
from rowlock.rules import PASS, Advance, Cross, Game, Move, Roll, Variant
from rowlock.rules.row import open_spaces


def to_state(game: Game) -> State:
    """The game as kernels hold it; no moves are chosen."""
    variant, tables, state = game.variant, tables_of(game.variant), new_state()
    state.seats, state.turn, state.active = len(game.sheets), game.turn, game.active
    state.phase = PHASES.index(game.phase)
    state.reason = REASONS.index(game.reason)
    state.crossed, state.locked = int(game.crossed), game.locked
    state.out = bits_of(tuple(int(tables.lock_die[row]) for row in _bits(game.locked)))
    state.last_turn = game.last_turn or 0
    for seat, sheet in enumerate(game.sheets):
        state.marks[seat] = _spaces(variant, sheet.rows)
        state.open[seat] = _open(game, seat)
        state.misses[seat], state.pawn[seat] = sheet.misses, sheet.pawn or 0
        state.lucky[seat] = bits_of(sheet.lucky or ())
    if game.rolled:
        faces = dict(game.rolled.colours)
        state.faces[:2] = game.rolled.white
        state.faces[2 : 2 + len(variant.dice)] = [faces.get(die, 0) for die in variant.dice]
    return state


def _open(game: Game, seat: int) -> int:
    rows = zip(game.variant.rows, game.sheets[seat].rows, strict=True)
    open_rows = (
        0 if game.is_locked(index) else open_spaces(row, bits)
        for index, (row, bits) in enumerate(rows)
    )
    return _spaces(game.variant, tuple(open_rows))


def _spaces(variant: Variant, rows: tuple[int, ...]) -> int:
    """Rows as the rules hold them, as one set of spaces; locks are left out."""
    parts = zip(variant.rows, rows, first_spaces(variant), strict=False)
    return sum((bits & row.all_bits) << first for row, bits, first in parts)


def _bits(bits: int) -> Iterator[int]:
    return (index for index in range(bits.bit_length()) if bits >> index & 1)


@lru_cache(maxsize=64)
def _places(variant: Variant) -> tuple[tuple[str, int], ...]:
    return tuple((row.letter, space.number) for row in variant.rows for space in row.spaces)


@lru_cache(maxsize=10_000)
def to_move(variant: Variant, code: int) -> Move:
    """The move a number stands for."""
    if code == PASS_CODE:
        return PASS
    if code >= ADVANCE:
        return Advance(code - ADVANCE)
    return Cross(*_places(variant)[code % LUCKY], lucky=code >= LUCKY)


def to_code(variant: Variant, move: Move) -> int:
    """The number that stands for a move."""
    if isinstance(move, Advance):
        return ADVANCE + move.steps
    if isinstance(move, Cross):
        return _places(variant).index((move.row, move.number)) + (LUCKY if move.lucky else 0)
    return PASS_CODE


def to_moves(variant: Variant, legal: Legal) -> list[Move]:
    """Legal moves in the rules' order."""
    plain, lucky, steps = map(int, legal)
    crosses = sorted(
        [(space, 0) for space in _bits(plain)] + [(space, LUCKY) for space in _bits(lucky)]
    )
    codes = [space + kind for space, kind in crosses] + [ADVANCE + step for step in _bits(steps)]
    return [to_move(variant, code) for code in (*codes, PASS_CODE)]


def to_roll(variant: Variant, dice: tuple[str, ...], faces: Sequence[int]) -> Roll:
    """The roll in which these dice of all there are show their faces; the white ones come first."""
    first, second, *colours = faces
    shown = dict(zip(variant.dice, colours, strict=False))
    return Roll((first, second), tuple((die, shown[die]) for die in dice))
