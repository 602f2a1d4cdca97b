"""What everybody is told about what happened."""

from random import Random

from rowlock.rules import legal_moves
from rowlock.server.messages.tells import (
    AnyNews,
    Ended,
    LastRound,
    Locked,
    Missed,
    Revealed,
    Rolled,
    StoodIn,
    TakenBack,
)
from rowlock.server.tables import events as ev
from rowlock.server.tables.table import Table
from server.tables import happened, played, started

BOTH_NEAR_RED = tuple(
    step for total in range(2, 7) for step in (f"w1{total - 1}", f"r{total} r{total}", "-")
)
"""Both seats have crossed red 2 to 6."""


def told(table: Table, kind: type[AnyNews]) -> list[AnyNews]:
    return [news for news in table.news if isinstance(news, kind)]


def test_dice_and_choices_are_told_when_they_are_revealed() -> None:
    table = played(started("ann", "ben"), "w41 r3 y2 g6 b5")
    (rolled,) = table.news
    assert isinstance(rolled, Rolled)
    assert (rolled.turn, rolled.seat, rolled.dice.white) == (1, 1, (4, 1))
    assert rolled.dice.colours == {"r": 3, "y": 2, "g": 6, "b": 5}
    half = happened(table, ev.MoveChosen(1, "r5", "person"))
    assert half.news == table.news
    table = happened(half, ev.MoveChosen(2, "-", "clock"), ev.ActionRevealed(["r5", "-"]))
    revealed = table.news[-1]
    assert isinstance(revealed, Revealed)
    assert (revealed.version, revealed.turn, revealed.phase) == (table.version, 1, "white")
    cross, passed = revealed.choices
    assert (cross.seat, cross.move, cross.row, cross.number) == (1, "r5", "r", 5)
    assert (cross.gain, cross.kind, cross.timeout) == (1, "cross", False)
    assert (passed.seat, passed.move, passed.kind, passed.timeout) == (2, "-", "pass", True)


def test_two_seats_lock_a_row_at_once() -> None:
    table = played(started("ann", "ben"), *BOTH_NEAR_RED, "w66", "r12 r12")
    (locked,) = told(table, Locked)
    assert isinstance(locked, Locked)
    assert (locked.row, locked.seats) == ("r", [1, 2])
    reveal = told(table, Revealed)[-1]
    assert isinstance(reveal, Revealed)
    assert [choice.gain for choice in reveal.choices] == [28 - 15, 28 - 15]


def test_only_who_has_the_lock_is_named() -> None:
    table = played(started("ann", "ben"), *BOTH_NEAR_RED, "w66", "r12 -")
    (locked,) = told(table, Locked)
    assert isinstance(locked, Locked)
    assert locked.seats == [1]


def test_misses_are_counted_and_the_last_one_ends_the_game() -> None:
    table = played(started("ann", "ben"), *("w11", "- -", "-") * 7)
    misses = [news for news in table.news if isinstance(news, Missed)]
    assert [(news.seat, news.misses) for news in misses] == [
        (1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (2, 3), (1, 4),
    ]  # fmt: skip
    ended = table.news[-1]
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.winners, ended.turn) == ("misses", [2], 7)


def test_the_last_round_is_told_once() -> None:
    table = started("ann", "ben", variant="on-board")
    for seed in range(50):
        if told(table := _finished_path(seed), LastRound):
            break
    (last,) = told(table, LastRound)
    assert isinstance(last, LastRound)
    assert last.last_turn == last.turn + 1
    assert table.game is not None
    board = table.variant.board
    assert board is not None
    assert board.finishes(table.game.sheets[table.index(last.seat)].pawn or 0)
    ended = table.news[-1]
    assert isinstance(ended, Ended)
    assert ended.turn <= last.last_turn


def _finished_path(seed: int) -> Table:
    """A game whose pawns hurry."""
    rng, table = Random(seed), started("ann", "ben", variant="on-board")
    while table.stage == "playing":
        faces = [rng.randint(1, 6) for _ in range(6)]
        table = played(table, "w{}{} r{} y{} g{} b{}".format(*faces))
        while table.game and table.game.acting:
            moves = [legal_moves(table.game, seat)[-2:][0] for seat in table.game.acting]
            table = played(table, " ".join(map(str, moves)))
    return table


def test_bots_that_come_and_go_are_told() -> None:
    table = played(started("ann", "ben"), "w41")
    table = happened(table, ev.BotStoodIn(2, "cautious"), ev.SeatTakenBack(2))
    assert table.news[-2:] == (
        StoodIn(table.version - 1, 1, 2),
        TakenBack(table.version, 1, 2),
    )


def test_a_stopped_game_has_no_winners() -> None:
    table = happened(played(started("ann"), "w41"), ev.TableClosed())
    assert table.news[-1] == Ended(table.version, 1, "stopped", [])
