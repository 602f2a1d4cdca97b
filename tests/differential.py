"""Compiled games against the rules, decision by decision."""

import json
import sys
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from random import Random
from typing import Any

import numpy as np

from rowlock.bots import BOTS
from rowlock.kernels.batch import Batch, log_batch, play_batch
from rowlock.kernels.bridge import to_move, to_moves, to_roll
from rowlock.kernels.log import Decision, decisions
from rowlock.kernels.state import PHASES, REASONS
from rowlock.rules import VARIANTS, Game, Move, Reason, Variant, legal_moves, totals

TABLES = [
    (name, seats) for name, variant in VARIANTS.items() for seats in range(1, variant.seats + 1)
]
"""Every game with every number of seats."""

LINEUPS = [("random",), ("cautious", "heuristic", "random")]
"""Who plays: chance reaches what nobody would choose, the others reach the late game."""

RELIABLE = ("cautious", "heuristic")
"""The bots whose choice a position determines."""


def lineup(seats: int, bots: Sequence[str]) -> tuple[str, ...]:
    return tuple(bots[seat % len(bots)] for seat in range(seats))


def compare_games(
    batch: Batch, games: int, first: int = 0, judged: int = 0
) -> tuple[int, set[Any]]:
    """Replays games by the rules: legal moves, sheets and results must be equal, and in the first
    `judged` games what the bots chose as well. How many decisions there were, and how games
    ended."""
    results, log = log_batch(batch, games, first)
    assert (play_batch(batch, games, first) == results).all(), "with a log the games are the same"
    reasons: set[Reason | None] = set()
    for number, lines in groupby(decisions(log), key=lambda line: line.game):
        game = _replay(batch, batch.deals.start(number), list(lines), number < first + judged)
        result = results[number - first]
        assert game.over
        assert game.turn == result.turns
        assert game.reason is REASONS[result.reason]
        assert totals(game) == tuple(result.scores[: len(batch.bots)])
        reasons.add(game.reason)
    assert len(np.unique(log.game)) == games
    return len(log), reasons


def _replay(batch: Batch, game: Game, lines: list[Decision], judged: bool) -> Game:
    seating = batch.deals.seated(batch.bots, lines[0].game)
    for _, turn in groupby(lines, key=lambda line: line.turn):
        for at, (_, action) in enumerate(groupby(turn, key=lambda line: line.phase)):
            choices = list(action)
            if at == 0:
                game = game.roll(to_roll(game.variant, game.dice_in_play, choices[0].faces))
            assert [line.seat for line in choices] == list(game.acting)
            for line in choices:
                _compare(game, line)
                bot = seating[line.seat]
                if judged and bot in RELIABLE:
                    move = BOTS[bot](game, line.seat, Random(0))
                    assert move == to_move(batch.variant, line.move)
            game = game.act([to_move(batch.variant, line.move) for line in choices])
    return game


def _compare(game: Game, line: Decision) -> None:
    sheet = game.sheets[line.seat]
    assert game.turn == line.turn
    assert game.active == line.active
    assert game.phase is PHASES[line.phase]
    assert game.locked == line.locked
    assert sheet.misses == line.misses
    assert (sheet.pawn or 0) == line.pawn
    assert sheet.rows == _rows(game.variant, line.marks)
    moves = _moves(game.variant, line.plain, line.lucky, line.steps)
    assert legal_moves(game, line.seat) == moves


@lru_cache(maxsize=100_000)
def _moves(variant: Variant, plain: int, lucky: int, steps: int) -> list[Move]:
    return to_moves(variant, (plain, lucky, steps))


def _rows(variant: Variant, marks: int) -> tuple[int, ...]:
    """A set of spaces as the rules hold rows, locks put back."""
    rows = []
    for row in variant.rows:
        bits = marks & row.all_bits
        rows.append(bits | row.lock_bit if bits & row.end_bits else bits)
        marks >>= len(row.spaces)
    return tuple(rows)


def compare_all(games: int, tables: Sequence[tuple[str, int]]) -> dict[str, int]:
    """A few games of each table and lineup; a number that depends on every result."""
    seen = {}
    for name, seats in tables:
        for bots in LINEUPS:
            batch = Batch(VARIANTS[name], lineup(seats, bots), seed=5)
            decisions, _ = compare_games(batch, games, judged=games)
            scores = play_batch(batch, games).scores.astype(np.int64)
            weights = np.arange(1, scores.size + 1).reshape(scores.shape)
            seen[f"{name} {seats} {len(bots)}"] = decisions + int((scores * weights).sum())
    return seen


if __name__ == "__main__":
    print(json.dumps(compare_all(1, json.loads(sys.argv[1]))))
