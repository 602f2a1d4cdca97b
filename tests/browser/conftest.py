"""A server, a browser, and the people who come: what every test in a browser needs."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import still
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.chromium import FLAGS, find_chromium
from browser.people import DESKTOP, PHONE, People, Screen
from browser.serving import Server
from browser.states import write_states

HERE = Path(__file__).parent
PATIENCE = 30_000
"""Milliseconds in which a page must show something, however busy the machine is."""

MISSING = "there is no Chromium: no test in tests/browser was run"


@pytest.fixture(scope="session")
def chromium() -> str:
    path = find_chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return path


class OneBrowser:
    """The browser of all modules. While Playwright runs no other event loop can, so it goes when a
    test elsewhere comes next."""

    def __init__(self) -> None:
        self._browser: Browser | None = None
        self._people: dict[str, People] = {}
        self._running = ExitStack()

    def open(self, chromium: str) -> Browser:
        """The browser that is open, or a new one."""
        if self._browser is None:
            playwright = self._running.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            self._running.callback(self._browser.close)
        return self._browser

    def people_at(self, home: str) -> People:
        """Those who come to this server, for as long as the browser is open."""
        assert self._browser is not None
        if home not in self._people:
            self._people[home] = People(self._browser, home)
        return self._people[home]

    def close(self) -> None:
        """Let other event loops run."""
        self._browser = None
        self._people.clear()
        self._running.close()


ONE_BROWSER = OneBrowser()
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    try:
        return (yield)
    finally:
        if nextitem is None or not nextitem.path.is_relative_to(HERE):
            ONE_BROWSER.close()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Browser:
    return ONE_BROWSER.open(chromium)


@pytest.fixture(scope="session")
def _one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("serve") / "data")
    yield server
    server.stop()


@pytest.fixture
def server(_one_server: Server) -> Server:
    """A running server, whatever the test before has done to it."""
    _one_server.start()
    return _one_server


@contextmanager
def _watch(people: People) -> Iterator[None]:
    """Fails the test if anything odd happens on these people's pages."""
    people.forget()
    yield
    people.part()
    assert people.unexpected() == []


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """Lets people come, and watches their pages."""
    people = ONE_BROWSER.people_at(server.address)
    with _watch(people):
        yield people


@pytest.fixture(scope="session")
def _states_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("states") / "data"
    write_states(data)
    server = Server(data)
    server.program = (still.PROGRAM,)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def onlookers(browser: Browser, _states_server: Server) -> Iterator[People]:
    """People at a server with a table in every state; they only look, for all tests share it."""
    people = ONE_BROWSER.people_at(_states_server.address)
    with _watch(people):
        yield people


@pytest.fixture(
    params=[PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)], ids=["phone", "desktop"]
)
def screen(request: pytest.FixtureRequest) -> Screen:
    """Each size a test must hold at."""
    assert isinstance(request.param, Screen)
    return request.param


@pytest.fixture
def page(people: People, screen: Screen) -> Page:
    """The home page, at each size."""
    return people.arrive(screen)
