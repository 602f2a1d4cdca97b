"""A page of another site whose name was made to lead to this server can do nothing here."""

import asyncio

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from browser.serving import Server
from server.people import PATIENCE, Arrive, Person, new_table

EVIL = "evil.example:8000"


@pytest.fixture(scope="module")
def server(plain: Server) -> Server:
    return plain


@pytest.fixture
def visitor(arrive: Arrive) -> Person:
    """Somebody whose browser takes a page of evil.example for one of this server's."""
    ann = arrive()
    ann.headers = {"Host": EVIL, "Origin": f"http://{EVIL}"}
    return ann


def test_it_reads_nothing_and_changes_nothing(visitor: Person) -> None:
    tried = [visitor.get(path) for path in ("/", "/api/tables", "/api/here", "/favicon.svg")]
    tried.append(visitor.post("/api/tables", new_table()))
    tried.append(visitor.post("/api/tokens", None))
    for answer in tried:
        assert (answer.status, answer.problem) == (421, "wrong-host")
        assert "set-cookie" not in answer.headers


def test_no_link_leads_to_it(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create()
    answer = ann.get(f"/api/tables/{code}/qr.svg", Host=EVIL)
    assert (answer.status, answer.problem) == (421, "wrong-host")


@pytest.mark.parametrize("letters", [254, 2200, 2400])
def test_a_host_longer_than_any_is_not_drawn(letters: int, arrive: Arrive, server: Server) -> None:
    ann = arrive()
    answer = ann.get(f"/api/tables/{ann.create()}/qr.svg", Host="x" * letters)
    assert (answer.status, answer.problem) == (400, "bad-message")
    assert server.complaints == []


async def test_it_opens_no_socket(arrive: Arrive, server: Server) -> None:
    ann = arrive()
    async with connect(
        f"ws://{EVIL}/api/tables/{ann.create()}/socket",
        origin=Origin(f"http://{EVIL}"),
        additional_headers={"Cookie": str(ann.cookie)},
        host="127.0.0.1",
        port=server.port,
    ) as socket:
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), PATIENCE)
        assert (socket.close_code, socket.close_reason) == (4400, "wrong-host")
