"""Which hosts a server answers to, and that no other gets into a link."""

import asyncio
import json
import socket
import string
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from browser.serving import Server
from rowlock.server.messages.answers import Here, Problem
from rowlock.server.messages.refusals import Refuse
from rowlock.server.web.app import make_app
from rowlock.server.web.clients import Client
from rowlock.server.web.front import Front
from rowlock.server.web.hosts import read_host
from rowlock.server.web.kinds import Network
from rowlock.server.web.own_hosts import OwnHosts
from rowlock.server.web.qr import qr_svg
from rowlock.server.web.settings import Settings
from server.host_fuzz import ODD_HOSTS, Asked, ask_raw, fuzz_hosts
from server.houses import until
from server.people import PATIENCE, Person, new_table

MOST = "a" * 63 + "." + "b" * 63 + "." + "c" * 63 + "." + "d" * 61
PUBLIC = "https://Games.Example.org:8443"


@pytest.fixture(scope="module")
def server(plain: Server) -> Server:
    return plain


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """This computer is called box.lan, and asking for its whole name takes as long as is wanted."""
    told = Event()

    def getfqdn() -> str:
        assert told.wait(PATIENCE)
        return "Box.Home.Example"

    monkeypatch.setattr(socket, "gethostname", lambda: "box.lan")
    monkeypatch.setattr(socket, "getfqdn", getfqdn)
    yield told
    told.set()


def verdict(hosts: OwnHosts, host: str, by_proxy: bool = False) -> str:
    """Whether a host is answered to, or with what code it is refused."""
    try:
        hosts.check(Client("198.51.100.7", "http", host, by_proxy))
    except Refuse as refused:
        return refused.code
    return "answered"


@pytest.mark.parametrize(
    ("text", "name", "port"),
    [
        ("localhost", "localhost", None),
        ("LocalHost:8000", "localhost", 8000),
        ("games.example.org.", "games.example.org", None),
        ("games.example.org.:80", "games.example.org", 80),
        ("games.example.org:", "games.example.org", None),
        ("xn--bcher-kva.example", "xn--bcher-kva.example", None),
        ("my_pc", "my_pc", None),
        ("127.0.0.1:65535", "127.0.0.1", 65535),
        ("127.0.0.1:00080", "127.0.0.1", 80),
        ("[::1]", "[::1]", None),
        ("[2001:DB8:0:0::1]:8000", "[2001:db8::1]", 8000),
        ("[::ffff:10.0.0.7]", "[::ffff:a00:7]", None),
        ("127.1", "127.1", None),
        (MOST, MOST, None),
        (f"{MOST}.:65535", MOST, 65535),
    ],
)
def test_a_host_is_a_name_or_an_address_and_perhaps_a_port(
    text: str, name: str, port: int | None
) -> None:
    found = read_host(text)
    assert found is not None
    assert (found.name, found.port) == (name, port)


NO_HOSTS = [
    *("", ".", "..", ":", ":8000", "a..b", ".local", "a.local..", "a b", " a", "a\tb", "a\x00b"),
    *("ann@localhost", "ann:secret@127.0.0.1", "http://localhost", "localhost/", "localhost/t"),
    *("localhost:x", "localhost:-1", "localhost:0", "localhost:65536", "localhost:123456"),
    *("localhost:80:80", "localhost:²", "localhost,evil.example", "evil.example, localhost"),
    *("::1", "[::1", "::1]", "[]", "[::1]x", "[127.0.0.1]", "[localhost]", "[v1.a]"),
    *("[fe80::1%eth0]", "[fe80::1%25eth0]", "[::1].", "bücher.example", "%6cocalhost", "a!b", "*"),
    *(
        "x" * 64,
        MOST + "e",
        f"{MOST}..",
        "a." * 2000,
        "x" * 2200,
        "x" * 2400,
        "ⓛocalhost",
        "\u212aelvin",
    ),
]


@pytest.mark.parametrize("text", NO_HOSTS)
def test_what_is_neither_is_no_host(text: str) -> None:
    assert read_host(text) is None
    assert verdict(OwnHosts(""), text, by_proxy=True) == "bad-message"
    assert verdict(OwnHosts(PUBLIC), text) == "bad-message"


