"""What `master` chooses: as its slow twin does, and right where a choice ends the game."""

import numpy as np
import pytest

from helpers import position, rolled
from kernels.thinking import (
    TABLES,
    Thinker,
    decisions,
    key,
    lively_weights,
    move_of,
    named,
    thinker,
)
from reference.master_twin import Close, choices_of, is_in_doubt
from rowlock.kernels.bridge import to_roll, to_state
from rowlock.kernels.master import master, play_turn
from rowlock.kernels.rng import CHOICES, DICE, WRAPPING, stream_key
from rowlock.kernels.search import grandmaster
from rowlock.kernels.tables import tables_of
from rowlock.kernels.turn import chance_of
from rowlock.kernels.weights import mind_with, packaged
from rowlock.kernels.white import foresee
from rowlock.rules import Game, Move, Phase, Variant, find_variant, start
from shares import few_of
from tiny_games import TINY_GAMES

CLEAR = 1e-5
"""Decisions that are closer than this may go either way."""


@WRAPPING
def compiled_choices(thinker: Thinker, game: Game, choices_key: int = 0) -> list[Move]:
    tables, mind, _ = thinker
    state, chance = to_state(game), np.uint64(choices_key)
    return [
        move_of(game, master(tables, mind, state, seat, np.uint64(chance_of(state, seat, chance))))
        for seat in game.acting
    ]


def compare(thinker: Thinker, game: Game) -> bool:
    """Whether both choose the same; what is too close to call is left out, and what must perhaps be
    mixed."""
    close = Close()
    wanted = choices_of(thinker.worth, game, close)
    if is_in_doubt(thinker.worth, game, close) or close.gap < CLEAR:
        return False
    chosen = compiled_choices(thinker, game)
    assert game.act(chosen) == game.act(wanted), (list(map(str, chosen)), list(map(str, wanted)))
    return True


@pytest.mark.parametrize(("variant", "seats"), few_of(TABLES), ids=named)
def test_it_chooses_as_its_slow_twin(variant: Variant, seats: int) -> None:
    one = thinker(variant, seats)
    games = [game for seed in range(2) for game in decisions(variant, seats, seed, 3)]
    compared = sum(compare(one, game) for game in games)
    assert compared >= len(games) / 2


def test_the_trained_one_chooses_as_its_slow_twin() -> None:
    variant = find_variant("original")
    weights, _ = packaged(variant, 2)
    one = thinker(variant, 2, weights)
    games = decisions(variant, 2, 3, 12)
    compared = sum(compare(one, game) for game in games)
    assert compared >= len(games) / 2


def test_a_network_for_fewer_seats_chooses_as_its_slow_twin() -> None:
    one = thinker(find_variant("longo"), 2)
    games = decisions(find_variant("longo"), 4, 8, 4)
    assert sum(compare(one, game) for game in games) >= 2


def test_every_phase_is_compared() -> None:
    found = {
        game.phase
        for variant, seats in TABLES
        for seed in range(2)
        for game in decisions(variant, seats, seed, 3)
    }
    assert found == {Phase.WHITE, Phase.COLOUR, Phase.PAWN}


def test_all_seats_at_once_choose_as_one_by_one() -> None:
    for variant, seats in TABLES:
        tables, mind, _ = one = thinker(variant, seats)
        for game in decisions(variant, seats, 4, 2):
            if game.phase is Phase.WHITE:
                state = to_state(game)
                if foresee(tables, mind, state):
                    continue
                together = [move_of(game, code) for code in state.moves[:seats]]
                assert together == compiled_choices(one, game)


@pytest.mark.parametrize(
    ("variant", "seats"),
    [(find_variant("original"), 3), (find_variant("on-board"), 3), (find_variant("longo"), 2)],
    ids=named,
)
def test_a_whole_turn_is_that_of_single_choices(variant: Variant, seats: int) -> None:
    """`play_turn` is what training and searching play by."""
    game = start(variant, seats, lucky=list(variant.lucky[:seats]))
    one, choices = thinker(variant, seats), int(stream_key(5, CHOICES, 0))
    assert follow_turns(one, game, (int(stream_key(5, DICE, 0)), choices)) > 5


