"""Servers in processes of their own, and tests that are coroutines."""

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from browser.serving import Server
from server.databases import STORAGES, database_of, give_back, use
from server.people import Arrive, Person


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests with the mark run with each storage."""
    if metafunc.definition.get_closest_marker("both_storages"):
        metafunc.parametrize("storage", STORAGES, indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def storage(request: pytest.FixtureRequest) -> str:
    """What games are kept in."""
    kind = str(getattr(request, "param", STORAGES[0]))
    use(kind)
    return kind


@pytest.fixture(autouse=True)
def _databases_given_back(request: pytest.FixtureRequest) -> Iterator[None]:
    """Those of a test's own folder are of no use to anybody after it."""
    yield
    if isinstance(folder := getattr(request.node, "funcargs", {}).get("tmp_path"), Path):
        give_back(folder)


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, storage: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running server, without pauses; it must never have had anything to complain about."""
    if storage == STORAGES[0]:
        yield request.getfixturevalue("plain")
        return
    # PostgreSQL is killed now and then, so a server of it is of one module only.
    data = tmp_path_factory.mktemp("server") / "data"
    with _running(Server(data, database_of(data))) as server:
        yield server


GUARDED = {
    "limits": "on",
    "limit_requests": "40",
    "limit_tables": "3",
    "limit_sits": "4",
    "limit_sockets": "2",
    "limit_messages": "20",
    "limit_all_messages": "50",
    "limit_guesses": "10",
    "trusted_proxies": "127.0.0.1",
    "hsts_days": "1",
}
"""Settings of a server that gets enough of people soon, and has a proxy before it."""


@pytest.fixture(scope="session")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy: tests come from wherever they say."""
    with _running(Server(tmp_path_factory.mktemp("guarded") / "data", **GUARDED)) as server:
        yield server


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that modules share: no test depends on what others do there."""
    with _running(Server(tmp_path_factory.mktemp("plain") / "data")) as server:
        yield server


@pytest.fixture
def arrive(server: Server) -> Arrive:
    def arrive() -> Person:
        person = Person(server.address)
        assert person.get("/api/here").status == 200
        return person

    return arrive


@contextmanager
def _running(server: Server) -> Iterator[Server]:
    server.start()
    yield server
    server.stop()
    assert server.complaints == [], server.output
