import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Shared machines are noisy, so no deadline. `make test` tries the same examples every time, so that
# it never fails by chance; long runs (`-m soak`) try new ones.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", PATIENT, derandomize=True)
settings.register_profile("new", PATIENT, derandomize=False)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the examples by what is run."""
    settings.load_profile("new" if config.getoption("markexpr") == "soak" else "same")


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One process more than there are cores: many tests wait for a server, a browser or a
    cluster, and another one can go on meanwhile."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take long come first."""
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


@pytest.fixture(autouse=True)
def _log_records_of_our_own() -> Iterator[None]:
    """Ray, once imported, writes something of its own into every line that its process logs."""
    own = logging.getLogRecordFactory()
    yield
    logging.setLogRecordFactory(own)
