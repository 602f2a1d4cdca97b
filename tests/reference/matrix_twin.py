"""Games of two who choose at once: a matrix of what the first, who wants much, gets.

The value and a best mix of each come from the simplex method, so they are exact but for rounding,
and can be checked: against the mix of one, no choice of the other gets beyond the value.
"""

from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]
Mix = list[float]

TINY = 1e-12


def solve(matrix: Matrix) -> tuple[float, Mix, Mix]:
    """The value, a best mix of the rows for the first and one of the columns for the second."""
    lows = [min(row) for row in matrix]
    highs = [max(column) for column in zip(*matrix, strict=True)]
    if has_saddle(matrix):
        return max(lows), only(lows.index(max(lows)), lows), only(highs.index(min(highs)), highs)
    return simplex(matrix)


def has_saddle(matrix: Matrix) -> bool:
    """Whether each has one choice that is best even if the other knows it."""
    highest_low = max(min(row) for row in matrix)
    lowest_high = min(max(column) for column in zip(*matrix, strict=True))
    return bool(lowest_high - highest_low <= TINY)


def only(chosen: int, among: Sequence[object]) -> Mix:
    return [1.0 if index == chosen else 0.0 for index in range(len(among))]


def simplex(matrix: Matrix) -> tuple[float, Mix, Mix]:
    """Find the columns' weights with the largest sum such that no row gets more than 1.

    All entries are raised to 1 or more first. Then the sum is 1 / value, the weights are the
    second's mix times the sum, and the prices of the rows are the first's mix times the sum.
    """
    raised = 1.0 - min(min(row) for row in matrix)
    rows, columns = len(matrix), len(matrix[0])
    table = [
        [entry + raised for entry in row] + only(index, matrix) + [1.0]
        for index, row in enumerate(matrix)
    ]
    gains = [1.0] * columns + [0.0] * (rows + 1)
    basis = list(range(columns, columns + rows))
    while True:
        # The first variable that gains, and of equally tight rows the one whose variable comes
        # first: in this order the method cannot go round in circles.
        entering = [index for index in range(columns + rows) if gains[index] > TINY]
        if not entering:
            break
        column = entering[0]
        tight = [
            (table[index][-1] / table[index][column], basis[index], index)
            for index in range(rows)
            if table[index][column] > TINY
        ]
        row = min(tight)[2]
        pivot(table, gains, row, column)
        basis[row] = column
    total = -gains[-1]
    second = [0.0] * columns
    for row, variable in enumerate(basis):
        if variable < columns:
            second[variable] = table[row][-1] / total
    first = [-price / total for price in gains[columns:-1]]
    return 1 / total - raised, first, second


def pivot(table: list[list[float]], gains: list[float], row: int, column: int) -> None:
    """Bring the column's variable into the basis, in this row."""
    table[row] = [entry / table[row][column] for entry in table[row]]
    for line in [*table[:row], *table[row + 1 :], gains]:
        times = line[column]
        line[:] = [entry - times * other for entry, other in zip(line, table[row], strict=True)]
