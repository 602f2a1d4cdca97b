"""The examples of `deploy`, as they are, in nginx, Caddy and Apache: whole games through each."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from math import inf
from random import Random
from urllib.parse import urlsplit

import pytest

from browser.serving import Server
from deploy.examples import BASE, EXAMPLES, NAME, Example
from deploy.sites import LIMIT, Site, site
from deploy.visitors import HERE, Visitor
from rowlock.record import verify
from rowlock.server.messages.answers import Here
from rowlock.server.messages.asks import MakeLink, Start
from rowlock.server.messages.tells import Link, View
from rowlock.server.web.qr import qr_svg
from rowlock.server.web.stopping import SERVICE_RESTART
from server.crowds import CUT_OFF, SOON
from server.people import Ended, Page, new_table
from server.playing import compare_end, compare_views, play_on, play_together, sit_down

pytestmark = pytest.mark.soak

SPOOFED = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    "Forwarded": "for=198.51.100.7;host=evil.example;proto=http",
}
"""What somebody may send who wants to be taken for somebody else."""

LONGEST_WAIT = 30
"""So many seconds programs may wait for news."""

PATIENCE_OF_PEOPLE = 40.0
"""After so many seconds people wonder whether the server is gone; it takes far less."""


@pytest.fixture(scope="module", params=EXAMPLES, ids=lambda example: example.name)
def example(request: pytest.FixtureRequest) -> Example:
    assert isinstance(request.param, Example)
    return request.param


@pytest.fixture(scope="module")
def whole(example: Example, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that has nothing but the game."""
    with site(example, tmp_path_factory.mktemp(example.name)) as found:
        yield found


