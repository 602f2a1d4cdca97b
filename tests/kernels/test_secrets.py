"""No bot sees what the others have chosen but not shown, or dice that are not rolled yet.

Each check is also shown to catch a bot that looks.
"""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from random import Random

import pytest

from bots.games import whole_game
from helpers import ON_BOARD
from kernels.thinking import Thinker, decisions, key, random_roll, thinker
from rowlock.bots import Player
from rowlock.bots import play as play_bots
from rowlock.dice import seeded_dice
from rowlock.kernels.bots import NAMES, choice_with
from rowlock.kernels.bridge import to_move, to_state
from rowlock.kernels.state import ADVANCE, PASS, State
from rowlock.record import Record
from rowlock.rules import Game, Move, Phase, Roll, Variant, find_variant, legal_moves, start
from shares import first_of
from tiny_games import TINY_GAMES

Chooser = Callable[[Thinker, State, int, int], int]
"""Chooses for a seat, with a number for what is left to chance."""

SEATS = 3
VARIANTS = [find_variant("original"), find_variant("longo"), ON_BOARD]

EVERY = list(product(NAMES, VARIANTS))
PLAYERS = first_of(EVERY, *(one for one in EVERY if one[1] == VARIANTS[0] or one[0] == NAMES[-1]))
"""All bots in one game, and the one that looks furthest in all; `make soak` has the others."""
RACE = TINY_GAMES["two rows up"]
"""With two seats both often must mix here."""


def chooser(name: str) -> Chooser:
    bot = NAMES.index(name)

    def choose(one: Thinker, state: State, seat: int, number: int) -> int:
        one.mind.patience = 2_000
        return int(choice_with(one.tables, state, seat, bot, key(number), one.mind))

    return choose


def peeking(one: Thinker, state: State, seat: int, number: int) -> int:
    """Plays like `master`, but passes when the next seat has chosen a cross."""
    if state.moves[(seat + 1) % state.seats] != PASS:
        return PASS
    return chooser("master")(one, state, seat, number)


def white_actions(variant: Variant, seats: int) -> Iterator[Game]:
    for seed in range(2):
        for game in decisions(variant, seats, seed, 5):
            if game.phase is Phase.WHITE:
                yield game


def is_blind_to_choices(choose: Chooser, variant: Variant, seats: int = SEATS) -> bool:
    """Whether all choices stay the same, whatever the others have chosen: nothing yet, any legal
    move, or what no move is."""
    one, rng = thinker(variant, seats), Random(1)
    for game in white_actions(variant, seats):
        usual = [choose(one, to_state(game), seat, seat) for seat in game.acting]
        for attempt in range(4):
            for seat in game.acting:
                state = to_state(game)
                for other in range(len(state.moves)):
                    codes = (PASS, rng.randrange(-9, 999), ADVANCE + 1, rng.randrange(44))
                    state.moves[other] = codes[attempt]
                if choose(one, state, seat, seat) != usual[seat]:
                    return False
    return True


def is_blind_to_order(choose: Chooser, variant: Variant, seats: int = SEATS) -> bool:
    """Whether all choices stay the same in whatever order the seats are asked, each with the
    choices of those before it on the table, as in compiled games."""
    one = thinker(variant, seats)
    for game in white_actions(variant, seats):
        found = set()
        for order in permutations(game.acting):
            state = to_state(game)
            state.moves[:] = PASS
            for seat in order:
                state.moves[seat] = choose(one, state, seat, seat)
            found.add(tuple(state.moves[:seats].tolist()))
        if len(found) > 1:
            return False
    return True


@pytest.mark.parametrize(("name", "variant"), PLAYERS, ids=str)
def test_choices_of_others_are_not_seen(name: str, variant: Variant) -> None:
    assert is_blind_to_choices(chooser(name), variant)
    assert is_blind_to_order(chooser(name), variant)


@pytest.mark.parametrize("name", NAMES)
def test_what_another_one_draws_is_not_seen(name: str) -> None:
    assert is_blind_to_choices(chooser(name), RACE, 2)
    assert is_blind_to_order(chooser(name), RACE, 2)


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
def test_who_peeks_at_choices_is_caught(variant: Variant) -> None:
    assert not is_blind_to_choices(peeking, variant)
    assert not is_blind_to_order(peeking, variant)


Dice = Callable[[Game], Roll]
DiceChooser = Callable[[Thinker, Game, int, Dice], int]


