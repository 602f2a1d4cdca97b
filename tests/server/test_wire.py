"""Whatever is sent, the server answers with a code, and the table stays as it is."""

import json

import pytest
from websockets.exceptions import InvalidStatus

from rowlock.server.messages import asks
from rowlock.server.messages.answers import Created, Lists
from rowlock.server.messages.tells import Refused
from rowlock.server.tables.identity import new_key
from rowlock.server.web.limits import MOST_MESSAGE
from server.people import COOKIE, Arrive, Person, new_nonce, new_table

DEEP = "[" * 7000 + "]" * 7000

BAD_MESSAGES: list[str | bytes] = [
    "",
    "null",
    "[]",
    "7",
    "{",
    "{}",
    '{"type":"start"',
    '{"type":"start"}}',
    '{"type":"roll"}',
    '{"type":"dice-rolled","roll":"w66 r6 y6 g6 b6"}',
    '{"type":7}',
    '{"type":"start","n":"1"}',
    '{"type":"start","n":1.5}',
    '{"type":"start","now":true}',
    '{"type":"choose","seat":1,"action":1}',
    '{"type":"choose","seat":1,"action":1,"move":null}',
    '{"type":"choose","seat":1,"action":1,"move":"r5","dice":"w66"}',
    '{"type":"choose","seat":1,"action":1,"move":"r55555555"}',
    '{"type":"choose","seat":"1","action":1,"move":"r5"}',
    '{"type":"choose","seat":1e400,"action":1,"move":"r5"}',
    '{"type":"choose","seat":-1,"action":1,"move":"r5"}',
    '{"type":"sit","name":"","nonce":"00000000000000000000000000000000"}',
    '{"type":"sit","name":"Eve","nonce":"0000000000000000000000000000000G"}',
    '{"type":"sit","name":"\\ud800","nonce":"00000000000000000000000000000000"}',
    '{"type":"reorder","seats":[[1]]}',
    '{"type":"pick-lucky","seat":1,"pair":[6]}',
    f'{{"type":"start","x":{DEEP}}}',
    DEEP,
    b'{"type":"start"}',
    b"\xff\xfe",
]


@pytest.mark.parametrize("message", BAD_MESSAGES, ids=lambda message: str(message[:60]))
async def test_bad_messages_are_refused_and_the_socket_stays_open(
    message: str | bytes, arrive: Arrive
) -> None:
    ann = arrive()
    async with ann.at(ann.create()) as a:
        before = await a.until(lambda _: True)
        await a.send(message)
        refused = await a.answer(0)
        assert isinstance(refused, Refused)
        assert refused.code == "bad-message"
        assert (await a.done(asks.Rename(seat=a.seat, name="Ann"))).version == before.version


@pytest.mark.parametrize("n", [-1, 0, 2**53, 2**64, 10**100])
async def test_an_answer_repeats_whatever_number_was_sent(n: int, arrive: Arrive) -> None:
    ann = arrive()
    async with ann.at(ann.create()) as a:
        await a.send(json.dumps({"type": "start", "n": n, "x": 1}))
        refused = await a.answer(n)
        assert isinstance(refused, Refused)
        await a.send(json.dumps({"type": "rename", "seat": 1, "name": "Eve", "n": n + 1}))
        assert (await a.answer(n + 1)).n == n + 1


