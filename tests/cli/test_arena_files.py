"""What `rowlock arena` writes besides what it says."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.calling import answer
from cli.holding import EXTERNAL, Arena, crashing
from rowlock.arena.run import MIXED_CHUNK
from rowlock.cli import tournament

FULL = Path("/dev/full")
"""A disk that is always full, where the system has one."""


class TestFiles:
    def test_json_is_all_there_is_on_standard_output(self, arena: Arena, tmp_path: Path) -> None:
        file = tmp_path / "results.json"
        wanted = ("random", "cautious", "random", "--seats", 2, "--games", 50)
        said = arena(*wanted, "--json", "-")
        assert said.err == ""
        results: dict[str, Any] = json.loads(said.out)
        assert [[bot["label"] for bot in table["bots"]] for table in results["meetings"]] == [
            ["random", "cautious"],
            ["random", "random 2"],
            ["cautious", "random 2"],
        ]
        assert [table["games"] for table in results["meetings"]] == [50] * 3
        assert results["elo"][0]["label"] == "cautious"
        told = arena(*wanted, "--json", file)
        assert "cautious" in told.out, "people are told as well"
        assert file.read_text(encoding="utf-8") == said.out

    def test_csv_is_all_there_is_on_standard_output(self, arena: Arena, tmp_path: Path) -> None:
        file = tmp_path / "results.csv"
        wanted = ("random", "cautious", "--games", 50)
        said = arena(*wanted, "--csv", "-", "--json", tmp_path / "results.json")
        assert said.err == ""
        table = list(csv.DictReader(io.StringIO(said.out)))
        assert [line["bot"] for line in table] == ["random", "cautious"]
        assert [line["games"] for line in table] == ["50", "50"]
        results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
        for line, bot in zip(table, results["meetings"][0]["bots"], strict=True):
            assert float(line["score"]) == bot["score"]["value"]
        assert arena(*wanted, "--csv", file).code == 0
        assert file.read_bytes() == said.out.encode()

    @pytest.mark.parametrize(("name", "begin"), [("a.svg", b"<?xml"), ("b.PNG", b"\x89PNG")])
    def test_a_picture(self, arena: Arena, tmp_path: Path, name: str, begin: bytes) -> None:
        pytest.importorskip("matplotlib")
        said = arena("random", "cautious", "--games", 100, "--picture", tmp_path / name)
        assert said.code == 0
        assert "random, cautious: 100 games" in said.out
        assert (tmp_path / name).read_bytes().startswith(begin)

    def test_a_full_disk(self, arena: Arena) -> None:
        if not FULL.exists():
            pytest.skip("this system has no disk that is always full")
        said = arena("random", "--games", 10, "--json", FULL)
        assert said.code == 2
        assert said.err == "rowlock arena: /dev/full: No space left on device\n"
        assert "random: 10 games" in said.out, "what was played is not lost"

    def test_standard_output_that_is_full(
        self, arena: Arena, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not FULL.exists():
            pytest.skip("this system has no disk that is always full")
        with FULL.open("w", encoding="utf-8") as full:
            monkeypatch.setattr(sys, "stdout", full)
            said = arena("random", "--games", 10, "--json", "-")
        assert said.code == 74
        assert "the output cannot be written" in said.err


class TestBulk:
    def test_records(self, arena: Arena, tmp_path: Path) -> None:
        said = arena(
            *("random", "cautious", "heuristic", "--seats", 2, "--variant", "on-board"),
            *("--games", 4, "--records", tmp_path),
        )
        assert said.code == 0
        files = sorted(map(str, tmp_path.rglob("*.rlk")))
        assert len(files) == 3 * 4
        games = [json.loads(line) for line in answer("replay", "--json", *files).splitlines()]
        assert len(games) == len(files)
        assert all(game["over"] for game in games)

    def test_parquet(self, arena: Arena, tmp_path: Path) -> None:
        parquet = pytest.importorskip("pyarrow.parquet")
        json_file = tmp_path / "r.json"
        said = arena(
            *(EXTERNAL, "random", "--games", 6, "--parquet", tmp_path, "--json", json_file)
        )
        assert said.code == 0
        results = parquet.read_table(tmp_path / "results.parquet").to_pylist()
        assert len(results) == 12
        told = json.loads(json_file.read_text(encoding="utf-8"))["meetings"][0]["bots"]
        for bot in told:
            scores = [line["score"] for line in results if line["bot"] == bot["label"]]
            assert sum(scores) / len(scores) == pytest.approx(bot["score"]["value"])
        decisions = parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
        assert {line["game"] for line in decisions} == {line["game"] for line in results}

    def test_a_kept_tournament_goes_on(
        self, arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The program would crash in the games that are kept already, if it was asked again."""
        failing, keep = crashing(game=MIXED_CHUNK + 1), tmp_path / "kept"
        wanted = (failing, "random", "--games", 2 * MIXED_CHUNK, "--keep", keep)
        first, second = arena(*wanted), arena(*wanted)
        assert first == second
        assert first.code == 1
        assert len(list(keep.iterdir())) == 1
        whole = ("random", "cautious", "--games", 40, "--keep", keep)
        once = arena(*whole)
        monkeypatch.setattr(tournament, "run_here", lambda _: lambda *_: iter(()))
        assert arena(*whole) == once
        assert once.code == 0


def test_kept_games_that_are_damaged_are_left_alone(arena: Arena, tmp_path: Path) -> None:
    words = ("random", "random", "--games", "2", "--keep", str(tmp_path))
    assert arena(*words).code == 0
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    damaged = file.read_bytes()
    told = arena(*words)
    assert told.code == 2
    assert f"{file} is damaged or holds other games" in told.err
    assert file.read_bytes() == damaged