def test_without_a_public_address_names_of_this_computer_are_answered_to(here: Event) -> None:
    hosts = OwnHosts("")
    ours = [
        *("localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1:8000", "10.0.0.7", "[::1]:8000"),
        *("[fe80::1]", "0.0.0.0:8000", "box", "box:8000", "BOX.lan", "box.lan."),
        *("box.local", "box.local.:8000", "phone.box.local"),
    ]
    assert {host: verdict(hosts, host) for host in ours} == dict.fromkeys(ours, "answered")
    others = [
        *("evil.example", "localhost.evil.example", "evil.example:8000", "127.0.0.1.evil.example"),
        *("evil-box", "box.evil.example", "box.la", "local", "evillocal", "box.local.example"),
        *("127.1", "0x7f000001", "2130706433", "999.0.0.1", "xn--bcher-kva.example"),
    ]
    assert {host: verdict(hosts, host) for host in others} == dict.fromkeys(others, "wrong-host")
    assert {verdict(hosts, host, by_proxy=True) for host in others} == {"answered"}


async def test_the_whole_name_is_learned_without_being_waited_for(here: Event) -> None:
    hosts = OwnHosts("")
    assert verdict(hosts, "box") == "answered"
    assert verdict(hosts, "box.home.example") == "wrong-host"
    here.set()
    await until(lambda: verdict(hosts, "box.home.example:8000") == "answered")
    assert verdict(hosts, "other.home.example") == "wrong-host"


def test_the_name_it_listens_on_is_answered_to(here: Event) -> None:
    assert verdict(OwnHosts("", "games.lan"), "games.lan:8000") == "answered"
    assert verdict(OwnHosts("", "0.0.0.0"), "games.lan") == "wrong-host"
    assert verdict(OwnHosts(PUBLIC, "games.lan"), "games.lan") == "wrong-host"