@pytest.mark.both_storages
async def test_a_huge_message_closes_the_socket_and_nothing_else(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create()
    async with ann.at(code) as a, ben.at(code) as b:
        await a.until(lambda _: True)
        await b.until(lambda _: True)
        await b.send(json.dumps({"type": "start", "x": "y" * MOST_MESSAGE}))
        assert (await b.closed())[0] == 1009
        assert (await a.done(asks.Start())).stage == "playing"


@pytest.mark.both_storages
async def test_many_asks_at_once_are_all_answered_in_order(arrive: Arrive) -> None:
    ann = arrive()
    async with ann.at(ann.create(), ready=False) as a:
        await a.until(lambda _: True)
        for n in range(1, 301):
            await a.send(json.dumps({"type": "rename", "seat": 1, "name": f"Ann {n // 6}", "n": n}))
        await a.answer(300)
        answers = [told for told in a.told if hasattr(told, "n")]
        assert [answer.n for answer in answers] == list(range(1, 301))
        assert (await a.until(lambda view: view.seats[0].name == "Ann 50")).version > 50


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://localhost:1"])
async def test_pages_of_others_cannot_open_a_socket(origin: str | None, arrive: Arrive) -> None:
    ann = arrive()
    async with ann.at(ann.create(), origin=origin) as a:
        assert await a.closed() == (4400, "foreign-origin")
        assert a.told == []


@pytest.mark.parametrize("code", ["BCDFG", "AEIOUY", "BBBBBB"])
async def test_a_table_that_is_not_there_has_no_socket(code: str, arrive: Arrive) -> None:
    async with arrive().at(code) as a:
        assert await a.closed() == (4400, "no-table")


@pytest.mark.parametrize("since", ["x", "", "1.5"])
async def test_a_version_that_is_no_number_opens_no_socket(since: str, arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create()
    with pytest.raises(InvalidStatus) as refused:
        async with ann.at(code, since):
            pass
    assert refused.value.response.status_code in (400, 403)


@pytest.mark.both_storages
@pytest.mark.parametrize("since", [-5, 10**9, 10**30])
async def test_a_version_that_never_was_is_no_harm(since: int, arrive: Arrive) -> None:
    ann = arrive()
    async with ann.at(ann.create(seats="me", start=True), since) as a:
        await a.until(lambda view: view.game is not None and view.game.phase == "white")
        assert all(news.version > since for news in a.views[0].news)


@pytest.mark.both_storages
async def test_a_guest_sees_and_changes_nothing(arrive: Arrive) -> None:
    ann = arrive()
    guest = Person(ann.address)
    async with guest.at(ann.create()) as g:
        view = await g.until(lambda _: True)
        assert (view.creator, view.yours) == (False, [])
        for ask in (asks.Sit(name="Eve", nonce=new_nonce()), asks.Start(), asks.Close()):
            assert await g.refused(ask) == "no-key"
        assert await g.refused(asks.MakeLink(seat=1)) in ("no-key", "not-yours")
        assert await g.refused(asks.Rematch()) in ("no-key", "not-over")


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
def test_pages_of_others_can_neither_create_nor_claim(origin: str | None, arrive: Arrive) -> None:
    ann = arrive()
    for path, value in (("tables", new_table()), ("claim", asks.Claim("BCDFGH-x"))):
        answer = ann.post(f"/api/{path}", value, Origin=origin)
        assert (answer.status, answer.problem) == (403, "foreign-origin")
    assert ann.get("/api/tables").read(Lists).yours == []


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b'{"variant":"\xff"}', b'{"secret":"\xff"}', DEEP.encode(), b"[]"],
)
def test_bodies_that_cannot_be_read_are_refused(body: bytes, arrive: Arrive) -> None:
    ann = arrive()
    for path in ("/api/tables", "/api/claim"):
        answer = ann.http("POST", path, body)
        assert (answer.status, answer.problem) == (400, "bad-message")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/BCDFGH/nothing", "/api/.."])
def test_what_is_not_there_is_not_found(path: str, arrive: Arrive) -> None:
    assert arrive().get(path).status == 404


@pytest.mark.parametrize(
    "others", ['a={"b":1}; ', "a=1; ; =; ", "ünï=ü; ", 'q="x; ', "a[0]=1; rowlock2=x; "]
)
def test_cookies_of_others_do_not_hide_the_key(others: str, arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create()
    sent = f"{others}{ann.cookie}".encode().decode("latin-1")
    answer = ann.get("/api/tables", Cookie=sent)
    assert [card.code for card in answer.read(Lists).yours] == [code]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("key", ["", "short", "x" * 201, "ž" * 40])
def test_what_cannot_be_a_key_is_replaced(key: str, arrive: Arrive) -> None:
    sent = f"{COOKIE}={key}".encode().decode("latin-1")
    assert "set-cookie" in arrive().get("/api/tables", Cookie=sent).headers


@pytest.mark.both_storages
def test_programs_bring_their_key_as_a_token(arrive: Arrive) -> None:
    program = Person(arrive().address)
    token = f"Bearer {new_key()}"
    answer = program.post("/api/tables", new_table(), Origin=None, Authorization=token)
    code = answer.read(Created).code
    assert "set-cookie" not in answer.headers
    yours = program.get("/api/tables", Authorization=token).read(Lists).yours
    assert [card.code for card in yours] == [code]
