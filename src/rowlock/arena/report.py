"""Results for people: tables on a terminal of 80 columns."""

import math
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rowlock.arena.elo import Rating
from rowlock.arena.intervals import LEVEL, Estimate
from rowlock.arena.statistics import QUANTILES, MeetingSummary
from rowlock.record import visible

MOST_DECIMALS = 3

NOTE = (
    f"± reaches to the farther end of a {100 * LEVEL:.0f} % interval, made from whole deals. "
    "A win shared by several is split in wins and left out of strict wins. "
    "5 % of the scores are at most the number below 5 %."
)
"""What should stand once below all tables."""


def meeting_report(summary: MeetingSummary) -> RenderableType:
    """The tables of one meeting and a sentence on how its games went."""
    lineup = ", ".join(visible(bot.label) for bot in summary.bots)
    title = Text(f"{lineup}: {_games(summary.games)}", style="bold")
    alone = len(summary.bots) == 1
    tables = [_points_table(summary)] if alone else [_wins_table(summary), _points_table(summary)]
    parts = [part for table in tables for part in (table, Text())]
    return Group(title, Text(), *parts, _course(summary))


def elo_report(ratings: Sequence[Rating]) -> RenderableType:
    """The ratings, the strongest first."""
    table = _table("", "Elo", "games")
    cells = numbers([rating.elo for rating in ratings], 0)
    for rating, cell in zip(ratings, cells, strict=True):
        table.add_row(Text(visible(rating.label)), cell, f"{rating.games:,}")
    return table


def shares(estimates: Sequence[Estimate]) -> list[str]:
    """Shares in per cent with their margins, all with the same decimals.

    >>> shares([Estimate(0.612, 0.609, 0.615), Estimate(1.0, 0.93, 1.0)])
    ['61.2 % ± 0.3', '100.0 % ± 7.0']
    """
    return _with_margins([estimate.times(100) for estimate in estimates], 1, " %")


def numbers(estimates: Sequence[Estimate], decimals: int) -> list[str]:
    """Numbers with their margins, all with the same decimals, and at least so many.

    >>> numbers([Estimate(66.31, 66.28, 66.34), Estimate(48.2)], 1)
    ['66.31 ± 0.03', '48.20']
    """
    return _with_margins(estimates, decimals, "")


def _with_margins(estimates: Sequence[Estimate], decimals: int, unit: str) -> list[str]:
    """There are more decimals where the smallest margin needs them to be more than 0."""
    margins = [estimate.margin for estimate in estimates]
    needed = [math.ceil(-math.log10(margin)) for margin in margins if margin]
    decimals = max(decimals, min(MOST_DECIMALS, max(needed, default=0)))
    return [
        f"{estimate.value:.{decimals}f}{unit}"
        + ("" if margin is None else f" ± {margin:.{decimals}f}")
        for estimate, margin in zip(estimates, margins, strict=True)
    ]


def _games(games: int) -> str:
    return f"{games:,} game{'' if games == 1 else 's'}"


def _table(first: str, *others: str) -> Table:
    """A table of labels and numbers; a label that is too long goes on in the next line."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def _wins_table(summary: MeetingSummary) -> Table:
    table = _table("", "wins", "strict wins")
    wins = shares([bot.wins for bot in summary.bots if bot.wins])
    strict = shares([bot.strict_wins for bot in summary.bots if bot.strict_wins])
    for bot, *cells in zip(summary.bots, wins, strict, strict=True):
        table.add_row(Text(visible(bot.label)), *cells)
    return table


def _points_table(summary: MeetingSummary) -> Table:
    table = _table("", "points", "spread", *(f"{percent} %" for percent in QUANTILES))
    scores = numbers([bot.score for bot in summary.bots], 1)
    for bot, score in zip(summary.bots, scores, strict=True):
        quantiles = map(str, bot.quantiles.values())
        table.add_row(Text(visible(bot.label)), score, f"{bot.spread:.1f}", *quantiles)
    return table


def _course(summary: MeetingSummary) -> Text:
    """How games went. Every line begins with what it is about."""
    (turns,) = numbers([summary.turns], 1)
    ends = zip(summary.ends, shares(list(summary.ends.values())), strict=True)
    lines = [
        f"turns a game: {turns} (spread {summary.turns_spread:.1f})",
        f"games end by: {', '.join(f'{reason} {share}' for reason, share in ends)}",
    ]
    if summary.ties is not None:
        lines.append(f"games tied:   {shares([summary.ties])[0]}")
    return Text("\n".join(lines))
