"""Bots that are programs: how they start, play and end."""

import os
import re
import shlex
import sys
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from arena.programs import (
    BOTS,
    EXAMPLE,
    GAME,
    RECORD,
    Lifeline,
    ask,
    command,
    games,
    misbehaving,
)
from helpers import all_variants, position, rolled
from rowlock.arena import program
from rowlock.arena.external import BotFailed, ExternalBot
from rowlock.bots.cautious import cautious_bot
from rowlock.record import Record
from rowlock.rules import PASS, Variant
from shares import first_of

pytestmark = pytest.mark.usefixtures("no_thread_left")


@pytest.mark.parametrize("seeds", first_of((1, 12), 1))
@pytest.mark.parametrize("variant", all_variants(), ids=repr)
def test_the_example_plays_as_the_cautious_bot(variant: Variant, seeds: int) -> None:
    """In every seat: as many games as there are seats are enough for that."""
    number = decisions = 0
    with ExternalBot(str(EXAMPLE)) as bot:
        for seats in range(1, variant.seats + 1):
            for seed in range(max(seeds, seats if seats in (1, variant.seats) else 1)):
                number, seat = number + 1, seed % seats
                for record, game in games(variant, seats, seed):
                    if seat in game.acting:
                        expected = cautious_bot(game, seat, Random(0))
                        assert bot.choose(record, game, seat, number) == expected
                        decisions += 1
    assert decisions > 20 * number


def test_the_example_is_short_and_stands_alone() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40
    assert os.access(EXAMPLE, os.X_OK)
    imported = re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE)
    assert imported
    assert set(imported) <= sys.stdlib_module_names


def test_nothing_is_asked_where_there_is_no_choice() -> None:
    with misbehaving("crash") as bot:
        for _ in range(5):
            nothing = rolled(position("original", "r11 y11 g3 b3"), "w23")
            assert bot.choose(RECORD, nothing, 0, 1) == PASS


def test_a_question_may_be_larger_than_a_pipe() -> None:
    names = ("A" * 200_000, "B")
    with ExternalBot(str(EXAMPLE)) as bot:
        large = Record(RECORD.start, names, RECORD.turns)
        assert str(bot.choose(large, GAME, 0, 1)) == "r5"
    with pytest.raises(BotFailed, match=r"did not answer within 0\.3 s"):
        stuck(names)


def test_standard_error_may_be_flooded() -> None:
    with misbehaving("flood_errors") as bot:
        assert [ask(bot) for _ in range(6)] == ["-"] * 6


def test_no_time_is_no_time_limit() -> None:
    with pytest.raises(ValueError, match="more than 0 seconds"):
        ExternalBot(str(EXAMPLE), seconds=0)


def stuck(names: tuple[str, ...]) -> None:
    """A bot that does not even read."""
    words = shlex.join([sys.executable, "-c", "import time; time.sleep(60)"])
    with ExternalBot(words, seconds=0.3) as bot:
        bot.choose(Record(RECORD.start, names, RECORD.turns), GAME, 0, 1)


def said(command: str) -> str:
    with pytest.raises(BotFailed) as caught:
        ExternalBot(command)
    assert caught.value.game is None
    return str(caught.value).removeprefix(f"cmd:{command} cannot be started: ")


def test_no_program(tmp_path: Path) -> None:
    assert said("./nobody --x") == ("there is no program ./nobody, neither here nor on the path")
    assert said("") == said("  ") == said("''")
    assert said("").startswith("a program must be named")
    assert said("python 'bot.py") == "a quote is opened and not closed"
    assert said(str(tmp_path)) == f"{tmp_path} is a folder"
    assert "null byte" in said(f"{sys.executable} 'a\0b'")


