"""Logged games as records."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rowlock.kernels.bridge import to_move, to_roll
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import Decision, Records, decisions
from rowlock.record import Record, Turn
from rowlock.record.record import UNWRITABLE
from rowlock.rules import Variant


def log_records(
    deals: Deals, bots: Sequence[str], results: Records, log: Records
) -> Iterator[Record]:
    """The games of a log, each as a record with its result. `bots` is the lineup of the first game
    of a deal."""
    first = log[0].game if len(log) else 0
    for number, lines in groupby(decisions(log), key=lambda line: line.game):
        seated = [written(bot) for bot in deals.seated(bots, number)]
        totals = results[number - first].scores[: deals.seats].tolist()
        turns = groupby(lines, key=lambda line: line.turn)
        yield Record(
            deals.start(number),
            tuple(f"{bot} {seat}" for seat, bot in enumerate(seated, start=1)),
            tuple(_turn(deals.variant, list(turn)) for _, turn in turns),
            {
                "Dice": "seeded",
                "Bots": "; ".join(seated),
                "Event": f"seed {deals.seed}, game {number + 1}",
                "Result": " ".join(map(str, totals)),
            },
        )


def written(bot: str) -> str:
    """A bot's name as a record can hold it."""
    return UNWRITABLE.sub(" ", bot).replace(";", " ").strip() or "bot"


def _turn(variant: Variant, lines: list[Decision]) -> Turn:
    white = lines[0]
    roll = to_roll(variant, variant.dice_by_locks[white.locked], white.faces)
    actions = groupby(lines, key=lambda line: line.phase)
    moves = (tuple(to_move(variant, line.move) for line in action) for _, action in actions)
    return Turn(roll, tuple(moves))
