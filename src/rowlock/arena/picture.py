"""A picture of the scores of meetings."""

import math
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.arena.extras import extra_module
from rowlock.arena.statistics import Played

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Scores = npt.NDArray[np.int32]
Floats = npt.NDArray[np.floating[Any]]

KINDS = ("svg", "png")
"""What can be drawn, as files end."""

MOST_COLUMNS = 2
WIDTH = 8.0
PANEL_HEIGHT = 3.0
LEGEND_HEIGHT = 0.2
DOTS_PER_INCH = 100
LONGEST_LABEL = 26

# The colours of Okabe and Ito, which most people can tell apart however they see colours, without
# the yellow that is lost on white. Seven colours and five kinds of lines make 35 different pairs.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
LINES = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)), (0, (9, 2)))

# With the settings of matplotlib's default style: the same games give the same picture, whatever
# the reader's own settings are. A $ in a label is a $.
_SETTINGS = {"svg.hashsalt": "rowlock", "text.parse_math": False, "font.size": 9}

# A date would make every file differ.
_METADATA: dict[str, dict[str, None]] = {"svg": {"Date": None}, "png": {}}


class Look(NamedTuple):
    """How a bot is drawn, in all panels."""

    colour: str
    line: Any


def picture_kind(path: Path) -> str:
    """The kind of picture that the ending of a file asks for."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        endings = " or ".join(f".{known}" for known in KINDS)
        raise ValueError(f"a picture ends in {endings}, and {path.name!r} does not")
    return kind


def draw_scores(meetings: Sequence[Played], path: Path) -> None:
    """Draw how the scores of every bot spread, one panel a meeting, as SVG or PNG."""
    write_picture(lambda: scores_figure(meetings), path)


def write_picture(make: Callable[[], "Figure"], path: Path) -> None:
    """Write a figure, which is made in our style, as SVG or PNG."""
    kind = picture_kind(path)
    style = extra_module("matplotlib.style", "arena", "pictures")
    with style.context(["default", _SETTINGS]):
        make().savefig(path, format=kind, metadata=_METADATA[kind])


def scores_figure(meetings: Sequence[Played]) -> "Figure":
    """The picture before it is written."""
    if not meetings:
        raise ValueError("there is no meeting to draw: one at least is needed")
    columns = min(len(meetings), MOST_COLUMNS)
    rows = math.ceil(len(meetings) / columns)
    height = PANEL_HEIGHT + LEGEND_HEIGHT * max(len(played.lineup) for played in meetings)
    figure: Figure = extra_module("matplotlib.figure", "arena", "pictures").Figure(
        (WIDTH, rows * height), DOTS_PER_INCH, layout="constrained"
    )
    panels = figure.subplots(rows, columns, sharex=True, squeeze=False).flatten()
    looks = assign_looks(meetings)
    for panel, played in zip(panels, meetings, strict=False):
        _draw_panel(panel, played.whole_deals(), looks)
    for panel in panels[len(meetings) :]:
        panel.remove()
    return figure


def assign_looks(meetings: Sequence[Played]) -> dict[str, Look]:
    """A look for every label, in the order in which they appear."""
    labels = dict.fromkeys(label for played in meetings for label in played.lineup)
    return {
        label: Look(colour, line)
        for label, colour, line in zip(labels, cycle(COLOURS), cycle(LINES), strict=False)
    }


def frequencies(scores: Scores, width: int) -> tuple[Floats, Floats]:
    """The middles of intervals of this width from the lowest score to the highest, an empty one
    added at each end, and the share of games for each point within them."""
    low = int(scores.min())
    counts = np.bincount((scores - low) // width)
    middles: Floats = low + width * (np.arange(-1, len(counts) + 1) + 0.5) - 0.5
    return middles, np.pad(counts / len(scores) / width, 1)


def fitting_width(scores: Scores) -> int:
    """How many scores are taken together so that few games make no thicket (the rule of Freedman
    and Diaconis)."""
    quarter, three_quarters = np.quantile(scores, (0.25, 0.75))
    return max(1, round(2 * float(three_quarters - quarter) / math.cbrt(len(scores))))


def _draw_panel(panel: "Axes", played: Played, looks: dict[str, Look]) -> None:
    for bot, label in enumerate(played.lineup):
        scores, look = played.scores[:, bot], looks[label]
        middles, shares = frequencies(scores, fitting_width(scores))
        mean = float(scores.mean())
        caption = f"{_short(label)}, mean {mean:.1f}"
        drawn = {"color": look.colour, "linestyle": look.line}
        panel.fill_between(middles, 100 * shares, color=look.colour, alpha=0.08, linewidth=0)
        # Later lines are thinner, so that of two that coincide both are seen.
        panel.plot(middles, 100 * shares, **drawn, linewidth=2.2 - 0.3 * bot, label=caption)
        panel.axvline(mean, **drawn, linewidth=1)
    panel.set(xlabel="score", ylabel="games at each score, %")
    panel.set_ylim(bottom=0)
    panel.tick_params(labelbottom=True)
    panel.spines[["top", "right"]].set_visible(False)
    # Above the panel it hides nothing.
    legend = panel.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False)
    legend.set_title(f"games: {len(played.turns):,}")
    legend.set_alignment("left")


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else f"{label[:LONGEST_LABEL]}…"
