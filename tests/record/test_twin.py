"""The reader against its slow twin, on good records and on thousands of damaged ones."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from reference import play_twin, record_twin
from rowlock.record import (
    RecordError,
    error_view,
    moves_view,
    read_record,
    replay,
    replay_view,
    write_record,
)
from rowlock.rules import VARIANTS
from shares import quickest_of

GAMES = 15
GAMES_A_SOAK = 2_000
DAMAGES_A_GAME = 30
TOKENS = "r5 y12 g2 b16 r13 r0 g16* b2* +1 +5 +6 - w66 w41 r7 y0 b9 x1 5 | || # r w r٣ a5 d12"
TAGS = [
    '[First "2"]',
    '[First "9"]',
    '[Board "B"]',
    '[Lucky "6 11; 5 8"]',
    '[Locked "g"]',
    '[Locked "r g"]',
    '[Sheets "r5; y2 x1"]',
    '[Sheets "p4; p4"]',
    '[Sheets "r2 r3 r4 r5 r6 r12 rL; "]',
    '[Result "1 2"]',
    '[Format "1"]',
    '[Format "3"]',
    '[Dice "fair"]',
    '[Dice "cheese"]',
    '[Event "a # b"]',
    '[Players "A; B; C"]',
    "[Oops]",
    "# a comment",
    "",
]


def our_answer(data: bytes) -> dict[str, Any]:
    try:
        record = read_record(data)
        game = replay(record)
    except RecordError as error:
        return error_view(error)
    answers = {"replay": replay_view(record, game), "moves": moves_view(game)}
    decoded: dict[str, Any] = json.loads(json.dumps(answers))
    return decoded


def comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """Without the message, which is ours, and the line of what is no text at all."""
    if "error" not in answer:
        return answer
    error = {key: value for key, value in answer["error"].items() if key != "message"}
    return {"error": {**error, "line": None} if error["code"] == "unreadable" else error}


def damage_words(rng: Random, words: list[str]) -> list[str]:
    place, other = rng.randrange(len(words)), rng.randrange(len(words))
    swapped = [*words]
    swapped[place], swapped[other] = swapped[other], swapped[place]
    return rng.choice(
        [
            [*words[:place], rng.choice(TOKENS.split()), *words[place + 1 :]],
            [*words[:place], rng.choice(TOKENS.split()), *words[place:]],
            [*words[:place], *words[place + 1 :]],
            swapped,
        ]
    )


def damage_lines(rng: Random, lines: list[str]) -> list[str]:
    place = rng.randrange(len(lines))
    words = " ".join(damage_words(rng, lines[place].split(" ")))
    return rng.choice(
        [
            [*lines[:place], words, *lines[place + 1 :]],
            [*lines[:place], words, *lines[place + 1 :]],
            [*lines[:place], *lines[place + 1 :]],
            [*lines[:place], rng.choice([*TAGS, *lines]), *lines[place:]],
            [*lines, rng.choice(lines)],
        ]
    )


def damaged(rng: Random, text: str) -> str:
    place = rng.randrange(len(text))
    character = rng.choice('0123456789rygbwL*+-|;"[]# .\t\u00a0\u3000')
    lines = "\n".join(damage_lines(rng, text.split("\n")))
    return rng.choice(
        [
            lines,
            lines,
            lines,
            text[:place],
            text[:place] + text[place + 1 :],
            text[:place] + character + text[place:],
            text[:place] + character + text[place + 1 :],
        ]
    )


@pytest.mark.parametrize("name", quickest_of(VARIANTS, "on-board"))
def test_twin_answers_the_same(name: str) -> None:
    compare_many(Random(f"damage {name}"), name, GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
def test_twin_answers_the_same_for_long(name: str) -> None:
    compare_many(Random(f"soak {name}"), name, GAMES_A_SOAK)


def compare_many(rng: Random, name: str, games: int) -> None:
    codes = Counter[str]()
    for _ in range(games):
        whole = play_twin.random_game(rng, name, rng.randint(1, VARIANTS[name].seats))
        stopped = play_twin.stopped(rng, whole)
        for good in (whole, stopped):
            assert our_answer(good.encode()) == record_twin.answer(good.encode())
            assert read_record(write_record(read_record(good))) == read_record(good)
        for _ in range(DAMAGES_A_GAME):
            data = damaged(rng, rng.choice([whole, stopped])).encode()
            ours, twin = our_answer(data), record_twin.answer(data)
            assert comparable(ours) == comparable(twin), data.decode()
            codes[ours.get("error", {}).get("code", "fine")] += 1
    assert codes["unreadable"] > 100
    assert codes["fine"] > 10
    assert len(codes) >= 5, "damage breaks several rules"