@pytest.mark.parametrize("name", ["", "a..b", "x" * 300, "no such name", "ž"])
def test_a_computer_may_have_a_name_that_nobody_can_use(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    hosts = OwnHosts("")
    assert verdict(hosts, "localhost") == "answered"
    assert verdict(hosts, "evil.example") == "wrong-host"


def test_with_a_public_address_its_host_is_the_only_one(here: Event) -> None:
    hosts = OwnHosts(PUBLIC)
    for host in ("games.example.org", "GAMES.example.org.:8443", "games.example.org:80"):
        assert verdict(hosts, host) == verdict(hosts, host, by_proxy=True) == "answered"
    for host in (
        "localhost",
        "127.0.0.1",
        "box",
        "box.local",
        "example.org",
        "a.games.example.org",
    ):
        assert verdict(hosts, host) == verdict(hosts, host, by_proxy=True) == "wrong-host"
    assert verdict(OwnHosts("http://[2001:db8:0::1]"), "[2001:DB8::1]:80") == "answered"


letters = st.sampled_from(string.ascii_letters + string.digits + ".-_:[]@%/ ,²é\x00")
parts = [*"aZ09-_.", "local", "localhost", "127.0.0.1", "[::1]", ":8000", "x" * 63]
some_hosts = st.one_of(
    st.lists(st.sampled_from(parts), max_size=8).map("".join),
    st.text(letters, max_size=300),
    st.sampled_from([*ODD_HOSTS, *NO_HOSTS]),
).map(lambda host: host.encode("latin-1", "replace"))
requests = st.lists(
    st.tuples(st.lists(some_hosts, max_size=3), st.lists(some_hosts, max_size=2)), min_size=20
)


@given(requests, st.sampled_from([(), (ip_network("127.0.0.1"),)]), st.sampled_from(["", PUBLIC]))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_host_that_is_not_answered_to_is_in_any_link(
    tmp_path_factory: pytest.TempPathFactory,
    asked: list[tuple[list[bytes], list[bytes]]],
    trusted: tuple[Network, ...],
    public_url: str,
) -> None:
    async def judge() -> None:
        folder = tmp_path_factory.mktemp("hosts")
        wanted = Settings(
            data=folder, trusted_proxies=trusted, public_url=public_url, limits=False, warm_up=False
        )
        app = make_app(wanted)
        async with app.lifespan():
            front = Front(app, wanted)
            code = await app.state.hub.create(new_table(), "ann")
            for hosts, forwarded in asked:
                await judge_one(front, code, hosts, forwarded)

    asyncio.run(judge())


async def judge_one(front: Front, code: str, hosts: list[bytes], forwarded: list[bytes]) -> None:
    headers = [(b"host", host) for host in hosts]
    headers += [(b"x-forwarded-host", host) for host in forwarded]
    status, body = await asked_of(front, "/api/here", headers)
    assert status in (200, 400, 421)
    assert len(hosts) == 1 or status == 400, "no host, or two, are none"
    assert (await asked_of(front, "/health", headers))[0] == 200
    status_of_picture, picture = await asked_of(front, f"/api/tables/{code}/qr.svg", headers)
    assert status_of_picture == status
    if status != 200:
        assert {json.loads(body)["code"], json.loads(picture)["code"]} <= {
            "bad-message",
            "wrong-host",
        }
        return
    origin = json.loads(body)["origin"]
    wanted: Settings = front.app.state.settings
    if wanted.public_url:
        assert origin == wanted.public_url
    elif not wanted.trusted_proxies:
        assert origin == f"http://{hosts[0].decode('latin-1').strip()}"
    assert read_host(urlsplit(origin).netloc)
    assert picture == qr_svg(f"{origin}/t/{code}")


async def asked_of(
    front: Front, path: str, headers: list[tuple[bytes, bytes]]
) -> tuple[int, bytes]:
    """The status and the body of what a front answers."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "headers": headers,
        "client": ("127.0.0.1", 1),
    }
    await asyncio.wait_for(front(scope, receive, send), PATIENCE)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


async def test_a_refusal_says_what_whoever_runs_the_server_can_do(server: Server) -> None:
    status, body = await ask_raw(server.port, Asked("evil.example").head("/", "Connection: close"))
    problem = msgspec.json.decode(body, type=Problem)
    assert (status, problem.code) == (421, "wrong-host")
    assert "ROWLOCK_PUBLIC_URL" in problem.message


@pytest.mark.parametrize("path", ["/health", "/ready"])
async def test_health_is_told_whatever_the_host(path: str, server: Server) -> None:
    for host in ("evil.example", "x" * 2200, "", "[::1"):
        status, body = await ask_raw(server.port, Asked(host).head(path, "Connection: close"))
        assert (status, body) == (200, b'{"status":"ok"}')


async def test_people_play_while_others_ask_for_any_host(server: Server) -> None:
    answers = await fuzz_hosts(server, Random(1), 200, trusted=False)
    assert answers.total() == 200
    assert min(answers["answered"], answers["wrong-host"], answers["bad-message"]) >= 10


async def test_people_play_behind_a_proxy_that_passes_anything_on(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "data", trusted_proxies="127.0.0.1")
    server.start()
    try:
        answers = await fuzz_hosts(server, Random(2), 200, trusted=True)
    finally:
        server.stop()
    assert answers.keys() == {"answered", "bad-message"}
    assert server.complaints == []


@pytest.mark.soak
async def test_people_play_while_others_ask_for_thousands_of_hosts(server: Server) -> None:
    answers = await fuzz_hosts(server, Random(3), 20_000, trusted=False)
    assert answers.total() == 20_000


def test_at_home_all_goes_on_as_before(server: Server) -> None:
    """What `make play` tells people to open, and what they may try besides."""
    name = socket.gethostname()
    for host in ("localhost", "127.0.0.1", name, name.partition(".")[0], f"{name}.local"):
        origin = f"http://{host}:{server.port}"
        ann = Person(server.address, Host=f"{host}:{server.port}", Origin=origin)
        assert ann.get("/").status in (200, 404), "the page, if it is built"
        assert ann.get("/api/here").read(Here).origin == origin
        assert ann.get(f"/api/tables/{ann.create()}/qr.svg").status == 200