def test_no_script(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("#!/no/such/thing\n", encoding="utf-8")
    assert said(str(file)).startswith(f"{file} is not executable; try chmod +x")
    file.chmod(0o755)
    assert said(str(file)) == (f"{file}: its first line names an interpreter that is not there")
    file.write_bytes(b"\x7fELF")
    assert said(str(file)).startswith(f"{file}: it is neither a program nor a script")


def test_the_path_comes_before_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, answer in (("path", "y5"), ("here", "g5")):
        file = tmp_path / folder / "bot"
        file.parent.mkdir()
        file.write_text(f"#!/bin/sh\nwhile read -r _; do echo {answer}; done\n", "utf-8")
        file.chmod(0o755)
    monkeypatch.chdir(tmp_path / "here")
    for path, name, answer in (
        (tmp_path, "bot", "g5"),
        (tmp_path / "path", "bot", "y5"),
        (tmp_path / "path", "./bot", "g5"),
    ):
        monkeypatch.setenv("PATH", str(path))
        with ExternalBot(name) as bot:
            assert ask(bot) == answer


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_a_python_file_with_blanks_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    file = tmp_path / "my bot.py"
    code = "import sys\nfor _ in sys.stdin: print(sys.argv[1], flush=True)\n"
    file.write_text(f"#!{sys.executable}\n{code}", encoding="utf-8")
    file.chmod(mode)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (f"'{file}'", "'my bot.py'", "'./my bot.py'", "'~/my bot.py'"):
        with ExternalBot(f"{name} r5") as bot:
            assert ask(bot) == "r5"


def words_in(diary: Path) -> list[str]:
    return diary.read_text(encoding="utf-8").split() if diary.exists() else []


def spend_the_grace_at_once(
    monkeypatch: pytest.MonkeyPatch, diary: Path, ignored: list[str]
) -> None:
    """The time that a program has to end is over as soon as it has written what it will not end
    for. Else it would have to be waited for, and on a busy machine for long."""
    ends_within, left = program.Program._ends_within, list(ignored)

    def wait(self: program.Program, seconds: float) -> bool:
        if not left:
            return ends_within(self, seconds)
        assert seconds == program.GRACE
        word, until = left.pop(0), monotonic() + seconds
        while word not in words_in(diary):
            assert monotonic() < until
            sleep(0.01)
        return ends_within(self, 0)

    monkeypatch.setattr(program, "GRACE", 120.0)
    monkeypatch.setattr(program.Program, "_ends_within", wait)


@pytest.mark.skipif(os.name != "posix", reason="signals of another system")
@pytest.mark.parametrize(
    ("how", "ignored", "diary", "code"),
    [
        ("polite", [], ["goodbye", "gone"], 0),
        ("listens", ["goodbye"], ["goodbye", "told"], 0),
        ("deaf", ["goodbye", "told"], ["goodbye", "told"], -9),
    ],
)
def test_the_end_of_input_is_the_goodbye(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    ignored: list[str],
    diary: list[str],
    code: int,
) -> None:
    file = tmp_path / "diary"
    spend_the_grace_at_once(monkeypatch, file, ignored)
    with ExternalBot(command(BOTS / "leaving.py", how, file)) as bot:
        assert ask(bot) == "-"
        assert bot._program is not None
        process = bot._program._process
    assert words_in(file) == diary
    assert process.returncode == code
    bot.close()


def test_children_go_too(lifeline: Lifeline) -> None:
    child = (
        "import os, sys, time; lifeline = open(sys.argv[1], 'w');"
        "print(os.getpid(), file=lifeline, flush=True); print('-', flush=True); time.sleep(60)"
    )
    parent = (
        "import subprocess, sys; input();"
        "subprocess.Popen([sys.executable, '-c', *sys.argv[1:]]); sys.stdin.read()"
    )
    words = [sys.executable, "-c", parent, child, str(lifeline.path)]
    with ExternalBot(shlex.join(words)) as bot:
        assert ask(bot) == "-", "a child may answer for the bot"
    assert lifeline.process()
    assert lifeline.is_cut(seconds=120)


def test_no_file_is_left_open() -> None:
    folder = Path("/dev/fd")
    if not folder.exists():
        pytest.skip("this system does not list open files")
    before = len(list(folder.iterdir()))
    for _ in range(10):
        with ExternalBot(command(BOTS / "leaving.py", "polite", os.devnull)) as bot:
            assert ask(bot) == "-"
    assert len(list(folder.iterdir())) < before + 10
