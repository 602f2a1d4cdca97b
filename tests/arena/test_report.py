"""What people read about a tournament."""

import io

import numpy as np
import pytest
from rich.console import Console, RenderableType

from arena.meetings import meeting, simulate
from rowlock.arena.elo import Rating, rate
from rowlock.arena.intervals import Estimate
from rowlock.arena.report import NOTE, elo_report, meeting_report, numbers, shares
from rowlock.arena.statistics import BotSummary, MeetingSummary, possible_ends, summarise
from rowlock.rules import Reason, find_variant

SUMMARY = MeetingSummary(
    games=100_000,
    deals=50_000,
    bots=(
        BotSummary(
            "heuristic",
            Estimate(0.9123, 0.9103, 0.9142),
            Estimate(0.9051, 0.903, 0.9071),
            Estimate(66.314, 66.244, 66.384),
            15.04,
            {5: 42, 25: 56, 50: 66, 75: 76, 95: 92},
        ),
        BotSummary(
            "cautious",
            Estimate(0.0877, 0.0858, 0.0897),
            Estimate(0.0805, 0.0785, 0.0826),
            Estimate(-1.5, -1.56, -1.44),
            12.0,
            {5: -15, 25: -8, 50: -2, 75: 4, 95: 102},
        ),
    ),
    turns=Estimate(23.42, 23.4, 23.44),
    turns_spread=4.1,
    ties=Estimate(0.0144, 0.0137, 0.0151),
    ends={Reason.LOCKS: Estimate(0.62, 0.617, 0.623), Reason.MISSES: Estimate(0.38, 0.377, 0.383)},
)


def printed(renderable: RenderableType, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(renderable)
    text = console.file
    assert isinstance(text, io.StringIO)
    return text.getvalue()


MEETING = """\
heuristic, cautious: 100,000 games

                    wins    strict wins
heuristic   91.2 % ± 0.2   90.5 % ± 0.2
cautious     8.8 % ± 0.2    8.1 % ± 0.2

                  points   spread   5 %   25 %   50 %   75 %   95 %
heuristic   66.31 ± 0.07     15.0    42     56     66     76     92
cautious    -1.50 ± 0.06     12.0   -15     -8     -2      4    102

turns a game: 23.42 ± 0.02 (spread 4.1)
games end by: locks 62.0 % ± 0.3, misses 38.0 % ± 0.3
games tied:   1.44 % ± 0.07
"""

SOLO = """\
cautious: 1 game

           points   spread   5 %   25 %   50 %   75 %   95 %
cautious     40.0      0.0    40     40     40     40     40

turns a game: 20.0 (spread 0.0)
games end by: locks 100.0 %, misses 0.0 %
"""

RATINGS = """\
                  Elo       games
heuristic   1712 ± 11      40,000
cautious         1501           2
random       987 ± 12   1,000,000
"""


def test_a_meeting() -> None:
    assert printed(meeting_report(SUMMARY)) == MEETING


def test_a_solo_meeting_has_no_wins() -> None:
    summary = summarise(meeting(("cautious",), [(40,)]), possible_ends(find_variant("original")))
    assert printed(meeting_report(summary)) == SOLO


def test_ratings() -> None:
    ratings = (
        Rating("heuristic", Estimate(1712.4, 1701.2, 1723.6), 40_000),
        Rating("cautious", Estimate(1500.6), 2),
        Rating("random", Estimate(987.3, 975.2, 999.4), 1_000_000),
    )
    assert printed(elo_report(ratings)) == RATINGS


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(0.612, 0.609, 0.615), "61.2 % ± 0.3"),
        (Estimate(0.5, 0.35, 0.65), "50.0 % ± 15.0"),
        (Estimate(0.61234, 0.61194, 0.61274), "61.23 % ± 0.04"),
        (Estimate(1.0, 0.93, 1.0), "100.0 % ± 7.0"),
        (Estimate(0.0, 0.0, 1e-9), "0.000 % ± 0.000"),
        (Estimate(1 / 3), "33.3 %"),
    ],
)
def test_shares(estimate: Estimate, text: str) -> None:
    assert shares([estimate]) == [text]


@pytest.mark.parametrize(
    ("estimate", "decimals", "text"),
    [
        (Estimate(66.31, 66.28, 66.34), 1, "66.31 ± 0.03"),
        (Estimate(66.31, 65.11, 67.51), 1, "66.3 ± 1.2"),
        (Estimate(66.31, 66.31, 66.31), 1, "66.3 ± 0.0"),
        (Estimate(-5.25), 1, "-5.2"),
        (Estimate(1612, 1600, 1624), 0, "1612 ± 12"),
        (Estimate(1612.34, 1611.94, 1612.74), 0, "1612.3 ± 0.4"),
    ],
)
def test_numbers(estimate: Estimate, decimals: int, text: str) -> None:
    assert numbers([estimate], decimals) == [text]


def test_a_column_has_equal_decimals() -> None:
    column = [Estimate(0.61, 0.6, 0.62), Estimate(0.0004, 0.0002, 0.0006), Estimate(0.5)]
    assert shares(column) == ["61.00 % ± 1.00", "0.04 % ± 0.02", "50.00 %"]


@pytest.mark.parametrize("games", [2, 40, 4000])
def test_80_columns_are_enough(games: int) -> None:
    lineup = ("heuristic", "heuristic 2", "cautious", "random", "cmd:[red]./x.py[/]")
    played = simulate(lineup, (0, 0, 0, 0, 0), games, np.random.default_rng(1))
    scores = (played.scores // 10**4).clip(-20, 300)
    played = played._replace(scores=scores)
    everything = [meeting_report(summarise(played, tuple(Reason))), elo_report(rate([played]))]
    text = "".join(map(printed, [*everything, NOTE]))
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text, "nothing is cut off"
    assert text.count("cmd:[red]./x.py[/]") == 4, "labels are shown as they are"


def test_very_long_labels_go_on_in_the_next_line() -> None:
    label = "cmd:" + "x" * 60
    played = meeting((label, "b"), [(100, 90), (80, 110), (70, 120), (90, 90)])
    text = printed(meeting_report(summarise(played)))
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("x") >= 180, "all of it, in the title and both tables"
    assert "50.0 % ±" in text
