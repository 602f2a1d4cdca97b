"""Records that compiled code reads and writes: names and shapes, declared once as a class.

A record lies in memory as a C struct does, so that a kernel takes one argument for all tables and
one for a game, and every field is an offset known when it is compiled.
"""

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

ROWS = 8
DICE = 10
SEATS = 8
SPACES = 62
SUMS = 63
CROSSES = 64
PATH = 128
PAIRS = 16
"""How much there is room for. Spaces and sums are bits of one signed integer of 64."""


def layout(fields: type) -> np.dtype[np.void]:
    """The type of a record: an `int` field is one number, `Annotated[Ints, …]` tells its shape, and
    before that, if the numbers are to be smaller than usual, their type."""
    hints = get_type_hints(fields, include_extras=True)
    return np.dtype([(name, *_kind(hint)) for name, hint in hints.items()], align=True)


def _kind(hint: object) -> tuple[Any, tuple[int, ...]]:
    if get_origin(hint) is not Annotated:
        return np.int64, ()
    first, *rest = get_args(hint)[1:]
    return (np.int64, (first, *rest)) if isinstance(first, int) else (first, tuple(rest))


def empty(kind: np.dtype[np.void]) -> Any:
    """A record of zeros."""
    return np.zeros(1, kind).view(np.recarray)[0]