def test_whole_turns_draw_what_single_choices_draw() -> None:
    """In a game in which both often must mix."""
    variant = TINY_GAMES["two rows up"]
    for seed in range(30):
        one, dice = thinker(variant, 2, lively_weights(variant, 2, seed)), 7 * seed
        assert follow_turns(one, start(variant, 2), (dice, seed))


def follow_turns(one: Thinker, game: Game, keys: tuple[int, int]) -> int:
    """Plays a game by whole turns and by single choices; how many turns it has."""
    tables, mind, _ = one
    variant, seats, turns = game.variant, len(game.sheets), 0
    state = to_state(game)
    while not game.over:
        play_turn(tables, mind, state, np.uint64(keys[0]), np.uint64(keys[1]))
        roll = to_roll(variant, game.dice_in_play, state.faces.tolist())
        game = game.roll(roll)
        while game.phase not in (Phase.ROLL, Phase.OVER):
            game = game.act(compiled_choices(one, game, keys[1]))
        wanted = to_state(game)
        for field in ("turn", "active", "phase", "locked", "last_turn", "reason"):
            assert getattr(state, field) == getattr(wanted, field)
        assert state.marks[:seats].tolist() == wanted.marks[:seats].tolist()
        assert state.misses[:seats].tolist() == wanted.misses[:seats].tolist()
        turns += 1
    return turns


RED = "r2 r3 r4 r5 r6"
STUCK = f"{RED} y11 g3 b3 x3"
"""Only red can be crossed, and a miss is the last."""

AHEAD = "y2 y3 y4 y5 b12 b11 b10 b9 b8 b7 b6"
"""More points than a locked red row brings, and no lock is at hand."""

SURE = [
    # Passing is the last miss and loses by 1 point to 2 and more; the lock ends it with 28 - 15.
    (("original", STUCK, "y2 y3 y4", "g"), "w66 r1 y1 b1", 0, "r12"),
    # The same of a seat that is not active: the game ends anyhow, by the lock of the active one.
    (("original", "", f"{RED} y11 g3 b3", "g"), "w66 r1 y1 b1", 1, "r12"),
    # A lock would end a game that is lost by it.
    (("original", RED, AHEAD, "g"), "w66 r1 y1 b1", 0, "not"),
    (("original", "", RED, AHEAD, "g"), "w66 r1", 1, "not"),
    (("longo", "r2 r3 r4 r5 r6 r7 x3", "y2", "g"), "w88 r1", 0, "r16"),
]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("place", "dice", "seat", "right"), SURE)
def test_ends_that_win_are_taken_and_those_that_lose_are_not(
    place: tuple[str, ...], dice: str, seat: int, right: str, seed: int
) -> None:
    """Whatever the network thinks of games that go on."""
    name, *sheets, locked = place
    game = rolled(position(name, *sheets, locked=locked), dice)
    seats = len(game.sheets)
    mind = mind_with(game.variant, seats, lively_weights(game.variant, seats, seed))
    mind.patience, state, tables = 9_000, to_state(game), tables_of(game.variant)
    chosen = {
        str(move_of(game, master(tables, mind, state, seat, key(seed)))),
        str(move_of(game, grandmaster(tables, mind, state, seat, key(seed)))),
    }
    if right == "not":
        assert "r12" not in chosen
    else:
        assert chosen == {right}


def test_without_a_choice_it_passes() -> None:
    game = rolled(position("original", "r11 y11 g3 b3", ""), "w34 r1")
    one = thinker(game.variant, 2)
    assert str(compiled_choices(one, game)[0]) == "-"


def test_it_is_the_same_whatever_it_thought_of_before() -> None:
    """A mind is also room to think in; nothing may be left in it."""
    variant = find_variant("on-board")
    one, games = thinker(variant, 3), decisions(variant, 3, 2, 8)
    forward = [compiled_choices(one, game) for game in games]
    backward = [compiled_choices(one, game) for game in reversed(games)]
    assert forward == backward[::-1]
    assert forward == [compiled_choices(thinker(variant, 3), game) for game in games]
