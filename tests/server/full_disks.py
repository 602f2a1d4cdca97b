"""Full disks under fire: people send whatever comes to mind while the disk fills and empties, and
play the game to its end."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from browser.serving import Server
from rowlock.server.messages.asks import MakeLink, Start
from rowlock.server.messages.refusals import Refusal
from server.faults import full_disk
from server.fuzz import FATAL
from server.fuzzing import TOGETHER, Fuzzer, fuzzer
from server.people import Person
from server.playing import compare_end, play_on

OF_OURS = Refusal.FAILURE
"""What nothing may be answered with."""


FULL = "times full"


async def fuzz_full_disks(server: Server, rng: Random, messages: int) -> Counter[str]:
    """So many messages at one table, half of them while the disk is full: every one is answered,
    no socket is closed, and in the end the game is played to its end. The answers by their code."""
    ann, eve = Person(server.address), Person(server.address)
    for person in (ann, eve):
        await asyncio.to_thread(person.get, "/api/here")
    for _ in range(10):
        # So much is written that what follows finds no more room.
        await asyncio.to_thread(ann.create, "original", "me me me")
    code = await asyncio.to_thread(ann.create, "longo", "me me random")
    async with ann.at(code) as page:
        await page.done(Start())
        async with _people(ann, eve, code) as mad:
            left, full = messages // TOGETHER, 0
            while left > 0:
                some = min(left, rng.randrange(1, 8))
                left -= some
                if not full or rng.random() < 0.5:
                    with full_disk(server):
                        # Most of what is fired leads to nothing; this would have to be written.
                        assert await page.refused(MakeLink(seat=1)) == Refusal.UNAVAILABLE
                        full += 1
                        await _fire(mad, some, rng)
                else:
                    await _fire(mad, some, rng)
            answers = sum((one.answers for one in set(mad)), Counter[str]())
        end = await play_on(page, rng)
    record = await asyncio.to_thread(ann.get, f"/api/tables/{code}/record")
    compare_end(end, record.body.decode())
    assert answers[OF_OURS] == 0, answers
    return answers + Counter({FULL: full})


async def _fire(mad: list[Fuzzer], times: int, rng: Random) -> None:
    for _ in range(times):
        await rng.choice(mad).fire(TOGETHER, rng)


@asynccontextmanager
async def _people(ann: Person, eve: Person, code: str) -> AsyncIterator[list[Fuzzer]]:
    async with fuzzer(ann, code, FATAL) as one, fuzzer(eve, code) as two:
        yield [one, one, two]
