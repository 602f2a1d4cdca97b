"""Whatever a command is given, it answers in words, and gives a terminal no orders."""

import asyncio
import shutil
import unicodedata
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest

from cli.calling import answer, call
from cli.odd import MORE, NUMBERS, SIGNS, WORDS, Trial, trials
from rowlock import record
from rowlock.cli import serving, solving, training
from rowlock.server.storage import copying, store
from rowlock.server.storage.copying import back_up
from server.test_backup import MADE, quietly

RECORD = '[Variant "original"]\n[Players "Ann"]\n'


@pytest.fixture
def place(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database, a backup, a record and a folder, where nothing long is begun."""

    def long(*_: object) -> None:
        raise ValueError("this would take long")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROWLOCK_DATA", str(tmp_path))
    monkeypatch.setenv("ROWLOCK_SOLVED", str(tmp_path / "solved"))
    monkeypatch.setattr(serving, "serve", lambda *_: None)
    monkeypatch.setattr(serving, "_leave", lambda: None)
    monkeypatch.setattr(solving, "solve_on_disk", long)
    monkeypatch.setattr(training, "_go_on", long)
    for module in (copying, store):
        # Threads that could not connect end at once here, and nobody has to wait for them.
        monkeypatch.setattr(module, "THREADS_END", 0.0)
    shutil.copy(games, tmp_path / "rowlock.db")
    asyncio.run(back_up(f"sqlite:///{games}", tmp_path / "saved.gz", MADE, quietly))
    (tmp_path / "game.rlk").write_text(RECORD, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    return tmp_path


def check(trial: Trial, odd: Iterable[str]) -> None:
    for word in odd:
        words = trial.words(word)
        told = call(*words)
        assert told.exit_code in (0, 1, 2), (words, told.output)
        assert is_text(told.output), words


def is_text(output: str) -> bool:
    """Whether a terminal would only show it."""
    return not any(is_order(char) for char in output if char != "\n")


def is_order(char: str) -> bool:
    return unicodedata.category(char)[0] == "C" or char in "\u2028\u2029"


@pytest.mark.early
def test_every_command_answers_odd_words(place: Path) -> None:
    """Signs are tried everywhere, and of the other words every second one."""
    tried = list(trials(place))
    for number, trial in enumerate(tried):
        others = [word for word in (NUMBERS if trial.numeric else WORDS) if word != SIGNS]
        check(trial, [SIGNS, *others[number % 2 :: 2]])
    assert len({trial.command for trial in tried}) == 17
    assert len(tried) > 60


@pytest.mark.soak
def test_every_command_answers_all_odd_words(place: Path) -> None:
    for trial in trials(place):
        # Some games more, or a pause, are nothing odd.
        fine = {"--games": ["1e30"], "--pause": ["inf"], "--every": []}
        check(trial, fine.get(trial.before[-1] if trial.before else "", [*MORE, *WORDS, *NUMBERS]))


@pytest.mark.usefixtures("place")
def test_commands_that_are_none() -> None:
    for words in ([SIGNS], [f"--{SIGNS}"], ["db", SIGNS], ["demo", f"--{SIGNS}"], ["demo", SIGNS]):
        told = call(*words)
        assert told.exit_code == 2
        assert is_text(told.output)


@pytest.mark.parametrize("command", ["replay", "moves", "verify", "best"])
def test_names_in_records_are_text(command: str, place: Path) -> None:
    # Control characters are in no record, marks of direction may be.
    name = "[red]A[/red]\u202e\u2066\ue000"
    (place / "game.rlk").write_text(RECORD.replace("Ann", name), encoding="utf-8")
    told = call(command, "game.rlk")
    assert is_text(told.output)
    if command in ("replay", "moves"):
        assert "[red]A[/red]\\u202e\\u2066\\ue000" in told.stdout
    as_json = call(command, "game.rlk", "--json")
    assert as_json.output.isascii()
    assert is_text(as_json.output)


@pytest.mark.usefixtures("place")
def test_programs_that_play_are_named_as_text() -> None:
    told = call("arena", f"cmd:{SIGNS}", "random", "--games", "2")
    assert told.exit_code == 2
    assert is_text(told.output)
    assert "[red]x[/red]" in told.stderr


@pytest.mark.usefixtures("place")
def test_settings_are_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWLOCK_CONTACT", SIGNS)
    monkeypatch.setenv("ROWLOCK_\x1b[31m", "x")
    told = call("serve", "--settings")
    assert told.exit_code == 0
    assert is_text(told.output)
    assert "[red]x[/red]:tea:" in told.stdout
    assert "ROWLOCK_\\x1b[31m is not a setting" in told.stderr


def test_whatever_is_no_character_to_be_seen_is_shown_as_an_escape() -> None:
    # Beyond these there are letters, and what means nothing, or nothing yet.
    ranges = (
        range(0x3000),
        range(0xD800, 0x11000),
        range(0x13400, 0x13460),
        range(0xE0000, 0xE0200),
    )
    unseen = [
        char
        for char in map(chr, chain(*ranges, range(0x1BCA0, 0x1BCA4), range(0x1D173, 0x1D17B)))
        if is_order(char)
    ]
    assert {"\x1b", "\x9b", "\x7f", "\u202e", "\u2066", "\u2028", "\ud800"} < set(unseen)
    joiners = "\u200c\u200d"
    told = record.visible("".join(unseen)).translate(dict.fromkeys(map(ord, joiners)))
    assert told.isascii()
    assert told.isprintable()
    for text in ("Žofie 🎲", "[red]", "中\u3000文", "a\u200db", "é"):
        assert record.visible(text) == text


@pytest.mark.usefixtures("place")
def test_a_pause_without_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.rlk"
    file.write_text("kept")
    for pause in ("inf", "nan", "1e30"):
        told = call("demo", "--pause", pause, "--record", str(file))
        assert told.exit_code == 2
        assert "--pause is at most 3600 seconds" in told.stderr
        assert file.read_text() == "kept"
    assert "Turn 1" in answer("demo", "--pause", "-1", "--seed", "18446744073709551617")
