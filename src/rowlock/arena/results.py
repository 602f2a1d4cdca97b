"""Results for programs: as JSON and as CSV."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

import msgspec

from rowlock.arena.elo import Rating
from rowlock.arena.intervals import Estimate
from rowlock.arena.statistics import QUANTILES, BotSummary, MeetingSummary
from rowlock.rules import Reason


@dataclass(frozen=True, slots=True)
class _Results:
    meetings: Sequence[MeetingSummary]
    elo: Sequence[Rating] | None


def to_json(
    meetings: Sequence[MeetingSummary], elo: Sequence[Rating] | None = None
) -> dict[str, Any]:
    """All results as a value for `json.dumps`.

    `meetings` has the fields of `MeetingSummary` for each meeting, and under `bots` those of
    `BotSummary`. `quantiles` has per cents as keys, `ends` the words for how games end. `elo` has
    the fields of `Rating`, the strongest bot first, or is null. An estimate is an object of
    `value`, `low` and `high`, the last two null where there is no interval. Shares are from 0 to
    1.
    """
    values: dict[str, Any] = msgspec.to_builtins(_Results(meetings, elo), str_keys=True)
    return values


def write_csv(meetings: Sequence[MeetingSummary], file: TextIO) -> None:
    """One line for each bot of each meeting, below the headings.

    Meetings count from 1. `*_low` and `*_high` are the ends of the interval of the number before
    them. What cannot be told is empty. The file should be open with `newline=""`.
    """
    writer = csv.DictWriter(file, HEADINGS, lineterminator="\n")
    writer.writeheader()
    for number, meeting in enumerate(meetings, start=1):
        shared = _meeting_cells(meeting)
        for bot in meeting.bots:
            writer.writerow({"meeting": number, **_bot_cells(bot), **shared})


def _estimate_headings(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


HEADINGS = (
    "meeting",
    "bot",
    *_estimate_headings("wins"),
    *_estimate_headings("strict_wins"),
    *_estimate_headings("score"),
    "spread",
    *(f"score_{percent}_percent" for percent in QUANTILES),
    "games",
    "deals",
    *_estimate_headings("turns"),
    "turns_spread",
    *_estimate_headings("ties"),
    *(heading for reason in Reason for heading in _estimate_headings(f"ends_{reason}")),
)
"""The columns of the CSV, in order."""


def _bot_cells(bot: BotSummary) -> dict[str, object]:
    return {
        "bot": bot.label,
        **_estimate_cells("wins", bot.wins),
        **_estimate_cells("strict_wins", bot.strict_wins),
        **_estimate_cells("score", bot.score),
        "spread": bot.spread,
        **{f"score_{percent}_percent": score for percent, score in bot.quantiles.items()},
    }


def _meeting_cells(meeting: MeetingSummary) -> dict[str, object]:
    cells = {
        "games": meeting.games,
        "deals": meeting.deals,
        **_estimate_cells("turns", meeting.turns),
        "turns_spread": meeting.turns_spread,
        **_estimate_cells("ties", meeting.ties),
    }
    for reason, share in meeting.ends.items():
        cells |= _estimate_cells(f"ends_{reason}", share)
    return cells


def _estimate_cells(name: str, estimate: Estimate | None) -> Mapping[str, object]:
    if estimate is None:
        return {}
    numbers = (estimate.value, estimate.low, estimate.high)
    return dict(zip(_estimate_headings(name), numbers, strict=True))
