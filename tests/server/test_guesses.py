"""Trying codes: who mistypes a few notices nothing, and who tries them all finds nothing soon."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from math import exp, log1p
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browser.serving import Server
from rowlock.server.messages import asks
from rowlock.server.messages.tells import View
from rowlock.server.tables.identity import CODE_LENGTH, CODE_LETTERS, new_code
from rowlock.server.web.guesses import OF_NEWCOMER, SECONDS, Guesses, line_of, network_of
from rowlock.server.web.limits import Limits
from rowlock.server.web.settings import Settings
from server.houses import Clock
from server.people import Answer, Person, new_nonce

CODES: int = len(CODE_LETTERS) ** CODE_LENGTH
TABLES = 10_000
HOUR = 3600.0
USUAL = Settings(data=Path("x"))
DOCS = Path(__file__).parents[2] / "docs" / "security.md"

TRIES = 6
"""What an address may try at the server below, and a network twice that."""


def hours_until_found(most: int, newcomers: int = 0, tables: int = TABLES) -> float:
    """How long it takes on average to find a table, for who begins with a full bucket and tries a
    code as soon as there is a try: the tries that are there at once, then one at a time."""
    chance = tables / CODES
    left_after_burst = exp((most + newcomers * OF_NEWCOMER) * log1p(-chance))
    an_hour = HOUR / SECONDS * most + newcomers * OF_NEWCOMER / 24
    return left_after_burst / chance / an_hour


def simulated_hours(most: int, tables: int = TABLES) -> float:
    """The same, as the buckets have it: every try with its time, by the chance that it is the
    first to find something."""
    clock = Clock()
    guesses = Guesses(most, 5 * most, clock)
    began, unfound, hours = clock.now, 1.0, 0.0
    while unfound > 1e-4:
        if wait := guesses.take("198.51.100.7").wait:
            clock.now += wait
            continue
        hours += unfound * tables / CODES * (clock.now - began) / HOUR
        unfound *= 1 - tables / CODES
    return hours


def test_from_one_address_a_table_is_found_after_ten_hours_or_more() -> None:
    most = USUAL.limit_guesses
    assert hours_until_found(most) >= 10
    # Of four times as many tables one is found with a quarter of the tries.
    many = 4 * TABLES
    assert simulated_hours(most, many) == pytest.approx(
        hours_until_found(most, tables=many), rel=0.01
    )
    text = DOCS.read_text(encoding="utf-8")
    assert f"{hours_until_found(most):.1f} hours" in text
    assert f"{hours_until_found(USUAL.limit_network_guesses, newcomers=256):.1f} hours" in text


def test_a_class_that_mistypes_three_times_each_notices_nothing() -> None:
    guesses = Guesses(USUAL.limit_guesses, USUAL.limit_network_guesses, Clock())
    assert [guesses.take("198.51.100.7").wait for _ in range(30 * 3)] == [0.0] * 90


def test_one_address_cannot_use_up_what_its_network_has() -> None:
    assert USUAL.limit_network_guesses >= 5 * USUAL.limit_guesses
    guesses = Guesses(USUAL.limit_guesses, USUAL.limit_network_guesses, Clock())
    while not guesses.take("198.51.100.7").wait:
        pass
    assert guesses.take("198.51.100.8").wait == 0.0


@pytest.mark.parametrize(
    ("others", "own"),
    [
        ([f"198.51.100.{last}" for last in range(10)], "198.51.100.99"),
        ([f"2001:db8:1:{home:x}::/64" for home in range(256)], "2001:db8:1:aa00::/64"),
    ],
)
def test_what_others_try_in_a_network_keeps_nobody_out(others: list[str], own: str) -> None:
    clock = Clock()
    guesses = Guesses(USUAL.limit_guesses, USUAL.limit_network_guesses, clock)
    rounds, spent = 0, False
    while not spent:
        waits = [guesses.take(home).wait for home in others]
        rounds, spent = rounds + 1, all(waits)
    assert 1 < rounds <= USUAL.limit_guesses + 1
    for _ in range(100):
        found = guesses.take(own)
        assert found.wait == 0.0
        found.put_back()
    tries = [guesses.take(own).wait for _ in range(OF_NEWCOMER + 1)]
    assert tries[:-1] == [0.0] * OF_NEWCOMER
    assert tries[-1] > 0.0


@given(
    st.integers(1, 20),
    st.lists(st.tuples(st.floats(0, 300), st.integers(0, 4), st.booleans()), max_size=80),
)
def test_nobody_tries_more_than_there_is_whatever_they_find(
    most: int, tried: list[tuple[float, int, bool]]
) -> None:
    clock = Clock()
    guesses = Guesses(most, 2 * most, clock)
    began = clock.now
    missed = [0] * 5
    for pause, last, found in tried:
        clock.now += pause
        home = f"198.51.100.{last}"
        taken = guesses.take(home)
        if taken.wait == 0.0:
            if found:
                taken.put_back()
            else:
                missed[last] += 1
        grown = 1 + (clock.now - began) / SECONDS
        assert max(missed) <= most * grown + 1e-6
        newcomers = len(missed) * OF_NEWCOMER * (1 + (clock.now - began) / (24 * HOUR))
        assert sum(missed) <= 2 * most * grown + newcomers + 1e-6


@pytest.mark.parametrize(
    ("home", "network"),
    [
        ("198.51.100.7", "198.51.100.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("", ""),
    ],
)
def test_networks_are_counted_as_the_log_shortens_them(home: str, network: str) -> None:
    assert network_of(home) == network


@pytest.mark.parametrize(
    ("home", "line"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2ff::/64", "2001:db8:1:200::/56"),
        ("", ""),
        ("load", "load"),
    ],
)
def test_a_line_is_what_one_customer_has(home: str, line: str) -> None:
    assert line_of(home) == line


def test_without_limits_any_number_is_tried(tmp_path: Path) -> None:
    guesses = Limits(Settings(data=tmp_path, limits=False)).guesses
    assert not any(guesses.take("load").wait for _ in range(2000))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("guesses") / "data",
        limits="on",
        limit_guesses=str(TRIES),
        limit_network_guesses=str(2 * TRIES),
        trusted_proxies="127.0.0.1",
    )
    server.start()
    yield server
    server.stop()
    assert server.complaints == []


networks = count(1)


def address() -> str:
    """An address in a network where nobody has been."""
    return f"10.{next(networks)}.0.1"


def somebody(server: Server, at: str) -> Person:
    person = Person(server.address, **{"X-Forwarded-For": at})
    assert person.get("/api/here").status == 200
    return person


def outcome(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.problem if answer.status >= 400 else ""


MISSED, SPENT = (404, "no-table"), (429, "too-many-guesses")
ASK = asks.Sit(name="Eve", nonce=new_nonce())


def card(person: Person, code: str) -> Answer:
    return person.get(f"/api/tables/{code}")


WAYS: dict[str, Callable[[Person, str], Answer]] = {
    "card": card,
    "view": lambda person, code: person.get(f"/api/tables/{code}/view"),
    "waiting": lambda person, code: person.get(f"/api/tables/{code}/view?wait=1"),
    "record": lambda person, code: person.get(f"/api/tables/{code}/record"),
    "head": lambda person, code: person.http("HEAD", f"/api/tables/{code}/record"),
    "picture": lambda person, code: person.get(f"/api/tables/{code}/qr.svg"),
    "ask": lambda person, code: person.post(f"/api/tables/{code}/asks", ASK),
    "claim": lambda person, code: person.post("/api/claim", asks.Claim(f"{code}-{'k' * 43}")),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_try_a_code_counts_and_then_tells_nothing(way: str, server: Server) -> None:
    ann = somebody(server, address())
    code = ann.create()
    eve = somebody(server, address())
    tried = [WAYS[way](eve, new_code()).status for _ in range(TRIES)]
    assert tried == [404] * TRIES
    found, missed = WAYS[way](eve, code), WAYS[way](eve, new_code())
    assert found.status == missed.status == 429
    assert 1 <= int(found.headers["retry-after"]) <= SECONDS / TRIES
    assert found.headers.keys() == missed.headers.keys()
    assert abs(len(found.body) - len(missed.body)) <= 1, "they differ by a second to wait at most"
    assert outcome(card(eve, code)) == SPENT
    assert card(ann, code).status == 200


async def test_sockets_count_too(server: Server) -> None:
    ann = somebody(server, address())
    code = ann.create()
    eve = somebody(server, address())
    for _ in range(TRIES):
        async with eve.at(new_code()) as e:
            assert await e.closed() == (4400, "no-table")
    for tried in (code, new_code()):
        async with eve.at(tried) as e:
            assert await e.closed() == (4400, "too-many-guesses")
    assert outcome(card(eve, code)) == SPENT


def test_what_is_there_and_what_cannot_be_a_code_cost_nothing(server: Server) -> None:
    ann = somebody(server, address())
    code = ann.create()
    eve = somebody(server, address())
    for _ in range(3 * TRIES):
        assert card(eve, code).status == 200
        for wrong in ("BCDFG", "BCDFGHJ", "ABCDEF", "123456", "-"):
            assert outcome(card(eve, wrong)) == MISSED
    assert outcome(card(eve, new_code())) == MISSED


async def test_many_tries_at_the_same_time_are_no_more(server: Server) -> None:
    eve = somebody(server, address())
    tries = [asyncio.to_thread(card, eve, new_code()) for _ in range(5 * TRIES)]
    found = [outcome(answer) for answer in await asyncio.gather(*tries)]
    assert found.count(MISSED) == TRIES
    assert found.count(SPENT) == 4 * TRIES


async def test_who_sits_at_a_table_plays_on_behind_the_same_address(server: Server) -> None:
    home = address()
    ann = somebody(server, home)
    ben = somebody(server, home)
    code, other = ann.create(seats="me random", start=True), somebody(server, address()).create()
    for _ in range(TRIES):
        card(ben, new_code())
    assert outcome(card(ben, code)) == SPENT
    assert card(ann, code).status == 200
    async with ann.at(code) as a:
        await a.until(lambda view: view.stage == "playing")
    assert ann.get(f"/api/tables/{code}/view").read(View).stage == "playing"
    # Whoever sits at one table is a stranger at all the others.
    for way in WAYS.values():
        assert way(ann, other).status == way(ann, new_code()).status == 429
    assert card(ann, ann.create()).status == 200


def test_a_network_of_many_addresses_has_an_end_too(server: Server) -> None:
    number = next(networks)
    code = somebody(server, address()).create()
    for last in range(1, 5):
        eve = somebody(server, f"10.{number}.0.{last}")
        for _ in range(3):
            assert outcome(card(eve, new_code())) == MISSED
    stranger = somebody(server, f"10.{number}.0.99")
    assert card(stranger, code).status == 200
    for _ in range(OF_NEWCOMER):
        assert outcome(card(stranger, new_code())) == MISSED
    assert outcome(card(stranger, code)) == outcome(card(stranger, new_code())) == SPENT
    assert card(somebody(server, f"10.{number}.1.1"), code).status == 200
