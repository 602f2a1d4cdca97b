"""What ends `rowlock arena` early: programs that fail, and Ctrl-C."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.programs import BOTS, command
from cli.holding import EXTERNAL, Arena, crashing, lineups
from rowlock.arena.run import MIXED_CHUNK


class TestPrograms:
    def test_one_that_fails(self, arena: Arena, tmp_path: Path) -> None:
        failing, file = crashing(game=2 * MIXED_CHUNK + 1), tmp_path / "r.json"
        said = arena(failing, "random", "--games", 200, "--threads", 2, "--json", file)
        assert said.code == 1
        first, *_, last = said.err.splitlines()
        assert first.startswith(f"rowlock arena: {failing} crashed in game ")
        assert "(exit code 1); the last it said:\n  enough\n" in said.err
        assert last == f"stopped after {2 * MIXED_CHUNK} of 200 games"
        assert f": {2 * MIXED_CHUNK} games " in " ".join(said.out.split()), "lines may be broken"
        results = json.loads(file.read_text(encoding="utf-8"))
        assert results["meetings"][0]["games"] == 2 * MIXED_CHUNK

    def test_one_that_fails_at_once(self, arena: Arena) -> None:
        said = arena("cautious", "random", crashing(game=1), "--seats", 2, "--games", 20)
        assert said.code == 1
        assert "crashed in game 1, turn 1" in said.err
        assert lineups(said.out) == ["cautious, random"], "the meeting before it is told"
        said = arena(crashing(game=1), "random", "--json", "-")
        assert (said.code, said.out) == (1, "")

    def test_one_that_is_there_and_cannot_be_started(self, arena: Arena, tmp_path: Path) -> None:
        broken = tmp_path / "bot"
        broken.write_text("#!/no/such/interpreter\n", encoding="utf-8")
        broken.chmod(0o755)
        said = arena(f"cmd:{broken}", "random")
        assert said.code == 1
        assert f"cmd:{broken} cannot be started: " in said.err
        assert "stopped after 0 of 10,000 games" in said.err

    def test_one_without_time(self, arena: Arena) -> None:
        said = arena(EXTERNAL, "--seconds", 0)
        assert said == (2, "", "rowlock arena: a bot needs more than 0 seconds for a decision\n")

    def test_one_that_takes_too_long(self, arena: Arena) -> None:
        sleeper = f"cmd:{shlex.join([sys.executable, '-c', 'import time; time.sleep(600)'])}"
        said = arena(sleeper, "--seconds", 0.2)
        assert said.code == 1
        assert "did not answer within 0.2 s in game 1, turn 1" in said.err


# Shells start what runs in the background deaf to Ctrl-C, and children inherit that.
LISTENING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from rowlock.arena import run
run.COMPILED_CHUNK, run.MIXED_CHUNK = 2000, 4
from rowlock.cli import main
main()
"""
"""The chunks are short, so that the first two are soon there."""


@pytest.mark.early
class TestInterruption:
    def run_until_it_plays(self, keep: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Starts the command, waits until two chunks are kept, so that one is counted, and
        presses Ctrl-C."""
        words = [sys.executable, "-c", LISTENING, "arena", *arguments, "--keep", str(keep)]
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        ) as process:
            try:
                deadline = time.monotonic() + 300
                while len(list(keep.glob("*.npz"))) < 2:
                    assert process.poll() is None
                    assert time.monotonic() < deadline
                    time.sleep(0.05)
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=300)
            finally:
                process.kill()
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def test_compiled_games(self, tmp_path: Path) -> None:
        result = self.run_until_it_plays(
            tmp_path, "random", "heuristic", "--games", "100000000", "--threads", "2"
        )
        assert result.returncode == 130
        said, stopped = result.stderr.splitlines()[-2:]
        assert said == "rowlock arena: interrupted"
        assert stopped.startswith("stopped after ")
        assert stopped.endswith(" of 100,000,000 games")
        assert lineups(result.stdout) == ["random, heuristic"]
        assert "games end by:" in result.stdout

    def test_programs_end_too(self, tmp_path: Path) -> None:
        diary, keep = tmp_path / "diary", tmp_path / "keep"
        bot = f"cmd:{command(BOTS / 'leaving.py', 'polite', diary)}"
        result = self.run_until_it_plays(keep, bot, "random", "--games", "100000", "--threads", "2")
        assert result.returncode == 130
        assert "interrupted\nstopped after" in result.stderr
        assert "games end by:" in result.stdout
        ends = diary.read_text(encoding="utf-8").split()
        assert 1 <= ends.count("goodbye") == ends.count("gone") <= 2
