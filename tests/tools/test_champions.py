"""The page on levels says what games between them say."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import champions
import contests
import numpy as np
import pytest
import typer
from contests import SEED, Contest
from parts import marks, part_of
from typer.testing import CliRunner

from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting
from rowlock.arena.run import Terms, play_alone
from rowlock.arena.statistics import MeetingSummary, Played, summarise
from rowlock.bots.grandmaster import SECONDS
from rowlock.cli.main import app
from rowlock.kernels import levels, network, search, weights
from rowlock.kernels.bots import EASY, MASTER, NAMES
from rowlock.kernels.weights import NoNetwork, Weights
from rowlock.rules import Variant, find_variant, on_side

ORIGINAL = find_variant("original")
QUICK = Contest(ORIGINAL, ("heuristic", "cautious"))
FEW = champions.Sizes(games=1_000, thinking=0, others=400)
REPLAYED = [("duels", 0), ("duels", 5), ("ladder", 0), ("crowds", 0)]
"""Lines that are played again; of their contests those without the bot that thinks long."""


@pytest.fixture(scope="module")
def page() -> str:
    return champions.PAGE.read_text(encoding="utf-8")


def rows(page: str, part: str) -> list[list[str]]:
    """The cells of a table of the page, without its headings."""
    lines = [line for line in part_of(page, champions.mark(part)).splitlines() if line[:1] == "|"]
    assert lines, f"run tools/champions.py {part}"
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]


def share(cell: str) -> float:
    found = re.match(r"([\d.]+) %", cell)
    assert found, cell
    return float(found[1]) / 100


def summary(*scores: tuple[int, ...]) -> MeetingSummary:
    lineup = tuple("abcde"[: len(scores[0])])
    zeros = np.zeros(len(scores))
    played = Played(lineup, np.array(scores, np.int32), zeros.astype(int), zeros.astype(np.int8))
    return summarise(played)


@pytest.mark.parametrize("part", champions.PARTS)
def test_every_line_is_on_the_page(part: str, page: str) -> None:
    wanted = [list(line.about) for line in champions.PARTS[part]().lines]
    assert [row[: len(wanted[0])] for row in rows(page, part)] == wanted


@pytest.mark.parametrize(("part", "number"), REPLAYED)
def test_the_lines_of_the_page_are_what_is_played(
    part: str, number: int, page: str, tmp_path: Path
) -> None:
    """Few games again, the first of those on the page: what the page says is not far off."""
    line, row = champions.PARTS[part]().lines[number], rows(page, part)[number]
    told = [share(cell) for cell in row[len(line.about) :] if "%" in cell]
    for contest, documented in zip(line.contests, told, strict=False):
        if champions.GRANDMASTER not in contest.bots:
            results = contests.play(contest, FEW.of(contest), 1, tmp_path)
            wins = champions.wins_of_first(results)
            assert wins.margin is not None
            assert abs(wins.value - documented) < 2 * wins.margin, f"run tools/champions.py {part}"


def test_a_line_on_a_duel() -> None:
    """By hand: won, lost, shared, won."""
    one = summary((10, 5), (5, 10), (7, 7), (9, 8))
    cells = champions.duels().lines[0].tell([one])
    assert cells[0] == "4"
    assert [cell.split(" ±")[0] for cell in cells[1:]] == ["62.5 %", "50.0 %", "7.8", "7.5"]


def test_a_line_on_many_seats() -> None:
    """By hand: a third of two and a half games in six is 41.7 %, which is 1.25 times fair."""
    one = summary((9, 1, 1), (1, 9, 1), (9, 9, 1), (9, 1, 1), (1, 1, 9), (1, 9, 1))
    cells = champions.crowds().lines[0].tell([one])
    assert [cell.split(" ±")[0] for cell in cells] == ["41.7 %", "1.25"]


def test_a_step_of_the_ladder_is_told_by_the_upper_one() -> None:
    part = champions.ladder()
    assert part.headings[1:3] == ("`medium` : `easy`", "`hard` : `medium`")
    assert [one.bots for one in part.lines[0].contests][:2] == [
        ("medium", "easy"),
        ("hard", "medium"),
    ]
    first = part.lines[0].tell([summary((2, 1), (2, 1)), summary((1, 2), (1, 2))])
    assert [share(cell) for cell in first] == [1, 0]


def test_the_games_are_all_with_both_sides_of_the_board() -> None:
    games = contests.all_games()
    assert list(games) == ["original", "on-board A", "on-board B", "longo", "mixx-a", "mixx-b"]
    assert games["on-board B"] == on_side(find_variant("on-board"), "B")


def test_sizes_are_those_of_the_contest() -> None:
    sizes = champions.Sizes(3, 2, 1)
    thinking = Contest(ORIGINAL, ("grandmaster", "master"))
    among = Contest(ORIGINAL, ("master", "heuristic", "heuristic"))
    assert [sizes.of(one) for one in (champions.DUELS[0], thinking, among)] == [3, 2, 1]


def test_the_command_plays_the_same_games(tmp_path: Path) -> None:
    contest = Contest(on_side(find_variant("on-board"), "B"), QUICK.bots)
    program, *arguments = contests.command(contest, 40).split()
    answer = CliRunner().invoke(app, [*arguments, "--json", "-"])
    assert (program, answer.exit_code) == ("rowlock", 0), answer.output
    (told,) = json.loads(answer.stdout)["meetings"]
    found = contests.play(contest, 40, 1, tmp_path)
    assert told["games"] == found.games == 40
    assert [bot["score"]["value"] for bot in told["bots"]] == [
        bot.score.value for bot in found.bots
    ]


def test_an_interruption_loses_nothing_that_was_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(contests, "MOST_DEALS_AT_ONCE", 5)
    undisturbed = contests.play(QUICK, 40, 1, tmp_path / "other")
    begun: list[Span] = []

    def until(last: int) -> None:
        """From now on so many chunks are played before somebody interrupts."""

        def counted(meeting: Meeting, terms: Terms, span: Span) -> Chunk:
            begun.append(span)
            if len(begun) > last:
                raise KeyboardInterrupt
            return play_alone(meeting, terms, span)

        del begun[:]
        monkeypatch.setattr(contests, "play_alone", counted)

    until(2)
    with pytest.raises(KeyboardInterrupt):
        contests.play(QUICK, 40, 1, tmp_path)
    until(100)
    assert contests.play(QUICK, 40, 2, tmp_path) == undisturbed
    assert sorted(begun) == [(20, 10), (30, 10)], "the first two chunks are there"
    until(0)
    assert contests.play(QUICK, 40, 2, tmp_path) == undisturbed
    assert not begun


def test_games_of_another_network_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = contests.player_of(QUICK)
    assert contests.player_of(QUICK) == ours

    def other(variant: Variant, seats: int) -> tuple[Weights, int]:
        found, trained = weights.packaged(variant, seats)
        return found._replace(bias=found.bias + 1), trained

    monkeypatch.setattr(contests, "packaged", other)
    assert contests.player_of(QUICK) != ours


def page_with(parts: Iterable[str], file: Path) -> Path:
    written = [f"{begin}\n{end}" for begin, end in (marks(champions.mark(part)) for part in parts)]
    file.write_text("before\n" + "\n\n".join(written) + "\nafter\n", encoding="utf-8")
    return file


def test_the_table_is_put_between_its_marks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line = champions.duels().lines[0]._replace(about=QUICK.bots, contests=(QUICK,))
    part = champions.duels()._replace(lines=(line,))
    monkeypatch.setitem(champions.PARTS, "duels", lambda: part)
    file = page_with(["duels", "ladder"], tmp_path / "page.md")
    champions.main(["duels"], others=10, page=file, folder=tmp_path / "keep")
    text = file.read_text(encoding="utf-8")
    written = part_of(text, champions.mark("duels"))
    assert "| heuristic | cautious | 10 |" in written
    assert f"`rowlock arena heuristic cautious --variant original --games 10 --seed {SEED}`" in (
        written
    )
    assert part_of(text, champions.mark("ladder")) == ""
    assert text.startswith("before\n")
    assert text.endswith("after\n")


def test_games_without_a_network_are_left_out_and_said_to_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(variant: Variant, seats: int) -> None:
        raise NoNetwork(f"there is no network for {variant.name} with {seats} seats")

    monkeypatch.setattr(champions, "packaged", none)
    assert not champions.has_networks(champions.duels().lines[0])
    assert "left out: master heuristic: there is no network" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "text", "said"),
    [
        (["duel"], "", "there is no part duel; there are duels, ladder, crowds, budget"),
        (["ladder"], "nothing", "there must be a line <!-- champions:ladder -->"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_played(
    names: list[str], text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.md"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(typer.Exit) as stopped:
        champions.main(names, page=file, folder=tmp_path / "keep")
    assert stopped.value.exit_code == 1
    assert file.read_text(encoding="utf-8") == text
    assert said in capsys.readouterr().err
    assert not (tmp_path / "keep").exists()


def test_ctrl_c_says_that_it_can_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(champions, "written", stop)
    file = page_with(champions.NAMES, tmp_path / "page.md")
    with pytest.raises(typer.Exit) as stopped:
        champions.main(page=file, folder=tmp_path)
    assert stopped.value.exit_code == 130
    assert "the same command goes on" in capsys.readouterr().err


def test_the_page_tells_how_the_levels_err(page: str) -> None:
    found = re.findall(
        r"^\| `(\w+)` \| ([\d.]+) points \| ([\d.]+) points more \| (\d+) % \| (\d+) % \|",
        page,
        re.MULTILINE,
    )
    assert [name for name, *_ in found] == list(NAMES[EASY:MASTER])
    for (_, confuses, eager, sees, overlooks), manner in zip(found, levels.MANNERS, strict=True):
        told = (float(sees) / 100, float(confuses), float(eager), float(overlooks) / 100)
        assert told == pytest.approx(manner)


def test_the_page_tells_the_numbers_of_the_search(page: str) -> None:
    for words in (
        f"within {100 * search.CLOSE:g} % (of winning) of the best",
        f"within {100 * search.CLOSER:g} % of the best after that",
        f"leads by {search.SURE:g} standard errors",
        f"at most {weights.PATIENCE:,} positions for a decision",
        f"up to {SECONDS:g} s for a decision",
        f"A first layer of {network.UNITS} units",
        f"A second layer has {network.HIDDEN} units",
    ):
        assert words in page, words
