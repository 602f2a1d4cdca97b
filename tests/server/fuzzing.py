"""Tables under fire: people who send whatever comes to mind, and play the game to its end."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from rowlock.rules import VARIANTS
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import AnyTold, Choices, Done, Presence, Refused, View
from server.fuzz import FATAL, message
from server.odd_names import any_name
from server.people import Page, Person, new_nonce, with_choices
from server.playing import compare_end, play_together

TOGETHER = 20
"""So many messages are sent before the first answer is waited for."""

UNREAD = ("bad-message", "no-key")
"""Refusals of what was not judged by any rule of a game or a table."""

PATIENCE = 60.0

_told = msgspec.json.Decoder(AnyTold)


class Fuzzer:
    """Somebody at a table who sends what no page does, and counts what the server answers."""

    def __init__(self, socket: ClientConnection, without: tuple[str, ...]) -> None:
        self.answers: Counter[str] = Counter()
        self._socket = socket
        self._without = without
        self._view: View | None = None
        self._heard = asyncio.Event()

    async def fire(self, count: int, rng: Random) -> None:
        """Send so many messages; each gets one answer."""
        await self._until(lambda: self._view is not None)
        wanted = self.answers.total() + count
        for _ in range(count):
            assert self._view is not None
            # After the end who has played could delete the table.
            without = FATAL if self._view.stage == "over" else self._without
            await self._socket.send(message(self._view, rng, without))
        await self._until(lambda: self.answers.total() >= wanted)

    async def listen(self) -> None:
        """Hear what the server tells, as long as the socket is open; it must not close it."""
        async for text in self._socket:
            told = _told.decode(text)
            if isinstance(told, View):
                self._view = told
            elif isinstance(told, Choices):
                assert self._view is not None
                self._view = with_choices(self._view, told)
            elif not isinstance(told, Presence):
                self.answers[told.code if isinstance(told, Refused) else "done"] += 1
            self._heard.set()
        raise AssertionError(f"closed by the server: {self._socket.close_code}")

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._heard.clear()
                await self._heard.wait()


@asynccontextmanager
async def fuzzer(person: Person, code: str, without: tuple[str, ...] = ()) -> AsyncIterator[Fuzzer]:
    """This person at a table, with a page gone mad."""
    async with (
        connect(
            f"ws://{urlsplit(person.address).netloc}/api/tables/{code}/socket",
            origin=Origin(person.address),
            additional_headers={"Cookie": person.cookie} if person.cookie else {},
            compression=None,
            open_timeout=PATIENCE,
            max_size=None,
        ) as socket,
        asyncio.TaskGroup() as group,
    ):
        mad = Fuzzer(socket, without)
        listening = group.create_task(mad.listen())
        yield mad
        listening.cancel()


async def fuzz_table(address: str, variant: str, rng: Random, messages: int) -> Counter[str]:
    """A table from its first day to its last, under so many messages: who made it, who plays there,
    who only looks, and who has no key. In between the game is begun, and at last played to its
    end, by the same people as if nothing had been."""
    ann, ben, eve, guest = people = [Person(address) for _ in range(4)]
    for person in people[:-1]:
        await asyncio.to_thread(person.get, "/api/here")
    code = await asyncio.to_thread(ann.create, variant, "me open", lucky="chosen")
    found: Counter[str] = Counter()

    async def fire(count: int) -> None:
        async with (
            fuzzer(ann, code, FATAL) as a,
            fuzzer(ben, code) as b,
            fuzzer(eve, code) as e,
            fuzzer(guest, code) as g,
        ):
            for _ in range(count // TOGETHER):
                await rng.choice((a, a, a, b, b, b, e, g)).fire(TOGETHER, rng)
            for one in (a, b, e, g):
                found.update(one.answers)

    async with AsyncExitStack() as stack:
        await fire(messages // 4)
        # Whoever has a key may have taken a seat, and then has to play.
        pages = [await stack.enter_async_context(one.at(code)) for one in (ann, ben, eve)]
        await begin(pages[0], pages[1], rng)
        await fire(messages // 2)
        ends = await play_together(pages, rng)
        record = await asyncio.to_thread(guest.get, f"/api/tables/{code}/record")
        assert record.status == 200, record
        compare_end(ends[0], record.body.decode())
        await fire(messages - messages // 4 - messages // 2)
    return found


async def begin(ann: Page, ben: Page, rng: Random) -> None:
    """Whatever has become of the seats, these two and a bot play, if the game has not begun."""
    view = await ann.until(lambda _: True)
    if view.stage != "lobby":
        return
    for seat in view.seats:
        await ann.done(asks.Remove(seat=seat.id))
    for page in (ann, ben):
        await ann.done(asks.AddSeat())
        await sit_under_any_name(page, rng)
    await ann.done(asks.AddSeat(bot="random"))
    await ann.done(asks.Start())


async def sit_under_any_name(page: Page, rng: Random) -> None:
    """Sit down, under the first name that is taken."""
    while True:
        answer = await page.ask(asks.Sit(name=any_name(rng), nonce=new_nonce()))
        if isinstance(answer, Done):
            return
        assert isinstance(answer, Refused)
        assert answer.code in (Refusal.BAD_NAME, Refusal.NAME_ALIKE), answer


async def fuzz(address: str, seed: int, messages: int, each: int, tables: int) -> Counter[str]:
    """So many messages, `each` at a table, with so many tables at a time; answers by their code."""
    found: Counter[str] = Counter()
    numbers = iter(range(-(-messages // each)))

    async def work() -> None:
        for number in numbers:
            variant = list(VARIANTS)[number % len(VARIANTS)]
            found.update(await fuzz_table(address, variant, Random(f"{seed} {number}"), each))

    async with asyncio.TaskGroup() as group:
        for _ in range(tables):
            group.create_task(work())
    return found


def judged(answers: Counter[str]) -> float:
    """The share of messages that were read, and judged by a rule."""
    unread = sum(answers[code] for code in UNREAD)
    return 1 - unread / answers.total()
