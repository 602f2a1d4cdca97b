"""Checking fair dice afterwards: the commitment, and every roll."""

from rowlock.dice import FairDice, commitment
from rowlock.record.errors import UNFAIR, BadRecord, BrokenGame
from rowlock.record.record import Record
from rowlock.record.replay import play_turn
from rowlock.record.tags import split_seats


def verify(record: Record) -> None:
    """Nothing if the dice were fair.

    Raises BrokenGame (code "unfair", or a broken rule met before) or, where a tag is missing,
    BadRecord.
    """
    dice = _published_dice(record)
    if commitment(dice.seed) != record.extra["Commitment"].lower():
        message = "the seed is not the one that was committed to"
        raise BrokenGame(UNFAIR, message, line=record.lines.get("Commitment"))
    game = record.start
    for number, turn in enumerate(record.turns, start=1):
        if not game.over:
            fair = dice(game)
            if turn.roll != fair:
                message = f"the roll is {turn.roll}, fair dice give {fair}"
                raise BrokenGame(UNFAIR, message[:200], line=turn.line, turn=number)
        game = play_turn(game, number, turn)


def _published_dice(record: Record) -> FairDice:
    for name in ("Commitment", "Seed", "Nonces"):
        if name not in record.extra:
            why = "" if name == "Commitment" else " (a game publishes it when it is over)"
            raise BadRecord(
                None, f'the tag [{name} "…"] is missing{why}: the dice cannot be checked'
            )
    nonces = tuple(split_seats(record.extra["Nonces"].lower()))
    return FairDice(bytes.fromhex(record.extra["Seed"]), nonces)
