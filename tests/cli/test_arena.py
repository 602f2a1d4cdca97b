"""`rowlock arena` as a person runs it: who meets, where, and what cannot be."""

import json
import os
import sys
from pathlib import Path

import pytest

from arena.programs import ROOT
from cli.holding import EXTERNAL, Arena, lineups
from rowlock.arena.cluster import LOCAL, NoCluster
from rowlock.arena.report import NOTE
from rowlock.arena.run import Runner, run_here
from rowlock.bots import BOTS
from rowlock.cli import tournament
from rowlock.cli.arena import LOCAL_RAY, with_ray_address


class TestResults:
    def test_one_table(self, arena: Arena) -> None:
        said = arena("heuristic", "random", "--games", 1999, "--variant", "longo")
        assert said.code == 0
        assert lineups(said.out) == ["heuristic, random"]
        assert "heuristic, random: 2,000 games\n" in said.out
        assert "games end by: locks" in said.out
        assert "Elo" not in said.out
        assert NOTE in " ".join(said.out.split())
        assert said.err == ""

    def test_the_same_seed_gives_the_same_table(self, arena: Arena) -> None:
        first, second, third, fourth = (
            arena("random", "cautious", "--games", 300, *more).out
            for more in (("--threads", 1), ("--threads", 3), ("--seed", 2), ("--seed", 1))
        )
        assert first == second == fourth
        assert third != first

    def test_a_round_robin(self, arena: Arena) -> None:
        said = arena("random", "cautious", "heuristic", "--seats", 2, "--games", 2000)
        assert said.code == 0
        assert lineups(said.out) == ["random, cautious", "random, heuristic", "cautious, heuristic"]
        table = said.out[said.out.index("Elo") :].splitlines()[1:4]
        assert [line.split()[0] for line in table] == ["heuristic", "cautious", "random"]

    def test_solo_games_have_no_winner_and_no_ratings(self, arena: Arena) -> None:
        said = arena("random", "cautious", "--seats", 1, "--games", 50)
        assert said.code == 0
        assert lineups(said.out) == ["random", "cautious"]
        assert "strict wins\n" not in said.out
        assert "Elo" not in said.out

    def test_another_board(self, arena: Arena) -> None:
        front, back = (
            arena("heuristic", "--variant", "on-board", "--games", 200, "--board", side).out
            for side in "AB"
        )
        assert front != back
        assert "finish" in front

    def test_a_program_takes_part(self, arena: Arena) -> None:
        outside = arena(EXTERNAL, "random", "--games", 20, "--json", "-")
        inside = arena("cautious", "random", "--games", 20, "--json", "-")
        assert (outside.code, inside.code) == (0, 0)
        assert outside.out.replace(json.dumps(EXTERNAL), '"cautious"') == inside.out

    def test_the_example_of_the_documentation(
        self, arena: Arena, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """From the folder of the project, with a name relative to it."""
        monkeypatch.chdir(ROOT)
        said = arena("cmd:examples/cautious_bot.py", "heuristic", "--games", 10)
        assert "cmd:examples/cautious_bot.py, heuristic: 10 games\n" in said.out

    def test_help_names_the_bots(self, arena: Arena) -> None:
        told = arena("--help").out
        assert all(name in told for name in (*BOTS, "cmd:PROGRAM", "--ray"))


class TestWrongWishes:
    @pytest.fixture(autouse=True)
    def _nothing_is_played(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tournament, "play_tournament", None)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["random", "deep"], "there is no bot 'deep'; there are random, cautious, heuristic"),
            (["random", "cautious", "--seats", "3"], "3 seats need as many bots, not 2"),
            (["random"] * 6, "original has 1 to 5 seats, not 6: with --seats, every group of so"),
            (["random"] * 5 + ["--variant", "on-board"], "on-board has 1 to 4 seats, not 5"),
            (["random", "--variant", "chess"], "there are original, on-board, longo"),
            (["random", "--board", "A"], "original has no board"),
            (["random", "--variant", "on-board", "--board", "no"], "no: No such file"),
            (["random", "--picture", "scores.jpg"], "a picture ends in .svg or .png"),
            (["random", "--json", "no/r.json"], "no/r.json: there is no folder no"),
            (["random", "--csv", "no/r.csv"], "no/r.csv: there is no folder no"),
            (["random", "--picture", "no/r.svg"], "no/r.svg: there is no folder no"),
            (["random", "--json", "."], ". is a folder"),
            (["random", "--json", "-", "--csv", "-"], "cannot both be written to standard output"),
            (["random", "--keep", "a.txt"], "a.txt: "),
            (["random", "--records", "a.txt"], "a.txt: "),
            (["random", "--parquet", "a.txt"], "a.txt: "),
            (["random", "cmd:nowhere"], "cmd:nowhere cannot be started: there is no program"),
            (["random", "cmd:a.txt"], "cmd:a.txt cannot be started: a.txt is not exec"),
            (["random", "cmd:"], "a program must be named"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else "",
    )
    def test_one_line_before_anything_is_played(
        self,
        arena: Arena,
        arguments: list[str],
        words: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "a.txt").touch()
        said = arena(*arguments)
        assert said.code == 2
        assert said.err.startswith("rowlock arena: ")
        assert words in said.err
        assert said.err.count("\n") == 1
        assert said.out == ""
        assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]

    def test_what_may_not_be_written(
        self, arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "access", lambda *_: False)
        said = arena("random", "--json", tmp_path / "r.json")
        assert said == (2, "", f"rowlock arena: {tmp_path}/r.json: Permission denied\n")

    @pytest.mark.parametrize(
        ("option", "module", "words"),
        [
            ("--picture=a.svg", "matplotlib", "pictures need matplotlib: pip install 'rowlock[ar"),
            ("--parquet=a", "pyarrow", "need pyarrow: pip install 'rowlock[arena]'"),
            ("--ray", "ray", "clusters need ray: pip install 'rowlock[cluster]'"),
        ],
    )
    def test_libraries_that_are_not_there(
        self,
        arena: Arena,
        option: str,
        module: str,
        words: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setitem(sys.modules, module, None)
        said = arena("random", option)
        assert said.code == 2
        assert words in said.err

    @pytest.mark.parametrize(
        "arguments", [[], ["random", "--games", "0"], ["random", "--seats", "0"], ["--ray"]]
    )
    def test_wrong_usage(self, arena: Arena, arguments: list[str]) -> None:
        said = arena(*arguments)
        assert said.code == 2
        assert "Usage:" in said.err


class TestRay:
    @pytest.mark.parametrize(
        ("given", "read"),
        [
            ("random --ray", "random --ray local"),
            ("random --ray --games 5", "random --ray local --games 5"),
            ("--ray random cautious", "--ray local random cautious"),
            ("--ray cmd:./bot random", "--ray local cmd:./bot random"),
            ("--ray auto random", "--ray auto random"),
            ("--ray local random", "--ray local random"),
            ("--ray 10.0.0.1:6379 random", "--ray 10.0.0.1:6379 random"),
            ("random --ray ray://head:10001", "random --ray ray://head:10001"),
            ("--ray=10.0.0.1:6379 random", "--ray=10.0.0.1:6379 random"),
            ("random cautious", "random cautious"),
            ("--ray", "--ray local"),
            ("", ""),
        ],
    )
    def test_the_address_may_be_left_out(self, given: str, read: str) -> None:
        assert with_ray_address(given.split()) == read.split()

    def test_both_mean_the_same_by_local(self) -> None:
        assert LOCAL_RAY == LOCAL

    @pytest.mark.parametrize(
        ("arguments", "address"),
        [
            (["--ray"], LOCAL),
            (["--ray="], LOCAL),
            (["--ray", "auto"], "auto"),
            (["--ray=head:6379"], "head:6379"),
        ],
    )
    def test_games_are_played_there(
        self, arena: Arena, arguments: list[str], address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = []

        def run_on_ray(where: str) -> Runner:
            asked.append(where)
            return run_here(1)

        monkeypatch.setattr(tournament, "run_on_ray", run_on_ray)
        here = arena("random", "cautious", "--games", 20)
        there = arena(*arguments, "random", "cautious", "--games", 20)
        assert asked == [address]
        assert here == there
        assert here.code == 0

    def test_a_cluster_that_is_not_there(
        self, arena: Arena, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def run_on_ray(where: str) -> Runner:
            raise NoCluster(f"no Ray cluster at {where}: nobody listens")

        monkeypatch.setattr(tournament, "run_on_ray", run_on_ray)
        said = arena("random", "cmd:only/there", "--ray", "head:6379")
        assert said == (2, "", "rowlock arena: no Ray cluster at head:6379: nobody listens\n")
