"""The commands as a person or a script runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.calling import answer as told_by
from cli.calling import called as rowlock
from rowlock import __version__
from rowlock.bots import BOTS
from rowlock.cli.verify import GUARANTEE
from rowlock.record import read_record, replay
from rowlock.rules import VARIANTS

RECORDS = Path(__file__).parent.parent / "records"
GOOD = '[Variant "original"]\n[Players "Petr; Ema"]\n\n1. w41 r3 y2 g6 b6 | r5 y5 | b10\n'
ILLEGAL = GOOD.replace("r5 y5", "r6 y5")
UNREADABLE = GOOD.replace("original", "chess")


def process(*arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """A real process, for what depends on its streams, its name or what it is started with."""
    result = subprocess.run(
        [sys.executable, "-m", "rowlock", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env={"PATH": "", "PYTHONIOENCODING": "utf-8", "COLUMNS": "120", **more},
    )
    assert "Traceback" not in result.stderr
    return result


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A good record, one that breaks a rule, one that cannot be read, and one that is not there."""
    for name, text in (("good", GOOD), ("illegal", ILLEGAL), ("unreadable", UNREADABLE)):
        (tmp_path / f"{name}.rlk").write_text(text, encoding="utf-8")
    return [str(tmp_path / f"{name}.rlk") for name in ("good", "illegal", "unreadable", "missing")]


def test_replay_json() -> None:
    names = ["original-3-whole", "on-board-2-stopped", "longo-5-whole"]
    result = rowlock("replay", "--json", *(str(RECORDS / f"{name}.rlk") for name in names))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    for name, answer in zip(names, answers, strict=True):
        expected = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
        assert answer == expected["replay"]
    assert result.returncode == 0
    assert result.stderr == ""


def test_moves_json() -> None:
    result = rowlock("moves", "--json", str(RECORDS / "longo-2-stopped.rlk"))
    assert result.stdout == '{"phase":"colour","seats":{"1":["r6","r8","-"]}}\n'


def test_standard_input() -> None:
    result = process("replay", "--json", "-", stdin=GOOD)
    assert json.loads(result.stdout)["turn"] == 2
    assert (result.returncode, result.stderr) == (0, "")


def test_one_bad_file_among_several(files: list[str]) -> None:
    good, illegal, unreadable, missing = files
    result = rowlock("replay", "--json", unreadable, good, illegal, missing)
    assert result.returncode == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == ["unreadable", None, "wrong-number", "unreadable"]
    assert process("replay", "--json", good, illegal).returncode == 1


def test_several_files_are_told_apart(files: list[str]) -> None:
    result = rowlock("replay", files[0], files[0])
    assert result.stdout.count(f"== {files[0]}\n") == 2
    assert "==" not in rowlock("replay", files[0]).stdout


def test_a_demo_can_be_verified(tmp_path: Path) -> None:
    file = tmp_path / "demo.rlk"
    rowlock("demo", "--variant", "longo", "--seats", "1", "--record", str(file))
    told = rowlock("verify", str(file)).stdout
    assert told.startswith("fair")
    assert GUARANTEE in told


def test_nothing_is_wider_than_a_terminal() -> None:
    for variant in VARIANTS:
        told = told_by("demo", "--variant", variant, "--seats", "4", "--seed", "5")
        assert max(len(line) for line in told.splitlines()) <= 80


def test_help_names_all_games_and_bots() -> None:
    told = rowlock("demo", "--help").stdout
    assert all(name in told for name in (*VARIANTS, *BOTS))


def test_errors_in_words(files: list[str]) -> None:
    good, illegal, unreadable, missing = files
    result = rowlock("replay", illegal, missing, good, unreadable)
    assert result.returncode == 2
    assert f"{illegal}: line 4, turn 1, seat 1: r6: the dice do not give 6 in red" in result.stderr
    assert "allowed: r5 y5 g5 b5 -" in result.stderr
    assert f"{missing}: the file cannot be opened: No such file or directory" in result.stderr
    assert f"{unreadable}: line 1: Variant: there is no game 'chess'" in result.stderr
    assert "Petr" in result.stdout


