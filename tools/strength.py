"""Writes the tables of how strong the bots are into docs/arena.md.

    python tools/strength.py [--games 100000]

It takes about a minute. The seed fixes every game, so the tables come out the same on any machine
until a bot or a game is changed; `make test` plays some of their lines again.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import typer
from rich.progress import track

from rowlock.arena.entrants import meetings, read_entrants
from rowlock.arena.intervals import Estimate, mean_estimate
from rowlock.arena.report import numbers, shares
from rowlock.arena.run import Terms, run_here
from rowlock.arena.statistics import MeetingSummary, Played, possible_ends, summarise
from rowlock.arena.tournament import play_tournament
from rowlock.kernels.cores import all_cores
from rowlock.rules import VARIANTS, Reason, Variant

PAGE = Path(__file__).parent.parent / "docs" / "arena.md"
BEGIN, END = "<!-- strength:begin -->", "<!-- strength:end -->"
GAMES = 100_000
SEED = 1


class Results(NamedTuple):
    """The games of one lineup, and their numbers."""

    played: Played
    summary: MeetingSummary


class Strength(NamedTuple):
    """A table with a row for each game and number of seats: which lineups play for a row with so
    many seats, and what is told of their results."""

    title: str
    headings: tuple[str, ...]
    fewest_seats: int
    lineups: Callable[[int], list[tuple[str, ...]]]
    cells: Callable[[Sequence[Results]], list[str]]


class Row(NamedTuple):
    """What a row is about."""

    table: Strength
    variant: Variant
    seats: int


def points_a_seat(played: Played) -> Estimate:
    """The mean of all scores, whoever made them."""
    seats = len(played.lineup)
    sums = played.scores.reshape(-1, seats * seats).sum(axis=1)
    return mean_estimate(sums, seats * seats)


def _alone(results: Sequence[Results]) -> list[str]:
    """A bot against itself, at length."""
    ((played, summary),) = results
    ends = [summary.ends.get(reason) for reason in Reason]
    return [
        *numbers([points_a_seat(played)], 2),
        f"{played.scores.std():.1f}",
        f"{summary.turns.value:.1f}",
        *(f"{100 * share.value:.1f} %" if share else "" for share in ends),
    ]


def _briefly(results: Sequence[Results]) -> list[str]:
    """Bots against themselves, in short."""
    return [cell for one in results for cell in _brief_cells(*one)]


def _brief_cells(played: Played, summary: MeetingSummary) -> list[str]:
    return [
        f"{points_a_seat(played).value:.1f}",
        f"{played.scores.std():.1f}",
        f"{summary.turns.value:.1f}",
        " / ".join(f"{100 * share.value:.0f}" for share in summary.ends.values()),
    ]


def _one_among(results: Sequence[Results]) -> list[str]:
    """The first bot of a lineup beside the others, which are all alike."""
    ((_, summary),) = results
    first, *others = summary.bots
    assert first.wins is not None
    assert first.strict_wins is not None
    rest = sum(bot.score.value for bot in others) / len(others)
    return [
        f"{100 / len(summary.bots):.1f} %",
        *shares([first.wins]),
        *shares([first.strict_wins]),
        f"{first.score.value:.1f}",
        f"{rest:.1f}",
    ]


TABLES = (
    Strength(
        "`heuristic` against itself",
        ("points a seat", "spread", "turns", *(f"by {reason}" for reason in Reason)),
        1,
        lambda seats: [("heuristic",) * seats],
        _alone,
    ),
    Strength(
        "`heuristic` among `cautious`",
        ("even share", "wins", "strict wins", "points", "points of each `cautious`"),
        2,
        lambda seats: [("heuristic", *("cautious",) * (seats - 1))],
        _one_among,
    ),
    Strength(
        "`cautious` and `random` against themselves",
        tuple(
            f"`{bot}`: {what}" if what == "points" else what
            for bot in ("cautious", "random")
            for what in ("points", "spread", "turns", "ends, %")
        ),
        1,
        lambda seats: [("cautious",) * seats, ("random",) * seats],
        _briefly,
    ),
)


def all_rows() -> list[Row]:
    """Every game with every number of seats, table by table."""
    return [
        Row(table, variant, seats)
        for table in TABLES
        for variant in VARIANTS.values()
        for seats in range(table.fewest_seats, variant.seats + 1)
    ]


def play(variant: Variant, bots: Sequence[str], games: int) -> Results:
    """The games of a lineup."""
    tables = meetings(variant, read_entrants(bots), None, SEED)
    runner = run_here(all_cores())
    outcome = play_tournament(tables, games, runner, Terms(), lambda *_: None)
    if outcome.stopped:
        raise KeyboardInterrupt
    (played,) = outcome.played
    return Results(played, summarise(played, possible_ends(variant)))


def line(row: Row, games: int) -> str:
    """A row as it stands on the page."""
    results = [play(row.variant, bots, games) for bots in row.table.lineups(row.seats)]
    return _markdown([row.variant.name, str(row.seats), *row.table.cells(results)])


def block(rows: Iterable[Row], games: int) -> str:
    """All tables."""
    lines = [(row.table, line(row, games)) for row in rows]
    parts = [f"Every line: {games:,} games, made up to whole deals, with seed {SEED}."]
    for table in TABLES:
        heading = _markdown(["game", "seats", *table.headings])
        ruler = f"|---|{'---:|' * (1 + len(table.headings))}"
        body = [text for of, text in lines if of is table]
        parts += [f"### {table.title}", "\n".join([heading, ruler, *body])]
    return "\n\n".join(parts)


def _markdown(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def with_block(page: str, written: str) -> str:
    """The page with this between the marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"there must be a line {BEGIN} and a line {END} below it")
    return f"{before}{BEGIN}\n\n{written}\n\n{END}{after}"


def main(games: int = GAMES, page: Path = PAGE) -> None:
    """Play all games and put the tables into the page."""
    try:
        with_block(page.read_text(encoding="utf-8"), "")
    except (OSError, ValueError) as error:
        print(f"{page}: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    written = block(track(all_rows(), "Playing"), games)
    page.write_text(with_block(page.read_text(encoding="utf-8"), written), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
