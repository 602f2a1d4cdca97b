"""Backups and copies have all that was kept, and a damaged one changes nothing."""

import asyncio
import gzip
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from stat import S_ISDIR

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from rowlock.server.storage import open_store
from rowlock.server.storage.backup import (
    BackupWriter,
    BadBackup,
    check_backup,
    new_file,
    open_backup,
)
from rowlock.server.storage.copying import (
    Damaged,
    NotEmpty,
    back_up,
    bring_to_head,
    copy,
    restore,
    schema_of,
)
from rowlock.server.storage.schema import TABLES
from rowlock.server.storage.upgrade import HEAD, NewerDatabase
from rowlock.server.tables import events as ev
from rowlock.server.tables.identity import key_hash
from server.databases import empty_database
from server.older import ANN, CODES, make_older
from server.stores import append, created

MADE = 1_790_000_000.0


@contextmanager
def quietly(_what: str, _total: int) -> Iterator[Callable[[int], None]]:
    yield lambda _count: None


def nothing(_count: int) -> None:
    pass


def lines_of(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines()


def write(file: Path, *lines: bytes, **counts: int) -> Path:
    """A backup of these lines after the header of another one, perhaps with other counts, and with
    a checksum that is right."""
    with open_backup(file) as backup:
        told = backup.outline.counts
        outline = msgspec.structs.replace(backup.outline, counts={**told, **counts})
    forged = file.with_suffix(".forged")
    with forged.open("wb") as stream:
        writer = BackupWriter(stream, MADE, outline)
        writer.add(("tables", list(lines)))
        writer.end()
    return forged


@pytest.fixture
def older(tmp_path: Path) -> str:
    """The address of a SQLite of the previous schema."""
    address = f"sqlite:///{tmp_path / 'older.db'}"
    asyncio.run(make_older(address))
    return address


@pytest.fixture
def saved(older: str, tmp_path: Path) -> Path:
    """A backup of it."""
    file = tmp_path / "saved.gz"
    asyncio.run(back_up(older, file, MADE, quietly))
    return file


def since_origins(line: bytes) -> bytes:
    """A row of an older schema as one that keeps origins has it."""
    return line[:-1] + b',"",0]' if line.startswith(b'["tables"') else line


@pytest.mark.both_storages
async def test_what_goes_from_one_kind_of_database_to_another_is_the_same(tmp_path: Path) -> None:
    first = empty_database(tmp_path)
    await make_older(first)
    second = f"sqlite:///{tmp_path / 'second.db'}"
    third = empty_database(tmp_path / "third")
    (tmp_path / "third").mkdir()
    one, two = tmp_path / "one.gz", tmp_path / "two.gz"
    outline = await back_up(first, one, MADE, quietly)
    assert outline.counts == {"tables": 4, "holdings": 5, "events": 127}
    await bring_to_head(first)
    await restore(one, second, False, quietly)
    await copy(second, third, quietly)
    assert await schema_of(third) == HEAD
    await back_up(third, two, MADE, quietly)
    assert lines_of(two)[1:-1] == [since_origins(line) for line in lines_of(one)[1:-1]]
    async with open_store(first) as before, open_store(third) as after:
        for code in CODES:
            assert await after.read(code) == await before.read(code)
    for refused in (restore(one, third, False, quietly), copy(second, first, quietly)):
        with pytest.raises(NotEmpty, match="4 tables already"):
            await refused


@pytest.mark.both_storages
async def test_a_backup_is_of_one_moment_whatever_is_written_meanwhile(tmp_path: Path) -> None:
    address, target = empty_database(tmp_path), f"sqlite:///{tmp_path / 'target.db'}"
    made = msgspec.structs.replace(created(key_hash(ANN)), listed=True)
    async with open_store(address) as store:
        for code in CODES:
            await store.append(append(code, 1, made, stage="lobby"))

        written = asyncio.Event()

        async def go_on() -> None:
            for seq in count(2):
                await asyncio.gather(
                    *(store.append(append(code, seq, ev.PeopleReturned())) for code in CODES)
                )
                written.set()

        writing = asyncio.create_task(go_on())
        await written.wait()
        outline = await back_up(address, tmp_path / "saved.gz", MADE, quietly)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        kept = sum((await store.versions(CODES)).values())
    assert kept >= outline.counts["events"] >= 2 * len(CODES)
    await restore(tmp_path / "saved.gz", target, False, quietly)
    async with open_store(target) as store, store.engine.connect() as connection:
        cards = await connection.execute(select(TABLES.c.code, TABLES.c.changed))
        for code, changed in cards:
            events = await store.read(code)
            assert [one.seq for one in events] == list(range(1, len(events) + 1))
            assert events[-1].at == changed


@pytest.mark.both_storages
async def test_a_restore_is_all_or_nothing(tmp_path: Path) -> None:
    address = empty_database(tmp_path)
    await make_older(address)
    saved, again = tmp_path / "saved.gz", tmp_path / "again.gz"
    await back_up(address, saved, MADE, quietly)
    rows = lines_of(saved)[1:-1]
    # All lines can be read and the checksum is right, but one table is there twice.
    forged = write(saved, rows[0], rows[0], *rows[2:])
    with pytest.raises(BadBackup, match="there twice"):
        await restore(forged, address, True, quietly)
    await back_up(address, again, MADE, quietly)
    assert lines_of(again) == lines_of(saved)
    await restore(saved, address, True, quietly)
    assert await schema_of(address) == HEAD


def test_what_is_no_backup_is_told(saved: Path, tmp_path: Path) -> None:
    def complaint(content: bytes) -> str:
        file = tmp_path / "bad.gz"
        file.write_bytes(content)
        with pytest.raises(BadBackup) as error:
            check_backup(file, nothing)
        return str(error.value)

    packed, lines = saved.read_bytes(), lines_of(saved)
    assert "no backup" in complaint(b"anything")
    assert "no backup" in complaint(b"")
    assert "no backup" in complaint(gzip.compress(b'{"format":"another"}\n'))
    assert "too early" in complaint(packed[: len(packed) // 2])
    assert "too early" in complaint(gzip.compress(b"\n".join(lines[:9]) + b"\n"))
    assert "checksum" in complaint(gzip.compress(b"\n".join([*lines, b""]) + b"more\n"))
    changed = [line.replace(b"Ann", b"Eve") for line in lines]
    assert "checksum" in complaint(gzip.compress(b"\n".join(changed) + b"\n"))
    strange = [*lines[:5], b'["events","BCDFGH","one",2.0,{}]', *lines[6:]]
    assert "line 6: " in complaint(gzip.compress(b"\n".join(strange) + b"\n"))
    other_rows = write(saved, *lines[1:-1], tables=3, events=128)
    assert "other rows" in complaint(other_rows.read_bytes())


def test_no_damage_to_a_backup_goes_unnoticed(saved: Path, tmp_path: Path) -> None:
    packed, whole = saved.read_bytes(), check_backup(saved, nothing)[0]
    damaged = tmp_path / "damaged.gz"

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, len(packed) - 1), st.integers(1, 255))
    def try_damage(place: int, change: int) -> None:
        content = bytearray(packed)
        content[place] ^= change
        damaged.write_bytes(content)
        try:
            tally, faults = check_backup(damaged, nothing)
            assert (tally, faults.found) == (whole, [])
        except BadBackup:
            pass
        else:
            # Only the first bytes, which say nothing about the content, may differ.
            assert place < 10

    try_damage()


async def test_a_backup_of_a_newer_version_is_left_alone(saved: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.gz"
    text = gzip.decompress(saved.read_bytes()).replace(b'"schema":"0001"', b'"schema":"9999"')
    newer.write_bytes(gzip.compress(text))
    with pytest.raises(NewerDatabase, match="9999"):
        await restore(newer, f"sqlite:///{tmp_path / 'new.db'}", False, quietly)
    assert not (tmp_path / "new.db").exists()


async def test_a_backup_that_is_stopped_leaves_nothing(older: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()

    @contextmanager
    def stopping(stop_in: str, what: str, _total: int) -> Iterator[Callable[[int], None]]:
        def advance(_count: int) -> None:
            if what == stop_in:
                raise KeyboardInterrupt

        yield advance

    for stop_in in ("saving", "checking"):
        with pytest.raises(KeyboardInterrupt):
            await back_up(older, folder / "saved.gz", MADE, partial(stopping, stop_in))
        assert list(folder.iterdir()) == []


def test_only_its_owner_can_read_a_backup(saved: Path) -> None:
    assert saved.stat().st_mode & 0o077 == 0


async def test_a_damaged_sqlite_is_not_saved(older: str, tmp_path: Path) -> None:
    file = tmp_path / "older.db"
    async with _settled(older):
        pass
    content = bytearray(file.read_bytes())
    page = len(content) // 2 // 4096 * 4096
    content[page : page + 4096] = b"x" * 4096
    file.write_bytes(content)
    with pytest.raises((Damaged, DBAPIError)):
        await back_up(older, tmp_path / "saved.gz", MADE, quietly)
    assert not (tmp_path / "saved.gz").exists()


@asynccontextmanager
async def _settled(address: str) -> AsyncIterator[None]:
    """All that was written is in the file itself, and in no other beside it."""
    async with open_store(address) as store:
        async with store.engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        yield


def test_a_new_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "name"
    with new_file(file) as part:
        part.write_text("whole")
        assert not file.exists()
    assert [one.name for one in tmp_path.iterdir()] == ["name"]
    assert file.read_text() == "whole"


@pytest.mark.skipif(os.name != "posix", reason="Windows opens no folders")
def test_the_name_of_a_new_file_is_on_the_disk_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, synced = tmp_path / "name", list[tuple[bool, bool]]()
    fsync = os.fsync

    def noted(handle: int) -> None:
        synced.append((S_ISDIR(os.fstat(handle).st_mode), file.exists()))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    with new_file(file) as part:
        part.write_text("whole")
    assert synced == [(False, False), (True, True)], "first what is in it, then its name"
