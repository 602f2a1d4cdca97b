"""Bots play whole games, and each as it says it does."""

from random import Random

import pytest

import rowlock.bots
from bots.games import choice, whole_game
from helpers import all_variants, play, position, rolled
from kernels.thinking import TABLES, named
from networks import networks_for_all
from rowlock.bots import BOTS, Player, find_bot, grandmaster
from rowlock.dice import seeded_dice
from rowlock.record import Record, read_record, replay, write_record
from rowlock.rules import Game, Variant, totals
from shares import few_of


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("variant", "seats"), few_of(TABLES), ids=named)
def test_every_bot_plays_every_game(
    name: str, variant: Variant, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "grandmaster", grandmaster(seconds=0))
    with networks_for_all():
        record, game = whole_game(variant, [name] * seats, seed=seats)
    assert game.over
    assert replay(read_record(write_record(record))) == game


def test_games_go_on_from_any_position() -> None:
    start_here = position("original", "r2", "y3")
    dice = seeded_dice(1, 2)
    players = [Player(find_bot("random"), Random(1))] * 2
    record = Record(start_here, ("A", "B")).rolled(dice(start_here))
    *_, (record, game) = rowlock.bots.play(record, dice, players)
    assert replay(record) == game


def test_the_same_seed_gives_the_same_game() -> None:
    variant = all_variants()[0]
    assert whole_game(variant, ["random"] * 3, 5) == whole_game(variant, ["random"] * 3, 5)
    assert whole_game(variant, ["random"] * 3, 5) != whole_game(variant, ["random"] * 3, 6)


def cautious(game: Game) -> str:
    return choice("cautious", game)


def test_random_tries_everything() -> None:
    game = rolled(position("original", ""), "w34")
    found = {str(find_bot("random")(game, 0, Random(seed))) for seed in range(200)}
    assert found == {"r7", "y7", "g7", "b7", "-"}


def test_cautious_skips_least() -> None:
    assert cautious(rolled(position("original", "r2 y4 g6"), "w23")) == "y5"
    assert cautious(rolled(position("original", "r4 y4"), "w23")) == "r5", "the first of equals"


def test_cautious_passes_when_it_would_skip_too_much() -> None:
    assert cautious(rolled(position("original", ""), "w34")) == "-"
    assert cautious(rolled(position("original", "r4"), "w34")) == "r7"
    assert cautious(rolled(position("original", "r3"), "w34")) == "-"


def test_cautious_skips_more_to_avoid_a_miss() -> None:
    only_red = position("original", "r2 y11 g3 b3")
    assert cautious(play(only_red, "w61 r1", "-")) == "r7", "four skipped rather than a miss"
    assert cautious(play(only_red, "w62 r1", "-")) == "r3"
    assert cautious(play(only_red, "w62 r6", "-")) == "-", "five are too many"
    assert cautious(play(only_red, "w12 r6", "r3")) == "-", "no miss threatens any more"


def test_cautious_moves_the_pawn_as_far_as_it_skips_nothing() -> None:
    game = play(position("on-board", "y2 r3 g12"), "w66", "-", "-")
    assert cautious(game) == "+4", "b12 skips nothing, and is further than what is crossed"


def test_cautious_beats_random() -> None:
    variant = all_variants()[0]
    scores = [totals(whole_game(variant, ["cautious", "random"], seed)[1]) for seed in range(40)]
    assert sum(careful > random for careful, random in scores) >= 30


def test_unknown_bots() -> None:
    with pytest.raises(ValueError, match="no bot 'deep'; there are random, cautious, heuristic"):
        find_bot("deep")