def test_a_directory_is_no_record(tmp_path: Path) -> None:
    result = rowlock("replay", "--json", str(tmp_path))
    assert result.returncode == 2
    assert json.loads(result.stdout)["error"]["code"] == "unreadable"


def test_replay_in_words() -> None:
    result = rowlock("replay", str(RECORDS / "original-3-whole.rlk"))
    assert result.returncode == 0
    assert "▲ red" in result.stdout
    assert "The game is over" in result.stdout
    assert "\x1b[" not in result.stdout, "plain when piped"


def test_colour_on_a_terminal() -> None:
    result = process("replay", str(RECORDS / "longo-2-stopped.rlk"), FORCE_COLOR="1", TERM="xterm")
    assert "\x1b[" in result.stdout


def test_moves_in_words() -> None:
    result = rowlock("moves", str(RECORDS / "longo-2-stopped.rlk"))
    assert "the colour action is due" in result.stdout
    assert "1. P1: r6 r8 -" in result.stdout


def test_names_are_shown_as_they_are() -> None:
    text = GOOD.replace("Petr", "[bold]Petr[/bold] [red]").replace("Ema", "Ελένη 🎲")
    result = rowlock("replay", "-", stdin=text)
    assert "[bold]Petr[/bold] [red]" in result.stdout
    assert "Ελένη 🎲" in result.stdout


