"""Writes how strong the levels are into docs/levels.md.

    python tools/champions.py [PART …] [--games 100000] [--thinking 5000] [--others 20000]

Without a name it writes all parts, with names those. Games are kept in build/champions: after an
interruption the same command goes on, and no game is played twice until a kernel or a network
changes. The seed fixes every game; `make test` plays some of the lines again, with fewer games.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from contests import Contest, all_games, command, play
from lesson_tables import table
from parts import part_of, write_part

from rowlock.arena.intervals import Estimate
from rowlock.arena.keep import BadKeep
from rowlock.arena.report import numbers, shares
from rowlock.arena.statistics import MeetingSummary
from rowlock.bots import LEVELS
from rowlock.kernels.cores import all_cores
from rowlock.kernels.weights import NoNetwork, packaged
from rowlock.rules import find_variant, on_side

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "levels.md"
FOLDER = ROOT / "build" / "champions"
ORIGINAL = find_variant("original")
CORES = all_cores()
MASTER, GRANDMASTER, PLANNER, RIVAL = "master", "grandmaster", "planner", "heuristic"

Tell = Callable[[Sequence[MeetingSummary]], list[str]]


class Sizes(NamedTuple):
    """How many games are played: in the duels, in every contest of a bot that thinks long, and in
    all others."""

    games: int
    thinking: int
    others: int

    def of(self, contest: Contest) -> int:
        """How many games a contest has."""
        if GRANDMASTER in contest.bots:
            return self.thinking
        return self.games if contest in DUELS else self.others


class Line(NamedTuple):
    """A line of a table: what it is about, who plays for it, and what is told of the results."""

    about: tuple[str, ...]
    contests: tuple[Contest, ...]
    tell: Tell


class Part(NamedTuple):
    """A table of the page; the first `words` columns are words."""

    headings: tuple[str, ...]
    words: int
    lines: tuple[Line, ...]


DUELS = tuple(
    Contest(ORIGINAL, bots)
    for bots in (
        (MASTER, RIVAL),
        (MASTER, PLANNER),
        (GRANDMASTER, RIVAL),
        (GRANDMASTER, PLANNER),
        (GRANDMASTER, MASTER),
        (PLANNER, RIVAL),
    )
)


CROWDS = ((MASTER, RIVAL), (MASTER, PLANNER), (RIVAL, MASTER))
"""Who is alone among which others."""


def wins_of_first(summary: MeetingSummary) -> Estimate:
    """The share of the wins of the bot that is named first."""
    wins = summary.bots[0].wins
    assert wins is not None, "there is somebody to win against"
    return wins


def _duel(results: Sequence[MeetingSummary]) -> list[str]:
    (summary,) = results
    first, second = summary.bots
    assert first.strict_wins is not None
    points = numbers([first.score, second.score], 1)
    wins, strict = shares([wins_of_first(summary)]), shares([first.strict_wins])
    return [f"{summary.games:,}", *wins, *strict, *points]


def _ladder(results: Sequence[MeetingSummary]) -> list[str]:
    return [cell for one in results for cell in shares([wins_of_first(one)])]


def _crowd(results: Sequence[MeetingSummary]) -> list[str]:
    return [cell for one in results for cell in _against_fair(one)]


def _against_fair(summary: MeetingSummary) -> list[str]:
    """The wins of the first bot, and how many times its fair share that is."""
    wins = wins_of_first(summary)
    return [*shares([wins]), *numbers([wins.times(len(summary.bots))], 2)]


def duels() -> Part:
    """The strongest against each other, in the original with two seats."""
    headings = ("bot", "against", "games", "wins", "strict wins", "points", "points of the other")
    return Part(headings, 2, tuple(Line(contest.bots, (contest,), _duel) for contest in DUELS))


def ladder() -> Part:
    """Each level against the one below, in every game."""
    steps = list(zip(LEVELS[1:], LEVELS, strict=False))
    lines = tuple(
        Line((name,), tuple(Contest(variant, step) for step in steps), _ladder)
        for name, variant in all_games().items()
    )
    return Part(("game", *(f"`{upper}` : `{lower}`" for upper, lower in steps)), 1, lines)


def crowds() -> Part:
    """One among many of another kind, with more than two seats."""
    games = {
        "original": ORIGINAL,
        "on-board A": on_side(find_variant("on-board"), "A"),
        "longo": find_variant("longo"),
    }
    lines = tuple(
        Line(
            (name, str(seats), f"{100 / seats:.1f} %"),
            tuple(Contest(variant, (one, *(other,) * (seats - 1))) for one, other in CROWDS),
            _crowd,
        )
        for name, variant in games.items()
        for seats in range(3, variant.seats + 1)
    )
    told = [(f"`{one}` among `{other}`", "times fair") for one, other in CROWDS]
    return Part(("game", "seats", "fair share", *chain(*told)), 1, lines)


PARTS: dict[str, Callable[[], Part]] = {"duels": duels, "ladder": ladder, "crowds": crowds}
BUDGET = "budget"
NAMES = (*PARTS, BUDGET)
"""The parts of the page; the last one is about time and is measured, not played."""


def mark(name: str) -> str:
    """What marks a part on the page."""
    return f"champions:{name}"


def cells(line: Line, sizes: Sizes, threads: int, folder: Path) -> list[str]:
    """A line as it stands on the page."""
    results = [play(one, sizes.of(one), threads, folder) for one in line.contests]
    return [*line.about, *line.tell(results)]


def has_networks(line: Line) -> bool:
    """Whether all that play have a network; says so if not."""
    try:
        for contest in line.contests:
            packaged(contest.variant, len(contest.bots))
    except NoNetwork as error:
        print(f"left out: {' '.join(line.about)}: {error}", file=sys.stderr)
        return False
    return True


def written(part: Part, sizes: Sizes, threads: int, folder: Path) -> str:
    """The table of a part; lines are told as soon as they are known."""
    rows, lines = [], list(filter(has_networks, part.lines))
    for line in lines:
        rows.append(cells(line, sizes, threads, folder))
        print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
    return f"{table(part.headings, rows, part.words)}\n\n{how_to_repeat(lines, sizes)}"


def how_to_repeat(lines: Sequence[Line], sizes: Sizes) -> str:
    """How many games were played, and what plays them again."""
    contests = [contest for line in lines for contest in line.contests]
    sums = {GRANDMASTER in one.bots: f"{sizes.of(one):,}" for one in reversed(contests)}
    told = [f"{sums[False]} games each" if False in sums else ""]
    told += [f"{sums[True]} where `{GRANDMASTER}` plays" if True in sums else ""]
    again = "".join(f", the first by `{command(one, sizes.of(one))}`" for one in contests[:1])
    return f"Played: {', '.join(filter(None, told))}, made up to whole deals{again}."


def budget() -> str:
    """How long decisions take, measured by the benchmark in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.bots", "--decisions"]
    told = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return told.stdout.strip()


