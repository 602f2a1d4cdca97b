"""Two who choose at once, each against the other: how both mix so that neither could do better.

A mix is found by the simplex method: against it, no choice of the other brings more than the value
of the game, but for a `GRAIN`.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from rowlock.kernels.compiled import apart, compiled
from rowlock.kernels.layout import Ints

Doubles = npt.NDArray[np.float64]

MOST = 24
"""Room for so many choices of each."""

PIVOTS = 200
"""More steps than any clash has needed; should rounding lead in circles, it ends there."""

TINY = 1e-12
"""What rounding may leave of nothing."""

GRAIN = 2.0**-26
"""Gains are rounded to multiples of this, far below what any is known to. The method divides by
differences between them: by smaller ones it would make errors of rounding as large as gains."""

CERTAIN = 1.0 - 1e-9
"""From such a chance on a choice is made for certain."""


class Clash:
    """The first of two has so many choices as `rows`, the second as `columns`; `gains` are what
    the first wins and the second loses by each pair. `mixes` are the chances of the choices of
    each. The rest is room for the simplex method."""

    rows: int
    columns: int
    gains: Annotated[Doubles, np.float64, MOST, MOST]
    mixes: Annotated[Doubles, np.float64, 2, MOST]
    table: Annotated[Doubles, np.float64, MOST + 1, 2 * MOST + 1]
    basis: Annotated[Ints, MOST]


@apart
def settle(clash: Clash) -> None:
    """Fills `clash.mixes`: of the columns the weights with the largest sum such that no row gets
    more than 1, when all gains are raised to 1 or more; of the rows their prices."""
    rows, columns, table = clash.rows, clash.columns, clash.table
    width = rows + columns
    lay_out(clash)
    for _ in range(PIVOTS):
        column = 0
        while column < width and table[rows, column] <= TINY:
            column += 1
        if column == width:
            break
        pivot(clash, tightest(clash, column), column)
    for row in range(rows):
        clash.mixes[0, row] = -table[rows, columns + row]
    for column in range(columns):
        clash.mixes[1, column] = 0.0
    for row in range(rows):
        if clash.basis[row] < columns:
            clash.mixes[1, clash.basis[row]] = table[row, width]
    make_whole(clash.mixes[0, :rows])
    make_whole(clash.mixes[1, :columns])


@compiled
def make_whole(mix: Doubles) -> None:
    """Turns weights into chances that add up to 1. Of two choices that are all but equal, rounding
    may give one too much and the other as much too little: what is below nothing is left out."""
    whole = 0.0
    for place in range(len(mix)):
        mix[place] = max(mix[place], 0.0)
        whole += mix[place]
    for place in range(len(mix)):
        mix[place] /= whole


@compiled
def lay_out(clash: Clash) -> None:
    """The first table: a line for each row with its spare weight, last what each column adds."""
    rows, columns, table = clash.rows, clash.columns, clash.table
    least = clash.gains[0, 0]
    for row in range(rows):
        for column in range(columns):
            least = min(least, clash.gains[row, column])
    for row in range(rows + 1):
        for column in range(rows + columns + 1):
            table[row, column] = 0.0
    for row in range(rows):
        for column in range(columns):
            grains = np.rint((clash.gains[row, column] - least) / GRAIN)
            table[row, column] = grains * GRAIN + 1.0
        table[row, columns + row], table[row, rows + columns] = 1.0, 1.0
        clash.basis[row] = columns + row
    for column in range(columns):
        table[rows, column] = 1.0


@compiled
def tightest(clash: Clash, column: int) -> int:
    """The row that a column that grows meets first; of equals the one whose weight comes first, for
    in this order the method does not go round in circles."""
    table, last, found, least = clash.table, clash.rows + clash.columns, 0, np.inf
    for row in range(clash.rows):
        if table[row, column] > TINY:
            bound = table[row, last] / table[row, column]
            if bound < least or (bound == least and clash.basis[row] < clash.basis[found]):
                found, least = row, bound
    return found


@compiled
def pivot(clash: Clash, row: int, column: int) -> None:
    """Brings the column's weight into the basis, in this row."""
    table, width = clash.table, clash.rows + clash.columns + 1
    whole = table[row, column]
    for place in range(width):
        table[row, place] /= whole
    for line in range(clash.rows + 1):
        times = table[line, column]
        if line != row and times != 0.0:
            for place in range(width):
                table[line, place] -= times * table[row, place]
    clash.basis[row] = column


@compiled
def sure_choice(clash: Clash, side: int) -> int:
    """The choice that one of the two makes for certain, or -1."""
    for n in range(clash.rows if side == 0 else clash.columns):
        if clash.mixes[side, n] >= CERTAIN:
            return n
    return -1


@compiled
def drawn_choice(clash: Clash, side: int, point: float) -> int:
    """The choice that the mix has at a point between 0 and 1."""
    chosen = 0
    for n in range(clash.rows if side == 0 else clash.columns):
        if clash.mixes[side, n] > 0.0:
            chosen = n
            if point < clash.mixes[side, n]:
                break
            point -= clash.mixes[side, n]
    return chosen
