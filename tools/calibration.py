"""Measures how true the networks' forecasts are, writes that into docs/levels.md and draws it.

    python tools/calibration.py [--games 20000]

The games are those of `master` against itself, with a seed that no network has learned from. The
seed fixes them, so the tables come out the same until a network changes.
"""

import math
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from contests import SEED, all_games
from forecasts import (
    PHASES,
    Bin,
    Forecasts,
    calibration_error,
    chances,
    in_bins,
    phase_of,
    scores,
)
from lesson_tables import table
from parts import part_of, write_part

from rowlock.arena.extras import MissingExtra, extra_module
from rowlock.arena.picture import (
    COLOURS,
    DOTS_PER_INCH,
    MOST_COLUMNS,
    PANEL_HEIGHT,
    WIDTH,
    write_picture,
)
from rowlock.cli.progress import progress
from rowlock.kernels.cores import all_cores
from rowlock.kernels.log import Records
from rowlock.kernels.weights import NoNetwork, Weights, packaged
from rowlock.rules import Variant
from rowlock.train.judged import judge

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAGE = Path(__file__).parent.parent / "docs" / "levels.md"
CHANCES, SCORES = "calibration:chances", "calibration:scores"
CHANCE_STEP, SCORE_STEP = 0.05, 10.0
CORES = all_cores()


class Network(NamedTuple):
    """A network of the package, and the game it is for."""

    game: str
    variant: Variant
    seats: int
    weights: Weights


class Told(NamedTuple):
    """What a network said, and what came."""

    network: Network
    notes: Records

    @property
    def about(self) -> list[str]:
        """Which game it is, as lines begin."""
        return [self.network.game, str(self.network.seats)]


def networks() -> list[Network]:
    """All that there are, each for as many seats as it was trained for."""
    found = []
    for name, variant in all_games().items():
        for seats in range(1, variant.seats + 1):
            try:
                weights, trained = packaged(variant, seats)
            except NoNetwork:
                continue
            if trained == seats:
                found.append(Network(name, variant, seats, weights))
    return found


def ask(network: Network, games: int, threads: int) -> Told:
    """What a network says in so many games against itself."""
    game, variant, seats, weights = network
    with progress(f"{game}, {seats} seats", games) as advance:
        return Told(network, judge(variant, weights, seats, games, SEED, threads, advance))


def chance_cells(told: Told) -> list[str]:
    """How true the chances to win are, beside the guess that all win alike."""
    forecasts, seats = chances(told.notes), told.network.seats
    guess = float(((forecasts.came - 1 / seats) ** 2).mean())
    off = calibration_error(in_bins(forecasts, CHANCE_STEP))
    numbers = [f"{forecasts.squared:.4f}", f"{guess:.4f}"]
    better = 1 - forecasts.squared / guess
    return [
        *told.about,
        f"{len(told.notes):,}",
        *numbers,
        f"{100 * better:.1f} %",
        f"{100 * off:.2f} %",
    ]


def score_cells(told: Told) -> list[str]:
    """How true the expected scores are, by part of the game, beside the spread of all scores."""
    forecasts, phases = scores(told.notes), phase_of(told.notes.turn)
    parts = [forecasts.among(phases == phase) for phase in range(PHASES)]
    errors = [
        cell
        for part in parts
        for cell in (
            f"{part.error:+.2f} ± {part.margin:.2f}" if len(part.games) else "",
            f"{math.sqrt(part.squared):.1f}" if len(part.games) else "",
        )
    ]
    return [*told.about, f"{forecasts.came.std():.1f}", *errors]


def chance_table(all_told: Sequence[Told]) -> str:
    """The lines of all networks with more than one seat: alone, everybody wins."""
    headings = ["game", "seats", "positions", "Brier score", "of the even guess", "better by"]
    rows = [chance_cells(told) for told in all_told if told.network.seats > 1]
    return table([*headings, "off by"], rows)


def score_table(all_told: Sequence[Told]) -> str:
    """The lines of all networks."""
    parts = ("first quarter", "second", "third", "last")
    headings = [cell for part in parts for cell in (f"{part}: mean error", "RMS")]
    rows = [score_cells(told) for told in all_told]
    return table(["game", "seats", "spread of scores", *headings], rows)


def chance_figure(all_told: Sequence[Told]) -> "Figure":
    """Results by the chance that the network gave."""
    several = [told for told in all_told if told.network.seats > 1]

    def look(panel: "Axes") -> None:
        panel.set(xlabel="chance to win that the network gave, %", ylabel="share of the wins, %")

    return reliability_figure(several, chances, CHANCE_STEP, 100, look)