def test_a_terminal_without_unicode() -> None:
    result = process("replay", "-", stdin=GOOD, PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "? red" in result.stdout


def test_verify(tmp_path: Path) -> None:
    result = rowlock("verify", "-", stdin=GOOD)
    assert result.returncode == 2
    assert "Commitment" in result.stderr
    text = GOOD.replace(
        "\n\n",
        '\n[Commitment "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"]\n'
        '[Seed "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]\n'
        '[Nonces "00112233445566778899aabbccddeeff; -"]\n\n',
    )
    unfair = rowlock("verify", "--json", "-", stdin=text)
    assert unfair.returncode == 1
    error = json.loads(unfair.stdout)["error"]
    assert (error["code"], error["turn"], error["line"]) == ("unfair", 1, 7)
    fair = text.replace("w41 r3 y2 g6 b6 | r5 y5 | b10", "w52 r2 y4 g5 b3 | - - | -")
    assert rowlock("verify", "-", stdin=fair).stdout.startswith("fair")
    assert rowlock("verify", "--json", "-", stdin=fair).stdout == '{"fair":true}\n'


def test_demo_writes_its_record(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "demo.rlk"
    result = process("demo", "--variant", "on-board", "--seats", "3", "--record", str(file))
    assert result.returncode == 0
    record = read_record(file.read_bytes())
    game = replay(record)
    assert game.over
    assert record.extra["Bots"] == "cautious; random; cautious"
    assert f"python -m rowlock replay {file}" in result.stdout


def test_demo_is_seeded() -> None:
    first, second = (rowlock("demo", "--seed", "3").stdout for _ in range(2))
    assert first == second
    assert first != rowlock("demo", "--seed", "4").stdout


def test_demo_on_a_board_from_a_file(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("\n".join(["y2 r3 g12 b12"] * 10), encoding="utf-8")
    result = rowlock("demo", "--variant", "on-board", "--board", str(board))
    assert result.returncode == 0
    board.write_text("y2 r3", encoding="utf-8")
    result = rowlock("demo", "--variant", "on-board", "--board", str(board))
    assert result.returncode == 2
    assert "a path has 40 spaces, this one has 2" in result.stderr
    board.write_bytes(b"\xff\xfe")
    result = rowlock("demo", "--variant", "on-board", "--board", str(board))
    assert f"{board} is not text" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--variant", "chess"], "there are original, on-board, longo"),
        (["--seats", "6"], "1 to 5 seats, not 6"),
        (["--bot", "deep"], "there are random, cautious, heuristic"),
        (
            ["--variant", "on-board", "--board", "nowhere"],
            "a side or a file; nowhere: No such file",
        ),
        (["--record", "/proc/nothing/here.rlk"], "cannot be written"),
        (["--board", "A"], "original has no board"),
        (["--bot", "random", "--bot", "random", "--bot", "random"], "3 bots for 2 seats"),
    ],
)
def test_demo_with_wrong_wishes(arguments: list[str], words: str) -> None:
    result = rowlock("demo", *arguments)
    assert result.returncode == 2
    assert words in result.stderr


def test_version_and_help() -> None:
    assert process("--version").stdout == f"rowlock {__version__}\n"
    for arguments in ([], ["--help"], ["-h"]):
        told = rowlock(*arguments)
        assert all(name in told.stdout + told.stderr for name in ("replay", "moves", "verify"))
    assert "record" in rowlock("replay", "--help").stdout.lower()


@pytest.mark.parametrize("arguments", [["replay"], ["reply"], ["replay", "--jsn", "x"]])
def test_wrong_usage(arguments: list[str]) -> None:
    result = rowlock(*arguments)
    assert result.returncode == 2
    assert result.stderr


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    file = tmp_path / "good.rlk"
    file.write_text(GOOD, encoding="utf-8")
    command = [sys.executable, "-m", "rowlock", "replay", "--json", *[str(file)] * 2000]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("redirect", "code", "words"),
    [
        ("replay --json - good.rlk <&-", 2, "there is no standard input"),
        ("replay missing.rlk 2>&-", 2, ""),
        ("replay good.rlk >&-", 0, ""),
        ("replay --json good.rlk >/dev/full", 74, ""),
        ("replay good.rlk >/dev/full", 74, ""),
        ("replay missing.rlk 2>/dev/full", 74, ""),
    ],
)
def test_closed_and_full_streams(redirect: str, code: int, words: str, tmp_path: Path) -> None:
    (tmp_path / "good.rlk").write_text(GOOD, encoding="utf-8")
    result = subprocess.run(
        ["/bin/sh", "-c", f"'{sys.executable}' -m rowlock {redirect}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=300,
    )
    assert result.returncode == code
    assert "bug" not in result.stderr
    assert words in result.stdout
    assert result.stdout.count("\n") == (2 if words else 0)


def test_names_do_not_break_the_display() -> None:
    long, turned = "word " * 200_000, "A\u202eB"
    text = GOOD.replace("Petr", long).replace("Ema", turned).replace("\n\n", '\n[Sheets "x3;"]\n\n')
    text = text.replace("r5 y5 | b10", "- - | -")
    result = rowlock("replay", "-", stdin=text)
    assert result.returncode == 0
    assert "word word" in result.stdout
    assert max(map(len, result.stdout.splitlines())) < 120
    assert "\u202e" not in result.stdout


def test_the_guarantee_is_told_everywhere() -> None:
    told = rowlock("verify", "--help").stdout
    assert GUARANTEE in " ".join(told.split())
    assert GUARANTEE in (Path(__file__).parents[2] / "docs/record.md").read_text(encoding="utf-8")


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\nfrom rowlock.cli import main\n"
        "sys.argv = ['rowlock', '--help']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    modules = set(result.stderr.split())
    ours = {name for name in modules if name.startswith("rowlock.")}
    # The settings of the server are texts, and so are its options; one of them has a host in it.
    # Bounds of numbers are in the help, too.
    texts = {"rowlock.arena", "rowlock.arena.bounds", "rowlock.server", "rowlock.server.web"} | {
        f"rowlock.server.web.{name}" for name in ("hosts", "kinds", "settings")
    }
    assert {name for name in ours - texts if not name.startswith("rowlock.cli")} == set()
    heavy = "numpy numba sqlalchemy litestar msgspec uvicorn textual ray torch jax pydantic asyncio"
    assert modules.isdisjoint(heavy.split())
    assert "typer" in modules
