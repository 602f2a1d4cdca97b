"""Servers in processes of their own, and tests that are coroutines."""

import asyncio
import inspect
from collections.abc import Iterator

import pytest

from browser.serving import Server
from server.people import Arrive, Person


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server, without pauses; it must never have had anything to complain about."""
    server = Server(tmp_path_factory.mktemp("server") / "data")
    server.start()
    yield server
    server.stop()
    complaints = [line for line in server.output.splitlines() if _is_complaint(line)]
    assert complaints == [], server.output


@pytest.fixture
def arrive(server: Server) -> Arrive:
    def arrive() -> Person:
        person = Person(server.address)
        assert person.get("/api/here").status == 200
        return person

    return arrive


def _is_complaint(line: str) -> bool:
    return line.startswith(("Traceback", "ERROR", "CRITICAL", "WARNING"))
