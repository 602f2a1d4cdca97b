"""People who play at many tables without pause, whatever happens to the servers, and keep account
of what they are told."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from random import Random
from typing import NamedTuple

from websockets.exceptions import WebSocketException

from rowlock.server.messages.answers import Created
from rowlock.server.messages.asks import Ask, Choose, Ready, Sit, Start
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import Done, Refused, View
from server.accounts import Account, Sent, Visit
from server.people import Page, Person, new_nonce, new_table
from server.playing import any_move, to_choose

PASS = "-"

SOON = 0.02
"""How long people wait before they try again, in seconds."""

OVERTAKEN = (Refusal.STALE, Refusal.SEAT_TAKEN, Refusal.STARTED, Refusal.NOT_READY)
"""Refusals that say that something else has happened first."""

HESITATES, CHANGES = 0.1, 0.1
"""How often somebody lets the clock run out, or chooses again."""

CUT_OFF = (OSError, HTTPException, WebSocketException, TimeoutError, EOFError)
"""What it looks like when a server is not there, or no more; it is tried again then."""


class Recipe(NamedTuple):
    """What is played at a table, and who sits there."""

    variant: str
    seats: str
    clock: str = "none"

    @property
    def seats_of_people(self) -> list[int]:
        """The seat of whoever makes the table, and those that others take."""
        words = self.seats.split()
        return [1, *(seat for seat, word in enumerate(words, start=1) if word == "open")]


RECIPES = (
    Recipe("original", "me open", "quick"),
    Recipe("longo", "me open random"),
    Recipe("on-board", "me me cautious"),
    Recipe("original", "me open open"),
    Recipe("mixx-a", "me open heuristic", "quick"),
    Recipe("mixx-b", "me"),
)


class Gone(Exception):
    """The socket is closed."""


class Party:
    """The people of one table at a time; when a game is over they begin another. `addresses` tells
    where they may be served. When `hurries` says so they bring the game to its end, and play no
    more: then they are `done`. `moves` counts what was acknowledged."""

    def __init__(
        self,
        recipe: Recipe,
        addresses: Callable[[], list[str]],
        hurries: Callable[[], bool],
        rng: Random,
    ) -> None:
        self.recipe = recipe
        self.hurries = hurries
        self.rng = rng
        self.accounts: list[Account] = []
        self.moves = 0
        self.done = False
        self._addresses = addresses
        self._people = [Person("") for _ in recipe.seats_of_people]

    async def play(self) -> None:
        """Play one game after another, until it is time to go home."""
        while not self.hurries():
            account = Account(await self._create())
            self.accounts.append(account)
            async with asyncio.TaskGroup() as group:
                for person, seat in zip(self._people, self.recipe.seats_of_people, strict=True):
                    group.create_task(self._attend(person, seat, account))
            account.record = await self._record(account.code)
        self.done = True

    async def _record(self, code: str) -> str:
        person = self._people[0]
        while True:
            with suppress(*CUT_OFF):
                person.address = self._address()
                answer = await asyncio.to_thread(person.get, f"/api/tables/{code}/record")
                if answer.status == 200:
                    return answer.body.decode()
            await asyncio.sleep(SOON)

    def _address(self) -> str:
        return self.rng.choice(self._addresses())

    async def _create(self) -> str:
        recipe, creator = self.recipe, self._people[0]
        table = new_table(recipe.variant, recipe.seats, clock=recipe.clock)
        while True:
            with suppress(*CUT_OFF):
                for person in self._people:
                    person.address = self._address()
                    if person.cookie is None:
                        await asyncio.to_thread(person.get, "/api/here")
                answer = await asyncio.to_thread(creator.post, "/api/tables", table)
                if answer.status == 201:
                    return answer.read(Created).code
                assert b"unavailable" in answer.body, answer
            await asyncio.sleep(SOON)

    async def _attend(self, person: Person, seat: int, account: Account) -> None:
        """Be at the table until the game is over, by one connection after another."""
        known = 0
        while True:
            with suppress(*CUT_OFF):
                person.address = self._address()
                async with person.at(account.code, known, ready=False) as page:
                    account.visits.append(Visit(known, page))
                    try:
                        await Player(page, seat, account, self).play_on()
                        return
                    except Gone:
                        pass
                    finally:
                        known = max([known, *(view.version for view in page.views[-1:])])
                        person.traffic.clear()
            await asyncio.sleep(SOON)


class Player:
    """A person at an open page."""

    def __init__(self, page: Page, seat: int, account: Account, party: Party) -> None:
        self._page = page
        self._seat = seat
        self._account = account
        self._party = party
        self._rng = Random(party.rng.random())

    async def play_on(self) -> None:
        """Take a seat, start, and play to the end of the game; raises Gone."""
        seen, hesitated = 0, 0
        has_clock = self._party.recipe.clock != "none"
        while True:
            view = await self._view_after(seen)
            if view.stage == "over":
                return
            if view.game is None:
                seen = view.version if await self._prepare(view) else 0
                continue
            action = view.game.action
            if has_clock and hesitated != action and self._rng.random() < HESITATES:
                hesitated = 0 if self._party.hurries() else action
            seen = view.version
            if hesitated != action and not await self._choose(view):
                seen = 0

    async def _choose(self, view: View) -> bool:
        """Choose for the own seats; False if it has to be tried again."""
        assert view.game is not None
        for own in to_choose(view):
            for _ in range(1 + (self._rng.random() < CHANGES)):
                move = PASS if self._party.hurries() else any_move(own.moves, self._rng)
                ask = Choose(seat=own.seat, action=view.game.action, move=move)
                if not await self._ask(ask):
                    return False
        return True

    async def _prepare(self, view: View) -> bool:
        """What there is to do before the start; False if it has to be tried again."""
        mine = [seat for seat in view.seats if seat.yours]
        if not mine:
            name = f"Player {self._seat}"
            return await self._ask(Sit(name=name, nonce=new_nonce(), seat=self._seat))
        for seat in mine:
            if not seat.ready and not await self._ask(Ready(seat=seat.id, nonce=new_nonce())):
                return False
        if view.creator and all(seat.ready for seat in view.seats):
            return await self._ask(Start())
        return True

    async def _ask(self, ask: Ask) -> bool:
        """Ask, and note what is answered; False if it has to be tried again."""
        sent = Sent(ask)
        self._account.sent.append(sent)
        with self._gone():
            answer = await self._page.ask(ask)
        if isinstance(answer, Done):
            sent.version = answer.version
            self._party.moves += 1
            return True
        assert isinstance(answer, Refused), answer
        if answer.code == Refusal.UNAVAILABLE:
            # It may have been written before the database was lost: nobody knows.
            await asyncio.sleep(SOON)
            return False
        assert answer.code in OVERTAKEN, answer
        sent.refused = True
        return True

    async def _view_after(self, version: int) -> View:
        with self._gone():
            return await self._page.until(lambda view: view.version > version)

    @contextmanager
    def _gone(self) -> Iterator[None]:
        try:
            yield
        except (AssertionError, WebSocketException) as error:
            if self._page.close_code is None and isinstance(error, AssertionError):
                raise
            raise Gone from error