def score_figure(all_told: Sequence[Told]) -> "Figure":
    """Final scores by what the network expected."""

    def look(panel: "Axes") -> None:
        panel.set(xlabel="score that the network expected", ylabel="mean final score")

    return reliability_figure(all_told, scores, SCORE_STEP, 1, look)


def reliability_figure(
    all_told: Sequence[Told],
    forecasts_of: Callable[[Records], Forecasts],
    step: float,
    unit: float,
    look: Callable[["Axes"], None],
) -> "Figure":
    """A panel for each game, with a curve for each number of seats, and below it how often each
    forecast was made."""
    games = [list(group) for _, group in groupby(all_told, key=lambda told: told.network.game)]
    rows = max(1, math.ceil(len(games) / MOST_COLUMNS))
    figure: Figure = extra_module("matplotlib.figure", "arena", "pictures").Figure(
        (WIDTH, 1.4 * rows * PANEL_HEIGHT), DOTS_PER_INCH, layout="constrained"
    )
    heights = {"height_ratios": [3, 1] * rows}
    panels = figure.subplots(2 * rows, MOST_COLUMNS, squeeze=False, gridspec_kw=heights)
    for number, group in enumerate(games):
        row, column = divmod(number, MOST_COLUMNS)
        panel, counts = panels[2 * row][column], panels[2 * row + 1][column]
        for told in group:
            draw_bins(panel, counts, told, in_bins(forecasts_of(told.notes), step), unit)
        finish(panel, counts, group[0].network.game)
        look(panel)
    for number in range(len(games), rows * MOST_COLUMNS):
        row, column = divmod(number, MOST_COLUMNS)
        panels[2 * row][column].remove()
        panels[2 * row + 1][column].remove()
    return figure


def draw_bins(panel: "Axes", counts: "Axes", told: Told, bins: Sequence[Bin], unit: float) -> None:
    """The curve of one network."""
    colour, seats = COLOURS[(told.network.seats - 2) % len(COLOURS)], told.network.seats
    expected = [unit * one.expected for one in bins]
    panel.errorbar(
        expected,
        [unit * one.came for one in bins],
        [unit * one.margin for one in bins],
        color=colour,
        marker=".",
        linewidth=1,
        label=f"{seats} seats" if seats > 1 else "solo",
    )
    counts.plot(expected, [one.size for one in bins], color=colour, marker=".", linewidth=1)


def finish(panel: "Axes", counts: "Axes", title: str) -> None:
    """The diagonal, on which forecasts are true, and words."""
    low, high = panel.get_xlim()
    panel.plot([low, high], [low, high], color="#888888", linewidth=1, zorder=0)
    panel.set_xlim(low, high)
    counts.set_xlim(low, high)
    # Whole decades, so that there is a number at both ends.
    bottom, top = math.log10(counts.dataLim.y0), math.log10(counts.dataLim.y1)
    counts.set_yscale("log")
    counts.set_ylim(10 ** math.floor(bottom), 10 ** math.ceil(top))
    counts.yaxis.set_major_formatter("{x:,.0f}")
    counts.yaxis.set_minor_formatter("")
    counts.set(ylabel="positions")
    panel.set_title(title, loc="left")
    panel.legend(loc="upper left", frameon=False)
    for axes in (panel, counts):
        axes.spines[["top", "right"]].set_visible(False)


Games = Annotated[int, typer.Option(min=2, help="Games of every network against itself.")]
Threads = Annotated[int, typer.Option(min=1, help="How many games are played at once.")]


def main(games: Games = 20_000, threads: Threads = CORES, page: Path = PAGE) -> None:
    """Play the games, put the tables into the page and draw the pictures beside it."""
    try:
        for name in (CHANCES, SCORES):
            part_of(page.read_text(encoding="utf-8"), name)
        all_told = [ask(network, games, threads) for network in networks()]
        played = f"{games:,} games of each network against itself, with seed {SEED}."
        write_part(page, CHANCES, f"{played}\n\n{chance_table(all_told)}")
        write_part(page, SCORES, score_table(all_told))
        pictures = page.parent / "pictures"
        write_picture(lambda: chance_figure(all_told), pictures / "bots-chances.svg")
        write_picture(lambda: score_figure(all_told), pictures / "bots-scores.svg")
    except (OSError, ValueError, MissingExtra) as error:
        print(f"{page}: {error}", file=sys.stderr)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    typer.run(main)
