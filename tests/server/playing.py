"""Playing by what the views say, and comparing the views with the record afterwards."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from math import inf
from random import Random

from rowlock.record import Record, read_record, replay
from rowlock.rules import Game, totals, winners
from rowlock.server.messages.asks import Choose, Sit
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import Done, MoveView, Refused, View, YourSeat
from rowlock.server.tables.view import sheet_view
from server.people import Page, Person, new_nonce

Strategy = Callable[[list[MoveView], Random], str]
OVERTAKEN = (Refusal.STALE,)
"""What an ask may be refused with because something else happened first."""


def to_choose(view: View) -> list[YourSeat]:
    """The own seats that are waited for."""
    waiting = view.game.waiting if view.game else []
    return [own for own in view.yours if own.acting and own.seat in waiting]


def any_move(moves: list[MoveView], rng: Random) -> str:
    """Mostly what skips least, so that rows get locked; sometimes anything."""
    if rng.random() < 0.2:
        return rng.choice(moves).move
    return min(moves, key=lambda move: (move.kind == "pass", len(move.skips))).move


def no_move(_moves: list[MoveView], _rng: Random) -> str:
    """Always pass: misses soon end the game."""
    return "-"


async def play_on(page: Page, rng: Random, turns: float = inf, choose: Strategy = any_move) -> View:
    """Play all own seats to the end of the game, or until there have been so many turns."""
    view = await page.until(lambda view: view.game is not None)
    while view.stage == "playing" and view.game is not None and view.game.turn <= turns:
        for own in to_choose(view):
            assert view.game is not None
            move = choose(own.moves, rng)
            answer = await page.ask(Choose(seat=own.seat, action=view.game.action, move=move))
            assert isinstance(answer, Done) or _overtaken(answer), answer
        view = await page.until(partial(_is_after, view.version))
    return view


async def play_together(pages: list[Page], rng: Random) -> list[View]:
    """Everybody plays to the end; the last view of each."""
    return await asyncio.gather(*(play_on(page, Random(rng.random())) for page in pages))


async def sit_down(stack: AsyncExitStack, code: str, people: Sequence[Person]) -> list[Page]:
    """All of them look at the table; those who have no seat yet take one."""
    pages = [await stack.enter_async_context(person.at(code)) for person in people]
    for number, page in enumerate(pages, start=1):
        view = await page.until(lambda _: True)
        if not any(seat.yours for seat in view.seats):
            await page.done(Sit(name=f"Player {number}", nonce=new_nonce()))
    return pages


def positions(record: Record) -> dict[tuple[int, str], Game]:
    """Every position of the game by turn and phase, from nothing but its record."""
    game = record.start
    found = {(game.turn, game.phase.value): game}
    for turn in record.turns:
        game = game.roll(turn.roll)
        found[game.turn, game.phase.value] = game
        for choices in turn.actions:
            game = game.act(choices)
            found[game.turn, game.phase.value] = game
    return found


def compare_views(views: list[View], record: Record) -> None:
    """Every view shows what the record says."""
    known = positions(record)
    for view in views:
        if view.game is None:
            continue
        game = known[view.game.turn, view.game.phase]
        sheets = [sheet_view(game.variant, sheet) for sheet in game.sheets]
        assert [seat.sheet for seat in view.seats] == sheets
        assert view.game.active == view.seats[game.active].id
        assert view.game.locked == [row.letter for row in game.variant.rows_in(game.locked)]
        assert view.game.last_turn == game.last_turn


def compare_end(view: View, text: str) -> Record:
    """The game has ended as its record does."""
    record = read_record(text)
    game = replay(record)
    assert view.game is not None
    assert game.over
    assert view.game.reason == game.reason
    assert view.game.winners == [view.seats[index].id for index in winners(game) or ()]
    assert [seat.sheet.total for seat in view.seats if seat.sheet] == list(totals(game))
    assert [seat.name for seat in view.seats] == list(record.names)
    return record


def _is_after(version: int, view: View) -> bool:
    return view.version > version


def _overtaken(answer: object) -> bool:
    return isinstance(answer, Refused) and answer.code in OVERTAKEN
