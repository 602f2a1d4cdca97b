"""One server a file, however the file is named; the lock is gone when the server is."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.serving import Server
from rowlock.server.storage import lockfile
from rowlock.server.storage.copying import back_up, copy, restore
from rowlock.server.storage.lockfile import InUse, database_file, lock_file, locked
from server.people import Person
from server.stores import store_in
from server.test_backup import MADE, quietly

HOLD = (
    "import sys, time; from rowlock.server.storage.lockfile import locked\n"
    "with locked(sys.argv[1]): print('held', flush=True); time.sleep(60)"
)


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(lockfile, "PATIENCE", 0.0)
    return f"sqlite:///{tmp_path / 'rowlock.db'}"


@pytest.fixture
def twin(plain: Server, tmp_path: Path) -> Iterator[Server]:
    """A server for a file that is served already, by another name."""
    link = tmp_path / "other name.db"
    link.symlink_to(plain.data / "rowlock.db")
    twin = Server(tmp_path / "twin", f"sqlite:///{os.path.relpath(link)}")
    yield twin
    twin.stop()


def test_a_second_server_is_refused_and_told_why(plain: Server, twin: Server) -> None:
    with pytest.raises(RuntimeError, match="did not answer"):
        twin.start()
    (said,) = twin.output.splitlines()
    assert said.startswith("rowlock serve: another Rowlock")
    for part in (f"(process {plain.pid})", str(plain.data / "rowlock.db"), "SHARE_FILE=on"):
        assert part in said
    assert Person(plain.address).get("/ready").status == 200


async def test_beside_a_server_one_can_save_and_look_but_not_replace(
    plain: Server, tmp_path: Path
) -> None:
    address, file = f"sqlite:///{plain.data / 'rowlock.db'}", tmp_path / "saved.gz"
    ann = Person(plain.address)
    ann.get("/api/here")
    code = ann.create()
    async with store_in(plain.data) as store:
        assert await store.versions([code])
    await back_up(address, file, MADE, quietly)
    with pytest.raises(InUse, match=f"process {plain.pid}"):
        await restore(file, address, True, quietly)
    async with store_in(tmp_path):
        pass
    with pytest.raises(InUse, match=f"process {plain.pid}"):
        await copy(f"sqlite:///{tmp_path / 'rowlock.db'}", address, quietly)
    assert ann.get(f"/api/tables/{code}").status == 200
    await copy(address, f"sqlite:///{tmp_path / 'copy.db'}", quietly)


def test_a_lock_ends_with_its_process(address: str, tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, address], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    with holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InUse, match=f"process {holder.pid}"), locked(address):
            pass
        holder.send_signal(signal.SIGKILL)
    with locked(address):
        left = lock_file(tmp_path / "rowlock.db")
        assert left.read_text() == f"{os.getpid()}\n"
        assert stat.S_IMODE(left.stat().st_mode) == 0o600


def test_what_a_server_starts_does_not_keep_its_lock(address: str) -> None:
    with locked(address):
        child = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False
        )
    with locked(address), child:
        assert child.poll() is None
        child.kill()


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("second", [False, True])
def test_a_file_is_shared_only_if_all_want_it(address: str, first: bool, second: bool) -> None:
    with locked(address, shared=first):
        if first and second:
            with locked(address, shared=True), pytest.raises(InUse), locked(address):
                pass
        else:
            with pytest.raises(InUse), locked(address, shared=second):
                pass
    with locked(address):
        pass


def test_every_name_of_a_file_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "folder" / "rowlock.db"
    file.parent.mkdir()
    file.touch()
    (tmp_path / "linked").symlink_to(file.parent, target_is_directory=True)
    (tmp_path / "link.db").symlink_to(Path("folder") / "rowlock.db")
    monkeypatch.chdir(tmp_path)
    for name in (
        str(file),
        "folder/rowlock.db",
        "./folder/../linked/rowlock.db",
        "link.db",
        str(tmp_path / "linked" / "rowlock.db"),
    ):
        assert database_file(f"sqlite:///{name}") == file
    assert database_file("postgresql://ann@db/rowlock") is None


def test_postgresql_needs_no_lock() -> None:
    with locked("postgresql://ann@db/rowlock"), locked("postgresql://ann@db/rowlock"):
        pass


def test_a_file_that_somebody_put_in_the_way_is_left_alone(address: str, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("kept")
    lock_file(tmp_path / "rowlock.db").symlink_to(precious)
    with pytest.raises(OSError, match="symbolic"), locked(address):
        pass
    assert precious.read_text() == "kept"