Names = Annotated[list[str] | None, typer.Argument(metavar="[PART]…", help=", ".join(NAMES))]
Games = Annotated[int, typer.Option(min=2, help="Games of every duel without grandmaster.")]
Thinking = Annotated[int, typer.Option(min=2, help="Games of every contest with grandmaster.")]
Others = Annotated[int, typer.Option(min=2, help="Games of every other contest.")]
Threads = Annotated[int, typer.Option(min=1, help="How many games are played at once.")]


def main(
    names: Names = None,
    games: Games = 100_000,
    thinking: Thinking = 5_000,
    others: Others = 20_000,
    threads: Threads = CORES,
    page: Path = PAGE,
    folder: Path = FOLDER,
) -> None:
    """Write parts of the page on bots, each as soon as it is known."""
    sizes = Sizes(games, thinking, others)
    try:
        unknown = [name for name in names or () if name not in NAMES]
        if unknown:
            raise ValueError(f"there is no part {unknown[0]}; there are {', '.join(NAMES)}")
        for name in names or NAMES:
            part_of(page.read_text(encoding="utf-8"), mark(name))
        for name in names or NAMES:
            text = budget() if name == BUDGET else written(PARTS[name](), sizes, threads, folder)
            write_part(page, mark(name), text)
    except KeyboardInterrupt:
        print("stopped: the same command goes on", file=sys.stderr)
        raise typer.Exit(130) from None
    except (OSError, ValueError, BadKeep) as error:
        print(f"{page}: {error}", file=sys.stderr)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    typer.run(main)
