"""Whatever a backup holds is checked as if people had sent it, before anybody can see it."""

import asyncio
import gzip
import hashlib
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rowlock.server.storage import copying, open_store
from rowlock.server.storage.backup import BadBackup, check_backup
from rowlock.server.storage.copying import back_up, bring_to_head, restore
from rowlock.server.tables.reading import read_table
from server.forging import GAME, MADE, Rows, doubled, forge, packed, rows_of
from server.older import make_older
from server.test_backup import lines_of, nothing, quietly

HUGE = 10**400
ESCAPE = "\x1b]0;owned\x07\x1b[31mAnn\u202e"


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup of four tables."""
    # Threads that could not connect end at once here, and nobody has to wait for them.
    monkeypatch.setattr(copying, "THREADS_END", 0.0)
    address, file = f"sqlite:///{tmp_path / 'saved.db'}", tmp_path / "saved.gz"
    asyncio.run(make_older(address))
    asyncio.run(bring_to_head(address))
    asyncio.run(back_up(address, file, MADE, quietly))
    return file


Change = Callable[[Rows], None]


def event(seq: int, **fields: Any) -> Change:
    """Other fields for an event."""

    def change(rows: Rows) -> None:
        rows["events"][seq - 1]["body"] |= fields

    return change


def column(name: str, index: int, **values: Any) -> Change:
    """Other values for a row."""

    def change(rows: Rows) -> None:
        rows[name][index] |= values

    return change


def without(name: str, index: int | None = None) -> Change:
    """A row is missing, or all of them."""

    def change(rows: Rows) -> None:
        rows[name] = [row for at, row in enumerate(rows[name]) if index not in (None, at)]

    return change


WRONG: dict[str, tuple[Change, str]] = {
    "stage that is none": (column("tables", 0, stage="tea"), "stage is not a stage"),
    "another stage": (column("tables", 0, stage="over"), "said to be over, but is playing"),
    "listed": (column("tables", 0, listed=True), "said to be listed"),
    "no change": (column("tables", 0, changed=None), "changed is not a time"),
    "change before all time": (column("tables", 0, changed=-1.0), "changed is not a time"),
    "change after all time": (column("tables", 0, changed=1e300), "changed is not a time"),
    "holder that is none": (column("holdings", 0, holder="ann"), "holder is not the hash"),
    "another holder": (column("holdings", 0, holder="0" * 64), "others are said to sit there"),
    "no holders": (without("holdings"), "others are said to sit there"),
    "no row": (without("tables"), "not among the tables"),
    "no events": (without("events"), "no events"),
    "gap": (without("events", 6), "event 7 is missing"),
    "no beginning": (without("events", 0), "does not begin"),
    "number 0": (column("events", 0, seq=0), "seq is not a number"),
    "huge number": (column("events", 27, seq=HUGE), "seq is not a number"),
    "64 bits": (column("events", 27, seq=2**63), "seq is not a number"),
    "32 bits": (column("events", 27, seq=2**31), "seq is not a number"),
    "no time": (column("events", 3, at=None), "event 4: at is not a time"),
    "late": (column("events", 3, at=1e18), "event 4: at is not a time"),
    "no body": (column("events", 3, body=None), "body is not an event"),
    "long body": (column("events", 3, body="x" * 10_000), "body is not an event"),
    "list": (column("events", 3, body=[]), "event 4: "),
    "unknown event": (event(4, type="tea"), "event 4: "),
    "unknown game": (event(1, variant="chess"), "there is no game"),
    "short seed": (event(1, seed="00"), "its seed is not"),
    "creator": (event(1, creator="ann"), "its creator is not"),
    "huge first": (event(1, first=HUGE), "its first is not"),
    "unknown clock": (event(1, clock="sun"), "event 1: "),
    "holder": (event(3, holder="ann"), "its holder is not"),
    "upper case": (event(3, holder="A" * 64), "its holder is not"),
    "nonce": (event(6, nonce="5eed\n"), "its nonce is not"),
    "bot with an odd name": (event(4, bot=ESCAPE), "its bot is not"),
    "bot with a long name": (event(4, bot="h" * 25), "its bot is not"),
    "huge seat": (event(4, seat=HUGE), "its seat is not"),
    "seat there was": (event(4, seat=1), "there was a seat 1 before"),
    "seat there is not": (event(5, seat=3), "there is no seat 3"),
    "seat after the start": (
        column("events", 9, body={"type": "seat-added", "seat": 3}),
        "only before the start",
    ),
    "wrong dice": (event(9, roll="w99 r2 y5 g5 b1"), "event 9: "),
    "long dice": (event(9, roll="w" * 7000), "event 9: "),
    "illegal choice": (event(10, move="b2"), "event 10: "),
    "no choice": (event(10, move="tea"), "event 10: "),
    "other moves": (event(12, moves=["-", "r7"]), "other moves are revealed"),
    "link": (
        column("events", 27, body={"type": "link-made", "seat": 1, "secret": "x"}),
        "its secret is not",
    ),
    "rematch": (
        column("events", 27, body={"type": "rematch-made", "code": "../tea"}),
        "its code is not",
    ),
}


async def contents(address: str, folder: Path) -> list[bytes]:
    file = folder / "contents.gz"
    file.unlink(missing_ok=True)
    await back_up(address, file, MADE, quietly)
    return lines_of(file)[1:-1]


async def test_what_cannot_be_right_is_named_and_nothing_is_restored(
    saved: Path, tmp_path: Path
) -> None:
    rows, address = rows_of(saved), f"sqlite:///{tmp_path / 'saved.db'}"
    codes = doubled(rows, [change for change, _ in WRONG.values()])
    forged = forge(saved, rows)
    with pytest.raises(copying.BadTables) as refused:
        await restore(forged, address, True, quietly)
    assert await contents(address, tmp_path) == lines_of(saved)[1:-1]
    moved = await restore(forged, address, True, quietly, skip_bad=True)
    assert moved.faults == refused.value.faults
    found = {fault.code: fault.why for fault in moved.faults}
    assert found.keys() == set(codes)
    for code, (name, (_, why)) in zip(codes, WRONG.items(), strict=True):
        assert why in found[code], name
    assert moved.counts == {"tables": 4, "holdings": 5, "events": 127}
    assert await contents(address, tmp_path) == lines_of(saved)[1:-1]


async def test_codes_that_are_none_are_named_by_their_lines(saved: Path, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'new.db'}"
    rows = rows_of(saved)
    for code in ("../../", "bcdfgh", "", "\x1b[2J"):
        rows = rows_of(saved)
        for some in rows.values():
            for row in some:
                row["code"] = code if row["code"] == GAME else row["code"]
        with pytest.raises((copying.BadTables, BadBackup)) as refused:
            await restore(forge(saved, rows), address, False, quietly)
        assert "\x1b" not in str(refused.value)
    moved = await restore(forge(saved, rows), address, False, quietly, skip_bad=True)
    assert moved.counts["tables"] == 3
    assert all(str(fault).startswith("line ") for fault in moved.faults)


async def test_names_and_bots_are_taken_as_a_server_reads_them(saved: Path, tmp_path: Path) -> None:
    rows, address = rows_of(saved), f"sqlite:///{tmp_path / 'new.db'}"
    names = [ESCAPE, "Ann; Ben", 'Ann "the" Ben', "a\u037eb", "A" * 999, "line\nbreak", "Žofie 🎲"]
    names.append("\u200b\x1b")
    *codes, older = doubled(rows, [*(event(3, name=name) for name in names), event(4, bot="hal")])
    moved = await restore(forge(saved, rows), address, False, quietly)
    assert moved.faults == []
    async with open_store(address) as store:
        kept = [getattr((await store.read(code))[2].event, "name", "") for code in codes]
        table = read_table(older, await store.read(older))
        assert table is not None
        assert table.seats[1].bot == "hal"
    clean = ["]0;owned[31mAnn", "Ann, Ben", "Ann ”the” Ben", "a,b", "A" * 24, "line break"]
    assert [name.replace("]0,owned", "]0;owned") for name in kept] == [
        *clean,
        "Žofie 🎲",
        "Player 1",
    ]


LINES: list[tuple[Callable[[list[bytes]], list[bytes]], str]] = [
    (lambda rows: [*rows[:4], rows[5], rows[4], *rows[6:]], "not in order"),
    (lambda rows: [*rows[:4], *rows[3:]], "there twice"),
    (lambda rows: [*rows[9:], *rows[:9]], "not in order"),
    (lambda rows: rows[1:], "other rows"),
    (lambda rows: [*rows[:-1], b'["tea"]'], "this is no row"),
    (lambda rows: [*rows[:-1], b"[" * 15_000], "this is no row"),
    (lambda rows: [*rows[:-1], b'["events","X",1,2.0,' + b"[" * 15_000], "nested too deeply"),
    (lambda rows: [*rows[:-1], b'["events",1,2,3.0,{}]'], "Expected `str"),
    (lambda rows: [*rows[:-1], b'["events","BCDFGH",1.5,3.0,{}]'], "Expected `int"),
    (lambda rows: [*rows[:-1], b'["events","X",' + b"9" * 9000 + b",3,{}]"], "out of range"),
    (lambda rows: [*rows[:-1], b'["events","BCDFGH",1,1e999,{}]'], "out of range"),
    (lambda rows: [*rows[:-1], b'["events","BCDFGH",1,NaN,{}]'], "malformed"),
    (lambda rows: [*rows[:-1], b'["events","B\xff",1,1.0,{}]'], "line 137: "),
    (lambda rows: [*rows[:-1], b'["events","' + b"x" * 20_000 + b'"]'], "longer than any row"),
]
"""What can be done to the lines of a file, and what is said of it."""


def test_a_file_that_no_server_writes_is_refused_as_a_whole(saved: Path) -> None:
    header, *rows, _ = lines_of(saved)
    for change, words in LINES:
        changed, about = change(rows), json.loads(header)
        about["outline"]["counts"]["events"] += len(changed) - len(rows)
        with pytest.raises(BadBackup, match=words):
            check_backup(packed_file(saved, json.dumps(about).encode(), *changed), nothing)


OUTLINES: list[dict[str, Any]] = [
    {"schema": "tea"},
    {"schema": "0000"},
    {"schema": "0001; DROP TABLE events"},
    {"schema": ""},
    {"counts": {"tables": -1, "holdings": 5, "events": 132}},
    {"counts": {"tables": 4, "holdings": 5, "events": HUGE}},
    {"counts": {"tables": 4, "holdings": 5}},
    {"columns": {}},
    {"columns": {"tables": {}, "holdings": {}, "events": {}}},
    {"columns": {"tables": {"code": "tea"}, "holdings": {}, "events": {}}},
]


async def test_a_first_line_that_no_server_writes_is_refused(saved: Path, tmp_path: Path) -> None:
    header, *rows, _ = lines_of(saved)
    target = f"sqlite:///{tmp_path / 'new.db'}"
    for outline in OUTLINES:
        about = json.loads(header)
        about["outline"] |= outline
        with pytest.raises(BadBackup):
            await restore(
                packed_file(saved, json.dumps(about).encode(), *rows), target, False, quietly
            )
    for column in ({"code": "whole"}, {"more": "text"}):
        about = json.loads(header)
        about["outline"]["columns"]["tables"] |= column
        more = [line[:-1] + b',"x"]' for line in rows[:4]] if "more" in column else rows[:4]
        forged = packed_file(saved, json.dumps(about).encode(), *more, *rows[4:])
        with pytest.raises(ValueError, match=r"no backup|the columns are not those"):
            await restore(forged, target, False, quietly)
    assert not (await restore(saved, target, False, quietly)).faults


def packed_file(saved: Path, *lines: bytes) -> Path:
    """The lines with a checksum that is right."""
    text = b"".join(line + b"\n" for line in lines)
    footer = json.dumps({"sha256": hashlib.sha256(text).hexdigest()}).encode()
    file = saved.with_suffix(".packed")
    file.write_bytes(packed(*lines, footer))
    return file


def test_a_file_that_grows_without_end_is_left_in_time(saved: Path) -> None:
    lines, endless = lines_of(saved), gzip.compress(bytes(1 << 20)) * 2000
    tracemalloc.start()
    for after in (0, 1, 5, len(lines)):
        saved.write_bytes(packed(*lines[:after]) + endless)
        tracemalloc.reset_peak()
        with pytest.raises(BadBackup):
            check_backup(saved, nothing)
        assert tracemalloc.get_traced_memory()[1] < 8_000_000, "of two billion bytes"
    tracemalloc.stop()
