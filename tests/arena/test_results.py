"""What programs read about a tournament."""

import csv
import io
import json

import numpy as np
import pytest

from arena.meetings import meeting, simulate
from arena.test_report import SUMMARY
from rowlock.arena.elo import Rating, rate
from rowlock.arena.intervals import Estimate
from rowlock.arena.results import HEADINGS, to_json, write_csv
from rowlock.arena.statistics import summarise
from rowlock.rules import Reason

SOLO = summarise(meeting(("cautious",), [(40,)]))


def test_json() -> None:
    """The keys are a promise to programs: they stay."""
    ratings = (Rating("cautious", Estimate(1500.5, 1490.0, 1511.0), 12),)
    assert json.loads(json.dumps(to_json([SOLO, SUMMARY], ratings))) == {
        "meetings": [
            {
                "games": 1,
                "deals": 1,
                "bots": [
                    {
                        "label": "cautious",
                        "wins": None,
                        "strict_wins": None,
                        "score": {"value": 40.0, "low": None, "high": None},
                        "spread": 0.0,
                        "quantiles": {"5": 40, "25": 40, "50": 40, "75": 40, "95": 40},
                    }
                ],
                "turns": {"value": 20.0, "low": None, "high": None},
                "turns_spread": 0.0,
                "ties": None,
                "ends": {"locks": {"value": 1.0, "low": None, "high": None}},
            },
            {
                "games": 100_000,
                "deals": 50_000,
                "bots": [
                    {
                        "label": "heuristic",
                        "wins": {"value": 0.9123, "low": 0.9103, "high": 0.9142},
                        "strict_wins": {"value": 0.9051, "low": 0.903, "high": 0.9071},
                        "score": {"value": 66.314, "low": 66.244, "high": 66.384},
                        "spread": 15.04,
                        "quantiles": {"5": 42, "25": 56, "50": 66, "75": 76, "95": 92},
                    },
                    {
                        "label": "cautious",
                        "wins": {"value": 0.0877, "low": 0.0858, "high": 0.0897},
                        "strict_wins": {"value": 0.0805, "low": 0.0785, "high": 0.0826},
                        "score": {"value": -1.5, "low": -1.56, "high": -1.44},
                        "spread": 12.0,
                        "quantiles": {"5": -15, "25": -8, "50": -2, "75": 4, "95": 102},
                    },
                ],
                "turns": {"value": 23.42, "low": 23.4, "high": 23.44},
                "turns_spread": 4.1,
                "ties": {"value": 0.0144, "low": 0.0137, "high": 0.0151},
                "ends": {
                    "locks": {"value": 0.62, "low": 0.617, "high": 0.623},
                    "misses": {"value": 0.38, "low": 0.377, "high": 0.383},
                },
            },
        ],
        "elo": [
            {
                "label": "cautious",
                "elo": {"value": 1500.5, "low": 1490.0, "high": 1511.0},
                "games": 12,
            }
        ],
    }


def test_json_without_ratings() -> None:
    assert to_json([])["elo"] is None


def test_computed_numbers_can_be_written() -> None:
    """Nothing of NumPy's is left that JSON does not know."""
    played = simulate(("a", "b", "c"), (1, 0, 0), 20, np.random.default_rng(1))
    values = json.loads(json.dumps(to_json([summarise(played)], rate([played]))))
    assert values["meetings"][0]["games"] == 60
    assert [rating["games"] for rating in values["elo"]] == [60, 60, 60]


def lines(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_csv() -> None:
    file = io.StringIO(newline="")
    write_csv([SOLO, SUMMARY], file)
    assert file.getvalue().splitlines()[0] == (
        "meeting,bot,wins,wins_low,wins_high,strict_wins,strict_wins_low,strict_wins_high,"
        "score,score_low,score_high,spread,score_5_percent,score_25_percent,score_50_percent,"
        "score_75_percent,score_95_percent,games,deals,turns,turns_low,turns_high,turns_spread,"
        "ties,ties_low,ties_high,ends_locks,ends_locks_low,ends_locks_high,"
        "ends_misses,ends_misses_low,ends_misses_high,"
        "ends_finish,ends_finish_low,ends_finish_high"
    )
    alone, heuristic, cautious = lines(file.getvalue())
    assert {name: text for name, text in alone.items() if text} == {
        "meeting": "1",
        "bot": "cautious",
        "score": "40.0",
        "spread": "0.0",
        **{f"score_{percent}_percent": "40" for percent in (5, 25, 50, 75, 95)},
        "games": "1",
        "deals": "1",
        "turns": "20.0",
        "turns_spread": "0.0",
        "ends_locks": "1.0",
    }
    assert [line["bot"] for line in (heuristic, cautious)] == ["heuristic", "cautious"]
    assert heuristic["meeting"] == cautious["meeting"] == "2"
    assert [heuristic[f"wins{end}"] for end in ("", "_low", "_high")] == [
        "0.9123",
        "0.9103",
        "0.9142",
    ]
    assert [cautious[f"strict_wins{end}"] for end in ("", "_low", "_high")] == [
        "0.0805",
        "0.0785",
        "0.0826",
    ]
    assert cautious["score_95_percent"] == "102"
    assert cautious["ends_misses_high"] == "0.383"
    assert cautious["ends_finish"] == ""


def test_labels_with_commas_and_quotes_come_back() -> None:
    label = 'cmd:bot --say "a, b"\n'
    file = io.StringIO(newline="")
    write_csv([summarise(meeting((label,), [(1,)]))], file)
    assert lines(file.getvalue())[0]["bot"] == label


@pytest.mark.parametrize("reason", Reason)
def test_every_way_to_end_has_its_columns(reason: Reason) -> None:
    assert {f"ends_{reason}", f"ends_{reason}_low", f"ends_{reason}_high"} <= set(HEADINGS)
