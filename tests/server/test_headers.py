"""What every answer says to the browser about itself."""

import pytest

from browser.serving import Server
from server.people import Arrive, Person

PATHS = [
    "/",
    "/t/BCDFGH",
    "/api/here",
    "/api/tables/ZZZZZZ",
    "/nothing.txt",
    "/favicon.svg",
    "/health",
    "/ready",
]


@pytest.fixture(scope="module")
def server(plain: Server) -> Server:
    return plain


def policy_of(text: str) -> dict[str, list[str]]:
    """What may be loaded from where."""
    rules = (rule.split() for rule in text.split(";"))
    return {what: where for what, *where in rules}


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_guarded(path: str, arrive: Arrive) -> None:
    headers = arrive().get(path).headers
    policy = policy_of(headers["content-security-policy"])
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == ["'self'"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cache-control"] in ("no-store", "private, no-cache")
    assert "server" not in headers
    assert "strict-transport-security" not in headers


def test_refusals_and_wrong_methods_are_guarded_too(arrive: Arrive) -> None:
    ann = arrive()
    for answer in (
        ann.http("DELETE", "/api/tables"),
        ann.http("POST", "/api/tables", b"{"),
        ann.post("/api/tables", {}, Origin="http://evil.example"),
    ):
        assert 400 <= answer.status < 500
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/t/BCDFGH", "/health", "/api/here"])
def test_the_head_of_an_answer_can_be_asked_for_alone(path: str, arrive: Arrive) -> None:
    ann = arrive()
    whole, head = ann.get(path), ann.http("HEAD", path)
    assert (head.status, head.body) == (whole.status, b"")
    for name in ("content-length", "content-type", "content-security-policy"):
        assert head.headers[name] == whole.headers[name]


def test_https_is_for_good_where_it_is_asked_for(guarded: Server) -> None:
    address = {"X-Forwarded-For": "198.51.100.40"}
    plain = Person(guarded.address, **address).get("/")
    assert "strict-transport-security" not in plain.headers
    secure = Person(guarded.address, **address, **{"X-Forwarded-Proto": "https"}).get("/")
    assert secure.headers["strict-transport-security"] == "max-age=86400"
    health = Person(guarded.address, **address, **{"X-Forwarded-Proto": "https"}).get("/health")
    assert health.headers["strict-transport-security"] == "max-age=86400"
