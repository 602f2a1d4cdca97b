"""Keys of browsers and tokens of programs: how they are given, taken and kept to oneself."""

import re
import sqlite3

import pytest

from browser.serving import Server
from rowlock.server.messages.answers import Created, Lists
from rowlock.server.tables.identity import key_hash, new_key
from rowlock.server.web.keys import MAX_AGE, cookie_name
from server.people import COOKIE, Arrive, Person, new_table

HTTPS = {"X-Forwarded-For": "198.51.100.30", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def server(plain: Server) -> Server:
    return plain


def parts(cookie: str) -> tuple[str, str, set[str]]:
    """Name, value and attributes of a cookie that was set."""
    pair, *more = (part.strip() for part in cookie.split(";"))
    name, _, value = pair.partition("=")
    return name, value, {part.lower() for part in more}


def test_at_home_a_key_is_for_the_server_alone(arrive: Arrive) -> None:
    answer = Person(arrive().address).get("/")
    name, value, more = parts(answer.headers["set-cookie"])
    assert name == COOKIE
    assert re.fullmatch(r"[\w-]{43}", value)
    assert {"httponly", "samesite=lax", "path=/"} <= more
    assert not any(part.startswith("domain") for part in more)


def test_a_key_lasts_from_the_last_page_on(arrive: Arrive) -> None:
    ann = arrive()
    kept = ann.key
    for path in ("/", "/t/BCDFGH", "/privacy"):
        name, value, more = parts(ann.get(path).headers["set-cookie"])
        assert (name, value) == (COOKIE, kept)
        assert f"max-age={MAX_AGE}" in more
        assert "set-cookie" not in ann.get(path, Authorization=f"Bearer {new_key()}").headers
    for path in ("/api/tables", "/favicon.svg", "/health"):
        assert "set-cookie" not in ann.get(path).headers


def test_over_https_a_key_never_goes_over_anything_else(guarded: Server) -> None:
    ann = Person(guarded.address, **HTTPS)
    name, value, more = parts(ann.get("/api/here").headers["set-cookie"])
    assert name == "__Host-rowlock"
    assert {"secure", "httponly", "samesite=lax", "path=/"} <= more
    # A neighbouring host, or somebody on the way, can set a cookie of the plain name only.
    planted = f"{COOKIE}={new_key()}"
    assert "set-cookie" in ann.get("/api/tables", Cookie=planted).headers
    both = f"{planted}; {name}={value}"
    assert "set-cookie" not in ann.get("/api/tables", Cookie=both).headers


@pytest.mark.parametrize(
    ("secure", "base_path", "name"),
    [
        (False, "", "rowlock"),
        (False, "/games", "rowlock"),
        (True, "", "__Host-rowlock"),
        (True, "/games", "__Secure-rowlock"),
    ],
)
def test_a_cookie_is_as_strict_as_can_be(secure: bool, base_path: str, name: str) -> None:
    assert cookie_name(secure, base_path) == name


@pytest.mark.parametrize("token", ["", "k", "k" * 42, "k" * 44, "k" * 42 + "=", "Basic"])
def test_a_token_that_was_not_given_here_is_refused(token: str, arrive: Arrive) -> None:
    ann = arrive()
    for answer in (
        ann.get("/api/tables", Authorization=f"Bearer {token}"),
        ann.post("/api/tables", new_table(), Authorization=f"Bearer {token}"),
    ):
        assert (answer.status, answer.problem) == (401, "bad-token")
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "set-cookie" not in answer.headers
        assert "k" * 42 not in answer.body.decode()


async def test_a_token_that_was_not_given_here_opens_no_socket(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create()
    ann.headers["Authorization"] = "Bearer short"
    async with ann.at(code) as a:
        assert await a.closed() == (4400, "bad-token")


def test_pages_of_others_cannot_take_a_key_away(arrive: Arrive) -> None:
    """A form of another site is sent without the cookie, and its answer could set another."""
    visitor = Person(arrive().address)
    for path in ("/api/tables", "/api/claim", "/api/tokens", "/", "/t/BCDFGH", "/nothing"):
        answer = visitor.post(path, new_table(), Origin="http://evil.example")
        assert "set-cookie" not in answer.headers
        assert answer.status in (201, 403, 404, 405)


def test_only_hashes_of_keys_are_kept(arrive: Arrive, server: Server) -> None:
    ann = arrive()
    code = ann.create()
    token = new_key()
    program = Person(ann.address, Authorization=f"Bearer {token}")
    answer = program.post("/api/tables", new_table(), Origin=None)
    made = answer.read(Created).code
    assert [card.code for card in program.get("/api/tables").read(Lists).yours] == [made]
    with sqlite3.connect(server.data / "rowlock.db") as database:
        kept = "\n".join(database.iterdump())
    database.close()
    for key, table in ((ann.key, code), (token, made)):
        assert table in kept
        assert key_hash(key) in kept
        assert key not in kept
        assert key not in server.output


@pytest.mark.parametrize(
    "origin",
    ["http://EVIL.example", "null", "", "http://127.0.0.1", "https://127.0.0.1.evil.example", "//"],
)
def test_other_origins_change_nothing(origin: str, arrive: Arrive) -> None:
    ann = arrive()
    answer = ann.post("/api/tables", new_table(), Origin=origin)
    assert (answer.status, answer.problem) == (403, "foreign-origin")
    assert ann.get("/api/tables").read(Lists).yours == []


def test_a_proxy_nobody_told_us_of_may_speak_https(arrive: Arrive) -> None:
    ann = arrive()
    https = ann.address.replace("http:", "https:")
    assert ann.post("/api/tables", new_table(), Origin=https).status == 201
