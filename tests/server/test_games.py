"""Whole games of every variant and seat count through real sockets."""

import asyncio
import itertools
from contextlib import AsyncExitStack
from random import Random

import pytest

from rowlock.record import read_record, replay, verify
from rowlock.rules import VARIANTS, Variant
from rowlock.server.messages.asks import Start
from server.databases import STORAGES
from server.people import Arrive, Person
from server.playing import compare_end, compare_views, play_together, sit_down
from shares import first_of


def seats_of(seats: int, rng: Random) -> tuple[str, int]:
    """Seats in words, people and bots mixed, and how many browsers they need."""
    others = [rng.choice(["open", "open", "me", "cautious", "random"]) for _ in range(seats - 1)]
    words = ["me", *others]
    rng.shuffle(words)
    return " ".join(words), 1 + words.count("open")


async def record_of(person: Person, code: str) -> str:
    return (await asyncio.to_thread(person.get, f"/api/tables/{code}/record")).body.decode()


async def play_game(variant: Variant, seats: int, arrive: Arrive) -> None:
    rng = Random(f"{variant.name} {seats}")
    words, browsers = seats_of(seats, rng)
    people = [arrive() for _ in range(browsers)]
    side = rng.choice([None, *(side for side, _ in variant.sides)])
    code = people[0].create(variant.name, words, side=side, autopass=rng.random() < 0.5)
    async with AsyncExitStack() as stack:
        pages = await sit_down(stack, code, people)
        watcher = await stack.enter_async_context(Person(people[0].address).at(code))
        await pages[0].done(Start())
        before = replay(read_record(await record_of(people[0], code)))
        ends = await play_together(pages, rng)
        ends.append(await watcher.until(lambda view: view.stage == "over"))
        text = await record_of(people[-1], code)
    assert not before.over
    for page, end in zip([*pages, watcher], ends, strict=True):
        record = compare_end(end, text)
        compare_views(page.views, record)
        assert all(one.version <= two.version for one, two in itertools.pairwise(page.views))
    verify(read_record(text))


STORAGES_TO_TRY = first_of(STORAGES, "sqlite")
ORIGINAL = VARIANTS["original"]
VARIANTS_TO_TRY = first_of(VARIANTS.values(), ORIGINAL)


@pytest.mark.parametrize("storage", STORAGES_TO_TRY, indirect=True, scope="module")
@pytest.mark.parametrize("variant", VARIANTS_TO_TRY, ids=lambda variant: variant.name)
async def test_games_of_every_seat_count_end_as_their_records_do(
    variant: Variant, arrive: Arrive
) -> None:
    counts = range(1, variant.seats + 1)
    await asyncio.gather(*(play_game(variant, seats, arrive) for seats in counts))


OTHERS = [variant for variant in VARIANTS.values() if variant is not ORIGINAL]


@pytest.mark.parametrize("variant", OTHERS, ids=lambda variant: variant.name)
async def test_games_for_one_and_for_three_end_as_their_records_do(
    variant: Variant, arrive: Arrive
) -> None:
    """Every one of them is played by two with the other storage."""
    await asyncio.gather(*(play_game(variant, seats, arrive) for seats in (1, 3)))


@pytest.mark.parametrize("storage", ["postgresql"], indirect=True, scope="module")
async def test_games_kept_in_postgresql_end_as_their_records_do(arrive: Arrive) -> None:
    await asyncio.gather(*(play_game(variant, 2, arrive) for variant in VARIANTS.values()))
