"""Playing a record: where it ends, or where it breaks a rule."""

from rowlock.record.errors import BAD_RESULT, BrokenGame
from rowlock.record.record import Record, Turn
from rowlock.record.tags import read_totals
from rowlock.rules import Game, IllegalMove, Roll, totals


def replay(record: Record) -> Game:
    """The position at the end of the record. Raises BrokenGame where it breaks a rule."""
    game = record.start
    for number, turn in enumerate(record.turns, start=1):
        game = play_turn(game, number, turn)
    _check_result(record, game)
    return game


def play_turn(game: Game, number: int, turn: Turn) -> Game:
    """The game after one more turn of a record."""
    try:
        game = game.roll(turn.roll)
        for choices in turn.actions:
            game = game.act(choices)
    except IllegalMove as error:
        raise BrokenGame(
            error.code,
            str(error),
            line=turn.line,
            turn=number,
            seat=None if error.seat is None else error.seat + 1,
            move=None if isinstance(error.move, Roll) else str(error.move),
        ) from error
    return game


def _check_result(record: Record, game: Game) -> None:
    if "Result" not in record.extra:
        return
    claimed, right = read_totals(record.extra["Result"], len(record.names)), list(totals(game))
    if claimed != right:
        message = f"the totals are {' '.join(map(str, right))}, not {record.extra['Result']}"
        raise BrokenGame(BAD_RESULT, message, line=record.lines.get("Result"))
