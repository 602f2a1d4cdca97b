"""Meetings for tests: by hand, of any kind, and simulated."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from rowlock.arena.statistics import Played
from rowlock.rules import Reason

BOTS = ("heuristic", "cautious", "random", "heuristic 2", "cmd:./bot")


def meeting(
    lineup: Sequence[str],
    scores: Sequence[Sequence[int]],
    turns: Sequence[int] | None = None,
    ends: Sequence[Reason] | None = None,
) -> Played:
    """A meeting of these games; turns and ends are all equal unless they are given."""
    ends = ends or [Reason.LOCKS] * len(scores)
    return Played(
        tuple(lineup),
        np.array(scores, dtype=np.int32).reshape(-1, len(lineup)),
        np.array(turns or [20] * len(scores), dtype=np.int32),
        np.array([tuple(Reason).index(end) for end in ends], dtype=np.int8),
    )


@st.composite
def meetings(draw: st.DrawFn, least: int = 1, most_score: int = 8) -> Played:
    """Any meeting of one to five bots with a whole deal at least, ties being frequent."""
    seats = draw(st.integers(least, 5))
    games = draw(st.integers(seats, 6 * seats))
    score = st.integers(-20, most_score - 20) if draw(st.booleans()) else st.integers(-20, 200)
    return meeting(
        BOTS[:seats],
        draw(st.lists(st.tuples(*[score] * seats), min_size=games, max_size=games)),
        draw(st.lists(st.integers(1, 60), min_size=games, max_size=games)),
        draw(st.lists(st.sampled_from(Reason), min_size=games, max_size=games)),
    )


def simulate(
    lineup: Sequence[str],
    strengths: Sequence[float],
    deals: int,
    rng: np.random.Generator,
    *,
    luck: float = 0.0,
) -> Played:
    """Games in which a bot beats another with the chance that the Bradley-Terry model says.

    With `luck`, each bot has some of its own that lasts a deal, so the games of a deal agree.
    """
    seats = len(lineup)
    shape = (deals, seats, seats)
    lasting = luck * rng.normal(size=(deals, 1, seats))
    # The greatest of strengths with Gumbel noise is distributed just so.
    values = np.asarray(strengths) + lasting + rng.gumbel(size=shape)
    scores = np.rint(1e6 * values).astype(np.int32).reshape(-1, seats)
    games = len(scores)
    return Played(
        tuple(lineup), scores, np.full(games, 20, np.int32), np.zeros(games, dtype=np.int8)
    )
