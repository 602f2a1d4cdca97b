"""Fair dice, checked afterwards."""

from random import Random

import pytest

from rowlock.bots import Player, find_bot, play
from rowlock.dice import FairDice, commitment
from rowlock.record import BadRecord, BrokenGame, Record, read_record, verify, write_record
from rowlock.rules import VARIANTS, start

SEED = bytes(range(100, 132))
NONCES = ("00112233445566778899aabbccddeeff", "-")


def fair_record(name: str = "original") -> str:
    """A whole game with fair dice, as text."""
    tags = {"Dice": "fair", **FairDice(SEED, NONCES).published()}
    players = [Player(find_bot("cautious"), Random(0))] * 2
    record = Record(start(VARIANTS[name], 2), ("A", "B"), extra=tags)
    *_, (record, _) = play(record, FairDice(SEED, NONCES), players)
    return write_record(record)


def unfair(text: str) -> BrokenGame:
    with pytest.raises(BrokenGame) as caught:
        verify(read_record(text))
    return caught.value


@pytest.mark.parametrize("name", VARIANTS)
def test_fair_games(name: str) -> None:
    text = fair_record(name)
    verify(read_record(text))
    assert "2. w" in text


def test_hex_in_upper_case() -> None:
    text = fair_record()
    upper = text.replace(SEED.hex(), SEED.hex().upper())
    upper = upper.replace(NONCES[0], NONCES[0].upper()).replace(
        commitment(SEED), commitment(SEED).upper()
    )
    assert upper != text
    verify(read_record(upper))


def test_another_seed_than_committed() -> None:
    error = unfair(fair_record().replace(commitment(SEED), commitment(b"x" * 32)))
    assert error.code == "unfair"
    assert error.turn is None
    assert error.line == 5


def test_a_changed_roll() -> None:
    lines = fair_record().splitlines()
    place = next(index for index, line in enumerate(lines) if line.startswith("3. "))
    dice, rest = lines[place].split(" | ", 1)
    other = "1" if dice[-1] != "1" else "2"
    lines[place] = f"{dice[:-1]}{other} | {rest}"
    error = unfair("\n".join(lines))
    assert (error.code, error.turn, error.line) == ("unfair", 3, place + 1)
    assert "fair dice give" in error.message


def test_changed_nonces() -> None:
    error = unfair(fair_record().replace(NONCES[0], "f" * 32))
    assert (error.code, error.turn) == ("unfair", 1)


def test_a_broken_rule_before_an_unfair_roll() -> None:
    text = fair_record()
    first = next(line for line in text.splitlines() if line.startswith("1. "))
    dice = first.split(" | ")[0]
    assert unfair(text.replace(first, f"{dice} | r13 - | -")).code == "wrong-number"


def test_something_after_the_end() -> None:
    text = fair_record()
    turns = [line for line in text.splitlines() if line[:1].isdigit()]
    extra = f"{len(turns) + 1}. w11 r1 y1 g1 b1"
    last = turns[-1].count("|")
    assert last == 2, "the game ends after a whole turn"
    assert unfair(text + extra).code == "game-over"


@pytest.mark.parametrize("tag", ["Commitment", "Seed", "Nonces"])
def test_missing_tags(tag: str) -> None:
    lines = [line for line in fair_record().splitlines() if not line.startswith(f"[{tag}")]
    with pytest.raises(BadRecord, match=tag):
        verify(read_record("\n".join(lines)))
