"""How final scores spread: in words, as JSON, and as a picture."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rowlock.arena.extras import extra_module
from rowlock.arena.picture import (
    COLOURS,
    DOTS_PER_INCH,
    PANEL_HEIGHT,
    WIDTH,
    write_picture,
)
from rowlock.solver.distribution import Distribution

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""Which quantiles are told."""

ENDS = {"locks": "rows are locked", "misses": "of misses"}


def spread_in_words(found: Distribution) -> Iterator[str]:
    """The distribution in a few lines."""
    lowest, highest = int(found.scores[0]), int(found.scores[-1])
    yield f"scores: mean {found.mean:.4f}, standard deviation {found.spread:.4f}"
    yield "  share of games" + "".join(f"{100 * share:4g} %" for share in SHARES)
    yield "  score at most " + "".join(f"{found.quantile(share):6}" for share in SHARES)
    yield f"  the lowest that can come is {lowest}, the highest {highest}"
    ends = " and ".join(f"{100 * found.ends[end]:.2f} % because {ENDS[end]}" for end in ENDS)
    yield f"games end: {ends}"


def spread_view(found: Distribution) -> dict[str, object]:
    """The whole distribution: the chance of every score, by how the game ends."""
    return {
        "mean": found.mean,
        "spread": found.spread,
        "quantiles": {f"{share:g}": found.quantile(share) for share in SHARES},
        "ends": found.ends,
        "lowest": found.lowest,
        "chances": {
            end: chances.tolist() for end, chances in zip(found.ends, found.chances, strict=True)
        },
    }


def draw_spread(found: Distribution, path: Path) -> None:
    """Draw the distribution as SVG or PNG."""
    try:
        write_picture(lambda: spread_figure(found), path)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from None


def spread_figure(found: Distribution) -> "Figure":
    """How likely each score is; below it, what of that comes by which end."""
    figure: Figure = extra_module("matplotlib.figure", "arena", "pictures").Figure(
        (WIDTH, PANEL_HEIGHT), DOTS_PER_INCH, layout="constrained"
    )
    panel = figure.subplots()
    drawn = np.zeros(len(found.scores))
    for colour, (end, chances) in zip(COLOURS, zip(ENDS, found.chances, strict=True), strict=False):
        label = f"ends because {ENDS[end]}: {100 * found.ends[end]:.1f} %"
        panel.fill_between(
            found.scores, 100 * drawn, 100 * (drawn + chances), color=colour, alpha=0.6,
            linewidth=0, label=label,
        )  # fmt: skip
        drawn += chances
    panel.plot(found.scores, 100 * drawn, color="black", linewidth=0.8)
    panel.axvline(found.mean, color="black", linewidth=1, label=f"mean {found.mean:.2f}")
    panel.set(xlabel="score", ylabel="games at each score, %")
    panel.set_ylim(bottom=0)
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(loc="upper left", frameon=False)
    return figure
