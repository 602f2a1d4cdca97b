"""Writes what perfect play scores and teaches into docs/solver.md, and draws its pictures.

    python tools/perfect.py [PART …] [--folder FOLDER]

Without a name it writes all parts, with names those. What is not solved yet is solved first; tables
are kept where `rowlock solve` keeps them. The part `longo` takes half an hour and 3 GB, all others
together a few minutes and 1 GB. Everything is exact, but for the number of turns in `spread`, whose
games a seed fixes: it comes out the same on any machine. `make test` works out again all that needs
the table of the original alone.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from lesson_tables import LESSONS, ORIGINAL, empty_sheets, first_crosses, table
from lessons import missed
from parts import part_of, write_part

from rowlock.arena.extras import MissingExtra, extra_module
from rowlock.arena.intervals import mean_estimate
from rowlock.arena.picture import COLOURS, DOTS_PER_INCH, PANEL_HEIGHT, WIDTH, write_picture
from rowlock.arena.report import numbers
from rowlock.cli.progress import progress
from rowlock.cli.spread import SHARES, spread_figure
from rowlock.kernels.cores import all_cores
from rowlock.rules import VARIANTS
from rowlock.solver.distribution import Distribution, count_traces, distribution
from rowlock.solver.simulate import simulate
from rowlock.solver.solution import NotSolved, Solution, load
from rowlock.solver.solve import count_positions, solve_on_disk
from rowlock.solver.space import SoloSpace
from rowlock.solver.store import new_header, table_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE = Path(__file__).parent.parent / "docs" / "solver.md"
LONGO = VARIANTS["longo"]
PLACES = ("first", "second", "third", "fourth", "fifth")
GAMES, SEED = 1_000_000, 1
CORES = all_cores()
LEAST = (50, 100, 150, 200)
"""Of which scores it is told how often they are reached."""


@dataclass(frozen=True)
class Solved:
    """Solved games, which are looked up in a folder or solved into it, and where pictures go."""

    folder: Path | None
    pictures: Path

    def find(self, space: SoloSpace, seats: int = 1) -> Solution:
        """The solution of a game."""
        try:
            return load(space, self.folder, seats)
        except NotSolved:
            file = table_file(self.folder, space, seats)
            with progress(file.stem, count_positions(space)) as advance:
                solve_on_disk(file, space, seats, CORES, advance)
            return load(space, self.folder, seats)

    def original(self) -> Solution:
        """The solution that most parts are about."""
        return self.find(SoloSpace(ORIGINAL))


def seats_part(solved: Solved) -> str:
    """What perfect play scores when others roll too."""
    rows = []
    for seats in range(1, ORIGINAL.seats + 1):
        scores = solved.find(SoloSpace(ORIGINAL), seats).at_start()
        empty = [""] * (ORIGINAL.seats - seats)
        rows.append([str(seats), *(f"{score:.4f}" for score in scores), *empty])
    return table(["seats", *(f"you go {place}" for place in PLACES)], rows)


def longo_part(solved: Solved) -> str:
    """What perfect play of Longo scores, by lucky pair."""
    spaces = {pair: SoloSpace(LONGO, pair) for pair in LONGO.lucky}
    return longo_table({pair: solved.find(space).at_start()[0] for pair, space in spaces.items()})


def longo_table(scores: Mapping[tuple[int, int], float]) -> str:
    """The scores by lucky pair, each beside the pair's mirror image."""
    turned = 2 * LONGO.faces + 2
    rows = [
        [f"{one} & {other}", f"{turned - other} & {turned - one}", f"{score:.4f}"]
        for (one, other), score in sorted(scores.items())
    ]
    return table(["lucky numbers", "mirror image", "expected score"], rows, words=2)


def spread_part(solved: Solved) -> str:
    """How scores spread, with a picture, and how long games are."""
    solution = solved.original()
    space, values = solution.space, solution.whole()[0]
    with progress("scores", count_traces(space)) as advance:
        found = distribution(space, values, advance)
    write_picture(lambda: spread_figure(found), solved.pictures / "solver-scores.svg")
    with progress("games", GAMES) as advance:
        played = simulate(space, values, GAMES, SEED, threads=CORES, done=advance)
    (turns,) = numbers([mean_estimate(played.turns, 1)], 2)
    simulated = f"{GAMES:,} simulated games with seed {SEED} took {turns} turns on average."
    return f"{spread_table(found)}\n\n{simulated}"


