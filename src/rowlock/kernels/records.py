"""Games of a batch as records."""

from collections.abc import Iterator
from itertools import groupby

from rowlock.kernels.batch import Batch, log_batch
from rowlock.kernels.bridge import to_move, to_roll
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import Decision, decisions
from rowlock.record import Record, Turn
from rowlock.rules import Variant


def batch_records(batch: Batch, games: int, first: int = 0) -> Iterator[Record]:
    """So many games from number `first` on, each as a record with its result."""
    results, log = log_batch(batch, games, first)
    deals = Deals(batch.variant, len(batch.bots), batch.seed)
    for number, lines in groupby(decisions(log), key=lambda line: line.game):
        bots = batch.seating(number)
        totals = results[number - first].scores[: len(bots)].tolist()
        turns = groupby(lines, key=lambda line: line.turn)
        yield Record(
            deals.start(number),
            tuple(f"{bot.capitalize()} {seat}" for seat, bot in enumerate(bots, start=1)),
            tuple(_turn(batch.variant, list(turn)) for _, turn in turns),
            {
                "Dice": "seeded",
                "Bots": "; ".join(bots),
                "Event": f"seed {batch.seed}, game {number}",
                "Result": " ".join(map(str, totals)),
            },
        )


def _turn(variant: Variant, lines: list[Decision]) -> Turn:
    white = lines[0]
    roll = to_roll(variant, variant.dice_by_locks[white.locked], white.faces)
    actions = groupby(lines, key=lambda line: line.phase)
    moves = (tuple(to_move(variant, line.move) for line in action) for _, action in actions)
    return Turn(roll, tuple(moves))