def dice_of(seed: int, since: int, later: int) -> Dice:
    """The dice of a game by its turns: from one of them on, others."""

    def roll(game: Game) -> Roll:
        return random_roll(game, Random(f"{seed if game.turn < since else later} {game.turn}"))

    return roll


def choices_until(
    choose: DiceChooser, variant: Variant, last: int, dice: Dice
) -> list[tuple[int, ...]]:
    """What all seats choose in a game, up to the turn `last`."""
    one, made = thinker(variant, SEATS), []
    game = start(variant, SEATS, lucky=list(variant.lucky[:SEATS]))
    while not game.over and game.turn <= last:
        if game.phase is Phase.ROLL:
            game = game.roll(dice(game))
        else:
            codes = tuple(choose(one, game, seat, dice) for seat in game.acting)
            made.append(codes)
            game = game.act([to_move(variant, code) for code in codes])
    return made


def is_blind_to_dice(choose: DiceChooser, variant: Variant) -> bool:
    """Whether the choices up to a turn are the same when all later dice are others."""
    for turn in (2, 3):
        made = [
            choices_until(choose, variant, turn, dice_of(5, turn + 1, later))
            for later in (5, 6, 7, 8)
        ]
        if any(choices != made[0] for choices in made):
            return False
    return True


@pytest.mark.parametrize(("name", "variant"), PLAYERS, ids=str)
def test_later_dice_are_not_seen(name: str, variant: Variant) -> None:
    choose = chooser(name)
    assert is_blind_to_dice(
        lambda one, game, seat, _: choose(one, to_state(game), seat, game.turn * 8 + seat), variant
    )


def foreseeing(one: Thinker, game: Game, seat: int, dice: Dice) -> int:
    """Plays like `master`, but passes when the next roll is a high one."""
    coming = dice(game._replace(turn=game.turn + 1))
    if coming.white_sum > 6:
        return PASS
    return chooser("master")(one, to_state(game), seat, 0)


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
def test_who_knows_later_dice_is_caught(variant: Variant) -> None:
    assert not is_blind_to_dice(foreseeing, variant)


def test_what_lies_in_a_state_besides_the_position_is_not_seen() -> None:
    """Faces of dice that are out, seats that nobody has, moves of the turn before."""
    variant = VARIANTS[0]
    one = thinker(variant, 2)
    for name in NAMES:
        choose = chooser(name)
        for game in decisions(variant, 2, 3, 8):
            for seat in game.acting:
                state = to_state(game)
                state.moves[:] = 77
                state.faces[2 + len(variant.dice) :] = 9
                for field in ("marks", "open", "misses", "pawn", "lucky"):
                    getattr(state, field)[2:] = 5
                for die in range(len(variant.dice)):
                    if state.out >> die & 1:
                        state.faces[2 + die] = 6
                assert choose(one, state, seat, 4) == choose(one, to_state(game), seat, 4)


class TestGamesOfTheRules:
    """A game that is handed to a bot has no choices in it that are not made yet."""

    def test_all_seats_are_asked_about_the_same_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[tuple[Game, int]] = []

        def asking(game: Game, seat: int, rng: Random) -> Move:
            asked.append((game, seat))
            return rng.choice(legal_moves(game, seat))

        record = Record(start(VARIANTS[0], 3), ("A", "B", "C"))
        players = [Player(asking, Random(seat)) for seat in range(3)]
        *_, (record, _) = play_bots(record, seeded_dice(3, 3), players)
        white = [(game, seat) for game, seat in asked if game.phase is Phase.WHITE]
        assert len(white) > 30
        for at in range(0, len(white), 3):
            games, seats = zip(*white[at : at + 3], strict=True)
            assert seats == (0, 1, 2)
            assert games[0] == games[1] == games[2]
        shown = {game for game, _ in asked}
        assert all(to_state(game).moves.tolist() == [0] * 8 for game in shown)

    def test_a_game_has_nowhere_to_hold_them(self) -> None:
        assert Game._fields == (
            "variant",
            "sheets",
            "first",
            "turn",
            "phase",
            "rolled",
            "locked",
            "crossed",
            "last_turn",
            "reason",
        )

    def test_the_same_chance_gives_the_same_game(self) -> None:
        for name in ("easy", "master"):
            assert whole_game(VARIANTS[0], [name] * 2, 5) == whole_game(VARIANTS[0], [name] * 2, 5)