def spread_table(found: Distribution) -> str:
    """A distribution in few numbers."""
    rows = [["mean", f"{found.mean:.4f}"], ["standard deviation", f"{found.spread:.4f}"]]
    rows += [
        [f"{100 * share:g} % of games have at most", str(found.quantile(share))] for share in SHARES
    ]
    for score in LEAST:
        share = float(found.totals[found.scores >= score].sum())
        rows.append([f"games with {score} points or more", f"{100 * share:.3g} %"])
    rows += [[f"games that end by {end}", f"{100 * one:.2f} %"] for end, one in found.ends.items()]
    return table(["final scores", "exactly"], rows)


def first_part(solved: Solved) -> str:
    """The lesson on the first cross, with a picture."""
    solution = solved.original()
    write_picture(lambda: first_figure(solution), solved.pictures / "solver-first.svg")
    return LESSONS["first"](solution)


def first_figure(solution: Solution) -> "Figure":
    """The expected final score by the number that is crossed first."""
    figure: Figure = extra_module("matplotlib.figure", "arena", "pictures").Figure(
        (WIDTH, PANEL_HEIGHT), DOTS_PER_INCH, layout="constrained"
    )
    panel, (game, *_) = figure.subplots(), empty_sheets()
    scores = first_crosses(solution, game)
    crossed = [space.number for space in ORIGINAL.rows[0].spaces][: len(scores)]
    before, by_miss = solution.expected(game), solution.expected(missed(game))
    panel.axhline(before, color="black", linewidth=1, label=f"before it: {before:.2f}")
    panel.plot(crossed, scores, color=COLOURS[0], marker="o", label="after the first cross")
    panel.axhline(
        by_miss, color=COLOURS[1], linestyle="--", label=f"after a miss instead: {by_miss:.2f}"
    )
    for number, score in zip(crossed, scores, strict=True):
        panel.annotate(
            f"{score:.1f}", (number, score), (6, 6), textcoords="offset points",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )  # fmt: skip
    panel.set(
        xlabel="first number crossed in red or yellow (in green or blue: 14 minus it)",
        ylabel="expected final score",
    )
    panel.set_xticks(crossed)
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(loc="lower left", frameon=False)
    return figure


def sizes_part(_: Solved) -> str:
    """How many positions games have, as the solver counts them."""
    spaces = {
        "original": SoloSpace(ORIGINAL),
        "longo, lucky 5 & 8": SoloSpace(LONGO, (5, 8)),
        "longo, nothing lucky": SoloSpace(LONGO),
        "mixx-a": SoloSpace(VARIANTS["mixx-a"]),
        "mixx-b": SoloSpace(VARIANTS["mixx-b"]),
    }
    rows = []
    for name, space in spaces.items():
        counts = (space.rows[0].locked + 1, space.shape[0], count_positions(space))
        size = f"{new_header(space, 1, 0).size / 1e6:.0f} MB"
        rows.append([name, *(f"{count:,}" for count in counts), size, f"{count_traces(space):,}"])
    headings = ("states of a row", "of a half", "positions", "table", "positions with points")
    return table(["game", *headings], rows)


def _lesson(name: str) -> Callable[[Solved], str]:
    return lambda solved: LESSONS[name](solved.original())


PARTS: dict[str, Callable[[Solved], str]] = {
    "seats": seats_part,
    "longo": longo_part,
    "spread": spread_part,
    **{name: _lesson(name) for name in LESSONS},
    "first": first_part,
    "sizes": sizes_part,
}
"""The parts of the page by name."""


def mark(name: str) -> str:
    """What a part is called in the page."""
    return f"perfect:{name}"


Names = Annotated[list[str] | None, typer.Argument(metavar="[PART]…", help=", ".join(PARTS))]
Folder = Annotated[
    Path | None, typer.Option(help="Where tables are kept.", envvar="ROWLOCK_SOLVED")
]


def main(names: Names = None, folder: Folder = None, page: Path = PAGE) -> None:
    """Write parts of the page on perfect play, each as soon as it is known."""
    try:
        unknown = [name for name in names or () if name not in PARTS]
        if unknown:
            raise ValueError(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
        for name in names or PARTS:
            part_of(page.read_text(encoding="utf-8"), mark(name))
        solved = Solved(folder, page.parent / "pictures")
        for name in names or PARTS:
            write_part(page, mark(name), PARTS[name](solved))
    except (OSError, ValueError, MissingExtra) as error:
        print(f"{page}: {error}", file=sys.stderr)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    typer.run(main)
