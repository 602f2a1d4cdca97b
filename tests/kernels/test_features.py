"""What the network sees of a position: the facts of its slow twin, line by line."""

import numpy as np
import pytest

from helpers import position, rolled
from kernels.thinking import TABLES, moments, named
from reference import network_twin
from rowlock.kernels.bridge import to_state
from rowlock.kernels.features import SEAT_SLOTS, features, pair_number, shape_of
from rowlock.kernels.layout import SEATS
from rowlock.kernels.network import LINES
from rowlock.kernels.tables import bits_of, tables_of
from rowlock.rules import Game, Phase, Variant, find_variant


def lines_of(game: Game, view: int, network: int) -> list[int]:
    """The lines that a network for so many seats sees."""
    found = np.zeros(SEAT_SLOTS * SEATS, np.int64)
    shape, tables = shape_of(game.variant, network), tables_of(game.variant)
    slots = features(tables, shape, to_state(game), view, found)
    return [int(line) for line in found[:slots]]


def facts_of(game: Game, view: int, network: int) -> list[int]:
    facts = network_twin.all_facts(game.variant, network)
    seats = [view, *network_twin.others_in_order(game, view)][:network]
    return [
        role * len(facts) + facts.index(fact)
        for role, seat in enumerate(seats)
        for fact in network_twin.facts_of(game, seat, network)
    ]


@pytest.mark.parametrize(("variant", "seats"), TABLES, ids=named)
def test_lines_are_facts(variant: Variant, seats: int) -> None:
    seen = 0
    for seed in range(2):
        for game in [*moments(variant, seats, seed)][::4]:
            if game.phase is Phase.ROLL:
                for view in range(seats):
                    for network in {seats, 2} if seats > 2 else {seats}:
                        assert lines_of(game, view, network) == facts_of(game, view, network)
                        seen += 1
    assert seen > 4


@pytest.mark.parametrize(("variant", "seats"), TABLES, ids=named)
def test_the_room_is_that_of_all_facts(variant: Variant, seats: int) -> None:
    shape = shape_of(variant, seats)
    assert shape.block == len(network_twin.all_facts(variant, seats))
    assert shape.seats == seats
    assert seats * shape.block <= LINES


def test_a_seat_by_hand() -> None:
    game = position("original", "r2 r4 b12 x2", "y2", first=1, locked="y")
    row, locked = 1 + 10 * 11 // 2, 13
    block = 4 * (row + locked) + 4 + 2
    own = [
        3 + 2,  # red is used up to its third space, with two crosses
        (row + locked) + row,  # yellow is locked, with no cross
        2 * (row + locked),  # green is empty
        3 * (row + locked) + 1,  # blue has its first space
        4 * (row + locked) + 2,  # two misses
        4 * (row + locked) + 4 + 1,  # the other seat is active first
    ]
    assert lines_of(game, 0, 2)[:6] == own
    assert lines_of(game, 1, 2)[6:] == [block + line for line in own], "the same from over there"


def test_others_come_in_the_order_of_their_points() -> None:
    game = position("original", "", "r2", "r2 r3", "y2", first=3)
    assert network_twin.others_in_order(game, 0) == [2, 3, 1]
    assert lines_of(game, 0, 4) == facts_of(game, 0, 4)
    assert lines_of(game, 0, 2) == facts_of(game, 0, 2), "with two seats, only the one in front"


@pytest.mark.parametrize(
    ("turn", "last", "again"), [(9, None, 0), (9, 11, 1), (9, 9, 2), (9, 10, 1)]
)
def test_whether_a_seat_will_be_active_again(turn: int, last: int | None, again: int) -> None:
    game = position("on-board", "", "", "")._replace(turn=turn, last_turn=last)
    shape = shape_of(game.variant, 3)
    view = (game.active + 1) % 3
    assert lines_of(game, view, 3)[7] - shape.finish_at == again


def test_lucky_pairs_have_numbers() -> None:
    longo = find_variant("longo")
    tables = tables_of(longo)
    numbers = [pair_number(tables, bits_of(pair)) for pair in longo.lucky]
    assert numbers == list(range(len(longo.lucky)))
    assert pair_number(tables, bits_of((2, 3))) == len(longo.lucky), "one that no card has"


def test_dice_on_the_table_are_not_seen() -> None:
    game = position("longo", "r2", "y2")
    for dice in ("w11", "w34 r2", "w66 y6"):
        assert lines_of(rolled(game, dice), 0, 2) == lines_of(game, 0, 2)
