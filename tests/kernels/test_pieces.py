"""Bits, random numbers, tables and bots, each by itself."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.kernels.bits import count, highest, lowest, nth
from rowlock.kernels.bots import NAMES
from rowlock.kernels.bridge import to_code, to_move, to_moves
from rowlock.kernels.compiled import compiled
from rowlock.kernels.legal import Legal
from rowlock.kernels.moves import pick
from rowlock.kernels.rng import WRAPPING, below, draw, stream_key
from rowlock.kernels.tables import TooLarge, tables_of
from rowlock.rules import VARIANTS, Row, Space

BITS = st.integers(0, (1 << 62) - 1)


@compiled
def counted(bits: int) -> tuple[int, int]:
    return count(bits), highest(bits)


@given(BITS)
def test_bits_are_counted_alike(bits: int) -> None:
    assert (
        counted(bits) == (count(bits), highest(bits)) == (bits.bit_count(), bits.bit_length() - 1)
    )
    if bits:
        indexes = [index for index in range(62) if bits >> index & 1]
        assert lowest(bits) == indexes[0]
        assert [nth(bits, n) for n in range(len(indexes))] == indexes


def test_numbers_are_those_of_splitmix64() -> None:
    """The published sequence for seed 1234567: a stream's numbers, counted from 1."""
    wanted = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    with WRAPPING:
        drawn = [int(draw(np.uint64(1234567), n)) for n in range(1, 6)]
    assert drawn == wanted


def test_streams_are_apart() -> None:
    streams = list(product(range(9), range(3), range(99)))
    assert len({int(stream_key(*stream)) for stream in streams}) == len(streams)


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_below(number: int, limit: int) -> None:
    assert below(np.uint64(number), limit) == (number >> 32) * limit >> 32 < limit


def test_random_picks_each_legal_move_once() -> None:
    legal: Legal = (0b1010, 0b0011, 0)
    moves = [to_move(VARIANTS["longo"], pick(legal, n)) for n in range(5)]
    assert sorted(map(str, moves)) == sorted(map(str, to_moves(VARIANTS["longo"], legal)))
    assert [str(move) for move in moves] == ["r3", "r5", "r2*", "r3*", "-"]
    assert [pick((0, 0, 0b110), n) for n in range(3)] == [129, 130, -1]


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_are_numbers_and_back(name: str) -> None:
    variant = VARIANTS[name]
    for code in [-1, *range(len(variant.places)), 129, 133]:
        assert to_code(variant, to_move(variant, code)) == code


def test_what_has_no_room_is_refused() -> None:
    original = VARIANTS["original"]
    row = Row("x", "x", tuple(Space("r", n) for n in range(2, 25)), 1, 5, "r")
    wide = replace(original, rows=(*original.rows, row), points=tuple(range(30)), name="wide")
    with pytest.raises(TooLarge, match=r"room for 62, not 67 \(spaces on a sheet\)"):
        tables_of(wide)
    with pytest.raises(TooLarge, match=r"the highest sum"):
        tables_of(replace(original, faces=40, name="large"))


def test_names_are_those_of_the_bots() -> None:
    from rowlock.bots import BOTS

    assert set(NAMES) <= set(BOTS)
