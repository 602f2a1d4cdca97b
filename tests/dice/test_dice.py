"""Seeded, fair and typed dice."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import all_variants, position
from reference.record_twin import fair_rolls
from rowlock.dice import FairDice, commitment, read_roll, seeded_dice, typed_dice
from rowlock.rules import Game, Variant, start

SEED = bytes(range(32))
NONCES = ("00112233445566778899aabbccddeeff", "-")


def test_published_vector() -> None:
    dice = FairDice(SEED, NONCES)
    digest = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == digest
    assert dice.faces(1, faces=6, dice=6) == [5, 2, 2, 4, 5, 3]
    assert dice.faces(2, faces=6, dice=6) == [3, 4, 6, 5, 6, 4]
    assert dice.faces(1, faces=8, dice=6) == [3, 6, 2, 6, 1, 1]


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.sampled_from([*NONCES, "f" * 32]), min_size=1, max_size=5),
    st.integers(1, 500),
    st.sampled_from([6, 8]),
    st.integers(2, 80),
)
def test_fair_dice_agree_with_their_twin(
    seed: bytes, nonces: list[str], turn: int, faces: int, count: int
) -> None:
    ours = FairDice(seed, nonces).faces(turn, faces, count)
    assert ours == fair_rolls(seed, nonces, turn, faces, count)


def test_nonces_change_the_rolls() -> None:
    assert FairDice(SEED, NONCES).faces(1, 6, 20) != FairDice(SEED, ("-", "-")).faces(1, 6, 20)


def test_upper_case_hex_is_the_same_nonce() -> None:
    upper, lower = FairDice(SEED, ("AB" * 16,)), FairDice(SEED, ("ab" * 16,))
    assert upper.faces(1, 6, 9) == lower.faces(1, 6, 9)


@pytest.mark.parametrize("variant", all_variants(), ids=repr)
def test_rolls_fit_the_game(variant: Variant) -> None:
    game = start(variant)
    assert game.roll(seeded_dice(1, 2)(game)).phase == "white"


def test_faces_go_to_the_dice_in_play() -> None:
    game = position("original", "", "", locked="y")
    assert str(FairDice(SEED, NONCES)(game)) == "w52 r2 g4 b5"


def test_the_same_seed_gives_the_same_game() -> None:
    assert seeded_dice(7, 2).faces(3, 6, 6) == seeded_dice(7, 2).faces(3, 6, 6)
    assert seeded_dice(7, 2).faces(3, 6, 6) != seeded_dice(8, 2).faces(3, 6, 6)
    assert seeded_dice(7, 2).faces(1, 6, 6) == [6, 2, 1, 2, 3, 1], "games of a seed stay for good"


@pytest.mark.parametrize("faces", [6, 8])
def test_faces_are_even(faces: int) -> None:
    counts = Counter(seeded_dice(1, 2).faces(1, faces, 48_000))
    expected = 48_000 / faces
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, faces + 1))
    assert set(counts) == set(range(1, faces + 1))
    assert chi_square < 30, "by chance above this once in many thousand seeds"


@pytest.mark.parametrize(
    "text", ["w41 r3 y2 g6 b6", "b6 g6 y2 r3 w41", "413266", "4 1 3 2 6 6", " 41 3266 "]
)
def test_typed_rolls(text: str) -> None:
    assert str(read_roll(position("original", ""), text)) == "w41 r3 y2 g6 b6"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("41326", "5 faces for 6 dice: w w r y g b"),
        ("413267", "faces 1 to 6"),
        ("w41 r3", "the dice in play are w r y g b"),
        ("hello", "is no die|white dice"),
        ("", "white dice"),
        ("٤١٣٢٦٦", "white dice"),
    ],
)
def test_typing_errors(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_roll(position("original", ""), text)


def test_typing_dice_until_they_are_right() -> None:
    answers, complaints = iter(["41", "413269", "413266"]), list[str]()

    def ask(game: Game) -> str:
        assert game.turn == 1
        return next(answers)

    roll = typed_dice(ask, complaints.append)(position("original", ""))
    assert str(roll) == "w41 r3 y2 g6 b6"
    assert len(complaints) == 2
