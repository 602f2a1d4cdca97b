#!/usr/bin/env python3
"""A bot for `rowlock arena` that plays like `cautious`: it crosses what skips least."""

import json
import sys
from typing import Any


def landing(ask: dict[str, Any], steps: int) -> str:
    """Where so many free spaces take the pawn; other pawns are stepped over."""
    path: list[str] = ask["rules"]["path"]
    pawns = [sheet["pawn"] for sheet in ask["sheets"]]
    ahead = range(pawns[ask["seat"] - 1] + 1, len(path) + 1)
    return [path[position - 1] for position in ahead if position not in pawns][steps - 1]


def skips(ask: dict[str, Any], move: str) -> int:
    """How many spaces the move would leave behind uncrossed."""
    space = landing(ask, int(move)) if move.startswith("+") else move.rstrip("*")
    row = next(row for row in ask["rules"]["rows"] if row["letter"] == space[0])
    crossed, number = ask["sheets"][ask["seat"] - 1][row["name"]], int(space[1:])
    next_space = row["numbers"].index(crossed[-1]) + 1 if crossed else 0
    return 0 if number in crossed else row["numbers"].index(number) - next_space


def choose(ask: dict[str, Any]) -> str:
    """The move that skips least; of several the first, a pawn going as far as it can."""
    skipped = {move: skips(ask, move) for move in ask["legal"] if move != "-"}
    best = min(skipped, key=lambda move: (skipped[move], -int(move) if "+" in move else 0))
    is_last_action = ask["phase"] == ask["rules"]["actions"][-1]
    passing_misses = is_last_action and ask["active"] == ask["seat"] and not ask["crossed"]
    return best if skipped[best] <= (4 if passing_misses else 2) else "-"


for line in sys.stdin:
    print(choose(json.loads(line)), flush=True)