@pytest.fixture(scope="module")
def below(example: Example, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that has the game below a path."""
    with site(example, tmp_path_factory.mktemp(example.name), BASE) as found:
        yield found


def arrive(place: Site, **headers: str) -> Visitor:
    """Somebody who has opened the page, and so has a key."""
    visitor = place.visitor(**headers)
    page = visitor.get("/")
    assert page.status == 200
    assert b"<title>" in page.body
    assert page.headers["content-security-policy"]
    return visitor


async def play_a_game(place: Site) -> None:
    people = [arrive(place) for _ in range(2)]
    code = people[0].create("original", "me open")
    async with AsyncExitStack() as stack:
        pages = await sit_down(stack, code, people)
        await pages[0].done(Start())
        ends = await play_together(pages, Random(1))
    await compare(people[1], code, pages, ends)


async def compare(person: Visitor, code: str, pages: list[Page], ends: list[View]) -> None:
    """What people saw is what the record says, and its dice were fair."""
    text = (await asyncio.to_thread(person.get, f"/api/tables/{code}/record")).body.decode()
    for page, end in zip(pages, ends, strict=True):
        record = compare_end(end, text)
        compare_views(page.views, record)
        verify(record)


async def test_two_people_play_a_game(whole: Site) -> None:
    await play_a_game(whole)


async def test_two_people_play_a_game_below_a_path(below: Site) -> None:
    await play_a_game(below)


async def invitations(person: Visitor) -> tuple[str, str]:
    """The origin for others as the page is told it, and the link that moves a seat; the QR code of
    the table leads to where the person is."""
    code = person.create(seats="me open")
    async with person.at(code) as page:
        link = await page.ask(MakeLink(seat=page.seat))
    assert isinstance(link, Link)
    assert person.get(f"/api/tables/{code}/qr.svg").body == qr_svg(f"{person.address}/t/{code}")
    return person.get("/api/here").read(Here).origin, link.url


@pytest.mark.parametrize("headers", [{}, SPOOFED], ids=["honest", "spoofed"])
async def test_links_and_cookies_are_those_of_the_public_address(
    whole: Site, headers: dict[str, str]
) -> None:
    person = whole.visitor(**headers)
    cookie = person.get("/api/here").headers["set-cookie"]
    assert cookie.startswith("__Host-rowlock=")
    assert "; Secure" in cookie
    assert "; Path=/;" in f"{cookie};"
    origin, link = await invitations(person)
    assert origin == f"https://{NAME}:{whole.place.port}"
    assert link.startswith(f"{origin}/claim#")


@pytest.mark.parametrize("headers", [{}, SPOOFED], ids=["honest", "spoofed"])
async def test_below_a_path_they_have_the_path(below: Site, headers: dict[str, str]) -> None:
    person = below.visitor(**headers)
    cookie = person.get("/api/here").headers["set-cookie"]
    assert cookie.startswith("__Secure-rowlock=")
    assert "; Secure" in cookie
    assert f"; Path={BASE};" in f"{cookie};"
    origin, link = await invitations(person)
    assert origin == f"https://{NAME}:{below.place.port}"
    assert link.startswith(f"{origin}{BASE}/claim#")


def test_what_is_not_below_the_path_is_not_the_game(below: Site) -> None:
    person = below.visitor()
    person.address = person.origin
    assert b"rowlock" not in person.get("/").body


async def test_who_waits_long_is_answered_and_silent_sockets_stay_open(whole: Site) -> None:
    person = arrive(whole)
    code = person.create(seats="me me")
    async with person.at(code) as page:
        version = (await page.until(lambda view: all(seat.ready for seat in view.seats))).version
        # Twice, because that is longer than the proxies let anything be silent.
        for _ in range(2):
            began = time.monotonic()
            path = f"/api/tables/{code}/view?since={version}&wait={LONGEST_WAIT}"
            answer = await asyncio.to_thread(person.get, path)
            assert answer.status == 200, answer
            assert answer.read(View).version == version
            assert time.monotonic() - began >= LONGEST_WAIT - 1
        assert page.close_code is None
        await page.done(Start())


async def attend(person: Visitor, code: str, pages: list[Page], turns: float = inf) -> View:
    """Play by one connection after another, to the end or until there have been so many turns."""
    rng = Random(code)
    while True:
        try:
            async with person.at(code) as page:
                pages.append(page)
                return await play_on(page, rng, turns)
        except (Ended, *CUT_OFF):
            await asyncio.sleep(SOON)


async def start_again(server: Server, others: int, play: Callable[[], Awaitable[object]]) -> float:
    """Stop a process and start it, while people play; how long they take to play on then."""
    await asyncio.to_thread(server.stop)
    if others:
        await play()
    await asyncio.to_thread(server.start)
    began = time.monotonic()
    await play()
    return time.monotonic() - began


async def test_people_play_on_while_processes_are_started_again(whole: Site) -> None:
    """All but the first play as soon as they can; the first waits for whatever is to happen."""
    people = [arrive(whole) for _ in range(4)]
    code = people[0].create("original", "me open open open")
    async with AsyncExitStack() as stack:
        await (await sit_down(stack, code, people))[0].done(Start())
    pages: list[list[Page]] = [[] for _ in people]
    turns = 0

    async def play_two_turns() -> None:
        nonlocal turns
        turns += 2
        await attend(people[0], code, pages[0], turns)

    others = [
        asyncio.create_task(attend(person, code, mine))
        for person, mine in zip(people[1:], pages[1:], strict=True)
    ]
    await play_two_turns()
    for server in whole.servers:
        pause = await start_again(server, len(whole.servers) - 1, play_two_turns)
        assert pause < PATIENCE_OF_PEOPLE
    ends = [await attend(people[0], code, pages[0]), *await asyncio.gather(*others)]
    for mine, end in zip(pages, ends, strict=True):
        await compare(people[0], code, mine, [end] * len(mine))
    cut = [page.close_code for mine in pages[1:] for page in mine[:-1]]
    assert set(cut) == {SERVICE_RESTART}, "pages are told to come again at once"


def test_nobody_is_taken_for_somebody_else(whole: Site) -> None:
    person = arrive(whole)
    statuses = []
    for number in range(3 * LIMIT * len(whole.servers)):
        said = {"X-Forwarded-For": f"198.51.100.{number + 1}"}
        statuses.append(person.post("/api/tables", new_table(), **said).status)
    # Each process has a limit of its own.
    assert 429 in statuses, "whoever says that they are somebody else is believed"
    assert statuses.index(429) >= LIMIT, "what others make does not count"
    assert set(statuses) == {201, 429}
    assert arrive(whole).post("/api/tables", new_table()).status == 201


def test_another_host_gets_into_no_link(whole: Site) -> None:
    answer = whole.visitor().get("/api/here", Host="evil.example", Origin=None)
    assert b"evil.example" not in answer.body
    assert "evil.example" not in answer.headers.get("location", "")


def test_plain_http_leads_to_https(whole: Site) -> None:
    connection = HTTPConnection(HERE, whole.place.plain_port, timeout=PATIENCE_OF_PEOPLE)
    connection.request("GET", "/t/ABCDEF?x=1", headers={"Host": NAME})
    answer = connection.getresponse()
    connection.close()
    where = urlsplit(answer.headers["Location"])
    assert answer.status in {301, 308}
    assert (where.scheme, where.hostname) == ("https", NAME)
    assert (where.path, where.query) == ("/t/ABCDEF", "x=1")
