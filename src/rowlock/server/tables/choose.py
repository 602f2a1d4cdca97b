"""A choice for the action due, and what its being the last one leads to."""

from rowlock.rules import PASS, IllegalMove, Move, legal_moves, refusal
from rowlock.rules.explain import explain
from rowlock.server.tables import events as ev
from rowlock.server.tables.table import Table


def choice_events(table: Table, seat: int, move: Move, by: ev.ChosenBy) -> list[ev.AnyEvent]:
    """The seat chooses. With the last choice all are revealed; the same choice again is nothing.

    Raises IllegalMove if the rules refuse the move.
    """
    game, index = table.game, table.index(seat)
    assert game is not None
    code = refusal(game, index, move)
    if code is not None:
        raise IllegalMove(code, move, game, index, explain(code, game, index, move))
    if seat in table.chosen and table.chosen[seat].move == str(move):
        return []
    moves = {known: choice.move for known, choice in table.chosen.items()} | {seat: str(move)}
    chosen: list[ev.AnyEvent] = [ev.MoveChosen(seat, str(move), by)]
    if all(known in moves for known in table.acting):
        chosen.append(ev.ActionRevealed([moves[known] for known in table.acting]))
    return chosen


def timeout_events(table: Table) -> list[ev.AnyEvent]:
    """The time is up: all who have not chosen pass."""
    waiting = table.waiting
    passes: list[ev.AnyEvent] = [ev.MoveChosen(seat, str(PASS), "clock") for seat in waiting]
    moves = {known: choice.move for known, choice in table.chosen.items()}
    revealed = ev.ActionRevealed([moves.get(seat, str(PASS)) for seat in table.acting])
    return [*passes, revealed] if waiting else []


def has_only_pass(table: Table, seat: int) -> bool:
    """Whether the seat, which is to act, has nothing to cross."""
    assert table.game is not None
    return legal_moves(table.game, table.index(seat)) == [PASS]
