import gc
import logging
import os
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

# Shared machines are noisy, so no deadline. `make test` tries the same examples every time, so that
# it never fails by chance; `make quick` tries the first few of them, and long runs (`-m soak`) try
# new ones, and more of them, of every property there is.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", PATIENT, derandomize=True, max_examples=25)
settings.register_profile("few", PATIENT, derandomize=True, max_examples=15)
settings.register_profile("new", PATIENT, derandomize=False)

LESS_GARBAGE = (10_000, 20, 100)
"""After so many new objects, and so many such looks, older ones are looked through as well."""

SLOW_TO_LOAD = frozenset({"litestar", "numba", "playwright", "sqlalchemy"})
"""What no test of `make quick` may load: the server, the compiler, the browser, the database."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `make quick` is called with."""
    parser.addoption("--quick", action="store_true", help="leave out what is marked thorough")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the examples by what is run."""
    usual = "few" if config.getoption("quick") else "same"
    settings.load_profile("new" if is_long(config) else usual)
    # All modules and tests are there for good, and looking through them takes 6 % of the time.
    gc.set_threshold(*LESS_GARBAGE)


def is_long(config: pytest.Config) -> bool:
    """Whether this is a part of `make soak`."""
    return bool(config.getoption("markexpr") == "soak")


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One process more than there are cores: many tests wait for a server, a browser or a
    cluster, and another one can go on meanwhile. None of `make quick` does."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + (0 if config.getoption("quick") else 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Choose and order the tests; in long runs properties are tried again."""
    if is_long(config):
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker(pytest.mark.soak)
    if config.getoption("quick"):
        thorough = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=thorough)
        items[:] = [item for item in items if item not in thorough]
    yield
    processes = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = well_ordered(items, processes)


def well_ordered(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """The tests in the order they begin. Each process is given a run of neighbours, and whoever has
    no more takes from the end of another's. So the first begins with those that need a browser,
    which then is started once, the second with those that take long, and at the end there are short
    ones for all."""
    share, ordered, left = -(-len(items) // processes), list[pytest.Item](), items
    for begins in (_needs_browser, _takes_long):
        first, left = [one for one in left if begins(one)], [one for one in left if not begins(one)]
        others = max(0, share - len(first))
        ordered, left = [*ordered, *first, *left[:others]], left[others:]
    return [*ordered, *left]


def _needs_browser(item: pytest.Item) -> bool:
    return item.nodeid.startswith("tests/browser/")


def _takes_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("early") is not None


@pytest.fixture(autouse=True)
def _log_records_of_our_own() -> Iterator[None]:
    """Ray, once imported, writes something of its own into every line that its process logs."""
    own = logging.getLogRecordFactory()
    yield
    logging.setLogRecordFactory(own)


@pytest.fixture(scope="session", autouse=True)
def _quick_stays_quick(pytestconfig: pytest.Config) -> Iterator[None]:
    """Fails `make quick` when anything in it has loaded what takes long to load."""
    yield
    if pytestconfig.getoption("quick"):
        assert SLOW_TO_LOAD.isdisjoint(sys.modules), "make quick has loaded what it may not"
