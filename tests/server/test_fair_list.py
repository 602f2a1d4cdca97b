"""The list on the home page is for all, whoever makes how many tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.serving import Server
from rowlock.server.messages.answers import Lists
from server.people import Person


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("fair")
    server = Server(folder / "data", trusted_proxies="127.0.0.1")
    server.start()
    yield server
    server.stop()
    assert server.complaints == []


def from_(address: str, server: Server) -> Person:
    person = Person(server.address, **{"X-Forwarded-For": address})
    assert person.get("/api/here").status == 200
    return person


@pytest.mark.parametrize("flood", ["198.51.100.{}", "2001:db8:0:1::{:x}"])
def test_one_address_with_many_tables_pushes_nobody_off(flood: str, server: Server) -> None:
    ann = from_("192.0.2.1", server)
    code = ann.create(listed=True)
    # One IPv4 address, and one home of many IPv6 addresses.
    last = 7 if "." in flood else None
    for number in range(25):
        from_(flood.format(last or number), server).create(listed=True)
    lists = from_("192.0.2.2", server).get("/api/tables").read(Lists)
    assert code in [card.code for card in lists.joinable[:3]]
