"""Who is at the other end, with and without proxies that are trusted."""

from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browser.serving import Server
from rowlock.server.messages.answers import Here
from rowlock.server.web.clients import Client, client_behind, home_of
from server.people import Arrive, Person

TRUSTED = [ip_network("10.0.0.0/8"), ip_network("127.0.0.1"), ip_network("fd00::/8")]
FOR, PROTO, HOST = "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"

addresses = st.ip_addresses().map(str)
anything = st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=60)


@pytest.fixture(scope="module")
def server(plain: Server) -> Server:
    return plain


def client(peer: str, scheme: str = "http", **headers: str) -> Client:
    raw = [(b"host", b"games.example:8000")]
    raw += [(name.lower().encode(), text.encode("latin-1")) for name, text in headers.items()]
    return client_behind(peer, scheme, raw, TRUSTED)


@given(addresses, anything, anything, anything)
def test_nobody_else_is_believed(peer: str, path: str, scheme: str, host: str) -> None:
    if any(home_of(peer) == peer and peer.startswith(start) for start in ("10.", "127.0.0.1")):
        return
    if peer.startswith("fd") or "::ffff" in peer:
        return
    found = client(peer, **{FOR: path, PROTO: scheme, HOST: host})
    assert found == Client(peer, "http", "games.example:8000")


@pytest.mark.parametrize(
    ("peer", "path", "address"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.9.9.9", "203.0.113.7"),
        ("10.0.0.1", "10.1.1.1, 10.2.2.2", "10.1.1.1"),
        ("10.0.0.1", "203.0.113.7:5123", "203.0.113.7"),
        ("10.0.0.1", "[2001:db8::7]:5123", "2001:db8::7"),
        ("10.0.0.1", '"[2001:db8::7]"', "2001:db8::7"),
        ("10.0.0.1", "2001:db8::7", "2001:db8::7"),
        ("10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"),
        ("::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("fd00::1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7, unknown, 10.9.9.9", "10.9.9.9"),
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", ",,203.0.113.7,,", "203.0.113.7"),
        ("203.0.113.9", "203.0.113.7", "203.0.113.9"),
        ("", "203.0.113.7", ""),
    ],
)
def test_the_path_is_read_from_its_end(peer: str, path: str, address: str) -> None:
    assert client(peer, **{FOR: path}).address == address


def test_several_lines_are_one_path() -> None:
    raw = [(b"x-forwarded-for", b"198.51.100.1"), (b"x-forwarded-for", b"203.0.113.7")]
    assert client_behind("10.0.0.1", "http", raw, TRUSTED).address == "203.0.113.7"


@pytest.mark.parametrize(
    ("scheme", "said", "found"),
    [
        ("http", "https", "https"),
        ("http", "HTTPS", "https"),
        ("ws", "https", "wss"),
        ("ws", "wss", "wss"),
        ("https", "http", "http"),
        ("http", "http, https", "https"),
        ("http", "https, http", "http"),
        ("http", "gopher", "http"),
        ("http", "", "http"),
    ],
)
def test_the_scheme_is_the_one_of_the_address_bar(scheme: str, said: str, found: str) -> None:
    assert client("10.0.0.1", scheme, **{PROTO: said}).scheme == found


def test_the_host_is_the_one_of_the_address_bar() -> None:
    assert client("10.0.0.1", **{HOST: "play.example"}).host == "play.example"
    assert client("10.0.0.1", **{HOST: "evil.example, play.example"}).host == "play.example"
    assert client("10.0.0.1").host == "games.example:8000"


@given(addresses, anything, anything, anything)
def test_whatever_a_proxy_says_there_is_a_client(
    peer: str, path: str, scheme: str, host: str
) -> None:
    found = client(peer, **{FOR: path, PROTO: scheme, HOST: host})
    assert found.scheme in ("http", "https")
    assert home_of(found.address)


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("", ""),
    ],
)
def test_a_home_has_one_network(address: str, home: str) -> None:
    assert home_of(address) == home


async def test_behind_a_trusted_proxy_pages_are_our_own(guarded: Server) -> None:
    proxy = {FOR: "198.51.100.20", PROTO: "https", HOST: "play.example"}
    ann = Person(guarded.address, **proxy)
    answer = ann.get("/api/here")
    assert answer.read(Here).origin == "https://play.example"
    assert answer.headers["strict-transport-security"] == "max-age=86400"
    ann.headers["Origin"] = "https://play.example"
    code = ann.create()
    del ann.headers["Origin"]
    async with ann.at(code, origin="https://play.example") as a:
        assert (await a.until(lambda _: True)).creator
    async with ann.at(code, origin=guarded.address) as a:
        assert await a.closed() == (4400, "foreign-origin")
    async with ann.at(code, origin="http://play.example") as a:
        assert await a.closed() == (4400, "foreign-origin")


async def test_who_only_says_to_be_a_proxy_is_ignored(arrive: Arrive) -> None:
    eve = arrive()
    eve.headers = {FOR: "203.0.113.7", PROTO: "https", HOST: "evil.example"}
    eve.cookie = None
    answer = eve.get("/api/here")
    assert answer.read(Here).origin == eve.address
    assert "secure" not in answer.headers["set-cookie"].lower()
    code = eve.create()
    async with eve.at(code, origin="https://evil.example") as e:
        assert await e.closed() == (4400, "foreign-origin")
