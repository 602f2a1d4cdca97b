"""Hosts that no browser sends, asked of a server while people play there."""

import asyncio
import base64
import struct
from collections import Counter
from ipaddress import ip_network
from random import Random
from typing import NamedTuple

import msgspec

from browser.serving import Server
from rowlock.server.messages.answers import Here, Problem
from rowlock.server.messages.refusals import Refuse
from rowlock.server.web.clients import client_behind
from rowlock.server.web.own_hosts import NO_HOST, WRONG_HOST, OwnHosts
from rowlock.server.web.problems import STATUS
from rowlock.server.web.qr import qr_svg
from server.people import PATIENCE, Person
from server.playing import play_together

PEER = "127.0.0.1"
ANSWERED = "answered"
AT_ONCE = 4

ODD_HOSTS = [
    *("localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1", "[::1]:8000", "10.0.0.7:80"),
    *("box.local", "box.local.:8000", "games.example.org", "evil.example:8000", "xn--bcher-kva.cz"),
    *("localhost.evil.example", "127.1", "0x7f.1", "2130706433", "a" * 63 + ".local", "my_pc"),
    *(
        "",
        ".",
        ":",
        ":8000",
        ".local",
        "a..local",
        "a b",
        "ann@localhost",
        "localhost,evil.example",
    ),
    *("http://localhost", "localhost/t", "localhost?", "localhost#", "localhost:x", "localhost:0"),
    *("localhost:65536", "localhost:99999999999", "localhost:", "localhost:80:80", "localhost:²"),
    *("::1", "[::1", "[]", "[::1]x", "[127.0.0.1]", "[fe80::1%eth0]", "[fe80::1%25eth0]", "[v1.a]"),
    *(
        "bücher.example",
        "%6cocalhost",
        "*",
        "'",
        '"',
        "<b>",
        "\\",
        "x" * 64,
        "x" * 2200,
        "x" * 2400,
    ),
    *("a." * 1000 + "local", "." * 300, "[" * 300, "1." * 130),
]


class Asked(NamedTuple):
    """What a request says about where it is to go; without a host it is one of HTTP/1.0."""

    host: str | None
    forwarded: tuple[str, ...] = ()

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """As they are sent."""
        hosts = [(b"host", self.host.encode("latin-1"))] if self.host is not None else []
        return hosts + [(b"x-forwarded-host", one.encode("latin-1")) for one in self.forwarded]

    def head(self, path: str, *more: str) -> bytes:
        """The request."""
        lines = [f"GET {path} HTTP/1.{int(self.host is not None)}".encode()]
        lines += [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([*lines, *(line.encode("latin-1") for line in more), b"", b""])


def any_asked(rng: Random) -> Asked:
    """The next request."""
    host = _any_host(rng) if rng.random() < 0.95 else None
    return Asked(host, tuple(_any_host(rng) for _ in range(rng.choice((0, 0, 1, 2)))))


def _any_host(rng: Random) -> str:
    host = list(rng.choice(ODD_HOSTS))
    for _ in range(rng.choice((0, 0, 1, 2))):
        at = rng.randrange(len(host) + 1)
        host[at : at + rng.randrange(2)] = chr(rng.choice((*range(33, 127), *range(161, 256))))
    return "".join(host)


async def fuzz_hosts(server: Server, rng: Random, requests: int, trusted: bool) -> Counter[str]:
    """So many requests while two people play a game to its end; answers by their code. With
    `trusted` the server believes whoever asks to be a proxy."""
    ann, ben = Person(server.address), Person(server.address)
    for person in (ann, ben):
        await asyncio.to_thread(person.get, "/api/here")
    code = await asyncio.to_thread(ann.create, "original", "me random", start=True)
    found: Counter[str] = Counter()
    numbers = iter(range(requests))

    async def ask() -> None:
        for number in numbers:
            asked = any_asked(rng)
            ways = (_judge_link, _judge_picture, _judge_socket)
            found[await ways[number % 3](server, code, asked, trusted)] += 1

    async def play() -> None:
        async with ann.at(code) as page:
            await page.until(lambda view: view.game is not None)
            (end,) = await play_together([page], rng)
            assert end.stage == "over"

    async with asyncio.TaskGroup() as group:
        group.create_task(play())
        for _ in range(AT_ONCE):
            group.create_task(ask())
    return found


def verdict(asked: Asked, trusted: bool) -> tuple[str, str]:
    """Whether such a request is answered, or with what code it is refused; and its host."""
    client = client_behind(PEER, "http", asked.headers, [ip_network(PEER)] if trusted else [])
    try:
        _own_hosts.check(client)
    except Refuse as refused:
        return refused.code, client.host
    return ANSWERED, client.host


_own_hosts = OwnHosts("")


async def _judge_link(server: Server, _code: str, asked: Asked, trusted: bool) -> str:
    found, host = verdict(asked, trusted)
    status, body = await ask_raw(server.port, asked.head("/api/here", "Connection: close"))
    assert status == STATUS.get(found, 200), (asked, body)
    if found == ANSWERED:
        assert msgspec.json.decode(body, type=Here).origin == f"http://{host}"
    else:
        assert msgspec.json.decode(body, type=Problem).message in (NO_HOST, WRONG_HOST)
    return found


async def _judge_picture(server: Server, code: str, asked: Asked, trusted: bool) -> str:
    found, host = verdict(asked, trusted)
    head = asked.head(f"/api/tables/{code}/qr.svg", "Connection: close")
    status, body = await ask_raw(server.port, head)
    assert status == STATUS.get(found, 200), (asked, body)
    if found == ANSWERED:
        assert body == await asyncio.to_thread(qr_svg, f"http://{host}/t/{code}")
    return found


async def _judge_socket(server: Server, code: str, asked: Asked, trusted: bool) -> str:
    if asked.host is None:
        return await _judge_link(server, code, asked, trusted)
    found, _ = verdict(asked, trusted)
    key = base64.b64encode(bytes(16)).decode()
    head = asked.head(
        f"/api/tables/{code}/socket",
        *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        *(f"Sec-WebSocket-Key: {key}", f"Authorization: Bearer {'k' * 43}"),
    )
    reader, writer = await asyncio.open_connection(PEER, server.port)
    try:
        writer.write(head)
        async with asyncio.timeout(PATIENCE):
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            kind, length = await reader.readexactly(2)
            if found == ANSWERED:
                assert kind == 0x81, "a view comes"
            else:
                assert kind == 0x88, "it is closed"
                content = await reader.readexactly(length)
                assert (struct.unpack(">H", content[:2])[0], content[2:]) == (4400, found.encode())
    finally:
        writer.transport.abort()
    return found


async def ask_raw(port: int, head: bytes) -> tuple[int, bytes]:
    """Send this as it is; the status and the body of the answer."""
    reader, writer = await asyncio.open_connection(PEER, port)
    try:
        writer.write(head)
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
    finally:
        writer.close()
    lines, _, body = answer.partition(b"\r\n\r\n")
    return int(lines.split(b" ", 2)[1]), body
