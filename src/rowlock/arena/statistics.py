"""What the games of a meeting say about its bots."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.arena.intervals import Estimate, mean_estimate, share_estimate
from rowlock.rules import Reason, Variant

QUANTILES = (5, 25, 50, 75, 95)
"""The quantiles of scores that are told, in per cent."""

Integers = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]


class Played(NamedTuple):
    """The games of one meeting, in order: whole deals of as many games as there are seats.

    The games of a deal have the same dice, with the bots one seat further each time. The last
    deal may be incomplete when a run was interrupted; it then counts for nothing.
    """

    lineup: tuple[str, ...]
    """The labels of the bots, all different."""
    scores: npt.NDArray[np.int32]
    """The score in every game (first index) of every bot of the lineup, wherever it sat."""
    turns: npt.NDArray[np.int32]
    """How many turns every game took."""
    reasons: npt.NDArray[np.int8]
    """Why every game ended, as an index into `Reason`."""

    @staticmethod
    def joined(chunks: Sequence["Played"]) -> "Played":
        """The games of all chunks of one meeting, in their order."""
        lineups = {chunk.lineup for chunk in chunks}
        if len(lineups) != 1:
            raise ValueError(f"games of one lineup can be joined, not of {len(lineups)}")
        return Played(
            lineups.pop(),
            np.concatenate([chunk.scores for chunk in chunks]),
            np.concatenate([chunk.turns for chunk in chunks]),
            np.concatenate([chunk.reasons for chunk in chunks]),
        )

    @property
    def deals(self) -> int:
        """How many whole deals there are."""
        return len(self.turns) // len(self.lineup)

    def whole_deals(self) -> "Played":
        """These games without an incomplete last deal; there must be a whole one."""
        seats = len(self.lineup)
        if not self.deals:
            raise ValueError(
                f"{', '.join(self.lineup)}: a deal has {seats} games, but {len(self.turns)} were "
                "played; without a whole deal there are no results"
            )
        games = self.deals * seats
        return Played(self.lineup, self.scores[:games], self.turns[:games], self.reasons[:games])


@dataclass(frozen=True, slots=True)
class BotSummary:
    """How one bot did in a meeting.

    `wins` is its share of the wins, a tie being split evenly among those who share it;
    `strict_wins` the share of the games that it won alone. Both are None in solo games. `score`
    is its mean, `spread` the standard deviation of scores from game to game, and `quantiles` has
    the lowest score that so many per cent of the games do not exceed.
    """

    label: str
    wins: Estimate | None
    strict_wins: Estimate | None
    score: Estimate
    spread: float
    quantiles: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class MeetingSummary:
    """How a meeting went: `turns` and their spread from game to game, the share of `ties` (games
    won by several, None in solo games) and of each way to end."""

    games: int
    deals: int
    bots: tuple[BotSummary, ...]
    turns: Estimate
    turns_spread: float
    ties: Estimate | None
    ends: Mapping[Reason, Estimate]


def possible_ends(variant: Variant) -> tuple[Reason, ...]:
    """The ways in which a game of this variant can end."""
    return tuple(reason for reason in Reason if variant.board or reason is not Reason.FINISH)


def summarise(played: Played, possible: Collection[Reason] = ()) -> MeetingSummary:
    """The numbers of a meeting. Ways to end that are `possible` are told even if no game did."""
    played = played.whole_deals()
    seats = len(played.lineup)
    leads = played.scores == played.scores.max(axis=1, keepdims=True)
    winners = leads.sum(axis=1, dtype=np.int8)
    return MeetingSummary(
        games=len(played.turns),
        deals=played.deals,
        bots=tuple(
            _bot_summary(label, played.scores[:, bot], leads[:, bot], winners, seats)
            for bot, label in enumerate(played.lineup)
        ),
        turns=mean_estimate(_deal_sums(played.turns, seats), seats),
        turns_spread=float(played.turns.std()),
        ties=_share(winners > 1, seats) if seats > 1 else None,
        ends=_ends(played.reasons, seats, possible),
    )


def _bot_summary(
    label: str, scores: Integers, leads: Flags, winners: Integers, seats: int
) -> BotSummary:
    alone = seats == 1
    return BotSummary(
        label=label,
        wins=None if alone else _win_share(leads, winners, seats),
        strict_wins=None if alone else _share(leads & (winners == 1), seats),
        score=mean_estimate(_deal_sums(scores, seats), seats),
        spread=float(scores.std()),
        quantiles=_quantiles(scores),
    )


def _win_share(leads: Flags, winners: Integers, seats: int) -> Estimate:
    """Wins are counted in parts that every possible number of winners divides, so as integers."""
    parts = math.lcm(*range(1, seats + 1))
    worth = np.array([0, *(parts // n for n in range(1, seats + 1))], dtype=np.int32)
    return share_estimate(_deal_sums(worth[winners * leads], seats), parts * seats)


def _share(happened: Flags, seats: int) -> Estimate:
    return share_estimate(_deal_sums(happened, seats), seats)


def _ends(reasons: Integers, seats: int, possible: Collection[Reason]) -> dict[Reason, Estimate]:
    ended = {reason: reasons == index for index, reason in enumerate(Reason)}
    return {
        reason: _share(games, seats)
        for reason, games in ended.items()
        if reason in possible or games.any()
    }


def _quantiles(scores: Integers) -> dict[int, int]:
    shares = [percent / 100 for percent in QUANTILES]
    found = np.quantile(scores, shares, method="inverted_cdf")
    return dict(zip(QUANTILES, map(int, found), strict=True))


def _deal_sums(games: Integers | Flags, seats: int) -> npt.NDArray[np.int64]:
    sums: npt.NDArray[np.int64] = games.reshape(-1, seats).sum(axis=1, dtype=np.int64)
    return sums
