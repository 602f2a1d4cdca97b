"""A picture of how a network learned."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.arena.extras import extra_module
from rowlock.arena.intervals import Estimate
from rowlock.arena.picture import COLOURS, DOTS_PER_INCH, PANEL_HEIGHT, WIDTH, write_picture
from rowlock.train.measure import Measure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def check_pictures() -> None:
    """Raises MissingExtra if nothing is there to draw with."""
    extra_module("matplotlib", "train", "pictures")


def draw_curve(measures: Sequence[Measure], path: Path) -> None:
    """Draw the curve as SVG or PNG."""
    write_picture(lambda: curve_figure(measures), path)


def curve_figure(measures: Sequence[Measure]) -> "Figure":
    """The errors and the strength by games, one panel each."""
    games = [measure.games for measure in measures]
    losses = [measure.loss for measure in measures if measure.loss is not None]
    figure: Figure = extra_module("matplotlib.figure", "train", "pictures").Figure(
        (WIDTH, 2 * PANEL_HEIGHT), DOTS_PER_INCH, layout="constrained"
    )
    panels = figure.subplots(2, 2, sharex=True, squeeze=False).flatten()
    loss, error, wins, scores = panels
    if losses:
        loss.plot(games, losses, color=COLOURS[0], marker=".")
        loss.set(ylabel="squared error of win chance")
        for colour, other in zip(COLOURS, measures[0].strength, strict=False):
            shares = [one.strength[other].wins for one in measures]
            points = [share.times(100) for share in shares if share]
            _draw_estimates(wins, games, points, colour, f"against {other}")
        wins.set(ylabel="wins, %")
        wins.legend(frameon=False)
    else:
        loss.remove()
        wins.remove()
    error.plot(games, [measure.points for measure in measures], color=COLOURS[0], marker=".")
    error.set(ylabel="error of score, points")
    for colour, other in zip(COLOURS, measures[0].strength, strict=False):
        points = [one.strength[other].score for one in measures]
        label = f"against {other}" if losses else other
        _draw_estimates(scores, games, points, colour, label)
    scores.set(ylabel="mean score")
    scores.legend(frameon=False)
    for panel in figure.axes:
        panel.set(xlabel="games")
        panel.tick_params(labelbottom=True)
        panel.spines[["top", "right"]].set_visible(False)
    return figure


def _draw_estimates(
    panel: "Axes", games: list[int], estimates: list[Estimate], colour: str, label: str
) -> None:
    values = [one.value for one in estimates]
    lows = [one.value if one.low is None else one.low for one in estimates]
    highs = [one.value if one.high is None else one.high for one in estimates]
    panel.plot(games, values, color=colour, marker=".", label=label)
    panel.fill_between(games, lows, highs, color=colour, alpha=0.15, linewidth=0)
