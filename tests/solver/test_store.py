"""Tables on disk: what is damaged, cut, foreign or half written is refused, and says why."""

import json
import shutil
import zlib
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from rowlock.kernels.lock import held
from rowlock.rules import find_variant
from rowlock.solver.solution import NotSolved, Solution, load
from rowlock.solver.solve import count_positions, prepare, solve_in_memory, solve_on_disk
from rowlock.solver.space import SoloSpace
from rowlock.solver.store import (
    FOLDER,
    HEADER,
    MAGIC,
    SLOT,
    BadTable,
    fingerprint,
    read_header,
    table_file,
    usual_folder,
    write_header,
)
from solver.solved import small_space, solved_small

NAME = "two rows up"
SPACE = small_space(NAME)
Damage = Callable[[Path], object]


@pytest.fixture
def table(tmp_path: Path) -> Solution:
    return solved_small(tmp_path, NAME)


def change(file: Path, at: int, new: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(at)
        stream.write(new)


def become_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def whole(folder: Path) -> None:
    load(SPACE, folder).whole()


def test_values_are_those_of_the_solver(table: Solution) -> None:
    assert np.array_equal(table.whole(), solve_in_memory(SPACE))
    assert table.header.seconds > 0
    assert not table.file.with_suffix(".part").exists()


DAMAGES: dict[str, tuple[Damage, str]] = {
    "first value": (lambda file: change(file, HEADER, b"\1"), r"is damaged \(block 0\)"),
    "last value": (
        lambda file: change(file, file.stat().st_size - 1, b"\1"),
        r"is damaged \(block",
    ),
    "no header": (lambda file: change(file, 0, bytes(HEADER)), "is no table of a solved game"),
    "something else": (lambda file: file.write_bytes(b"rows"), "is no table of a solved game"),
    "empty": (lambda file: file.write_bytes(b""), "is no table of a solved game"),
    "the very beginning": (lambda file: file.write_bytes(MAGIC), "the header is damaged"),
    "from the future": (lambda file: file.write_bytes(b"rowlock solo 9\n"), "another version"),
    "cut": (lambda file: file.write_bytes(file.read_bytes()[:-8]), "cut or damaged"),
    "too long": (lambda file: file.write_bytes(file.read_bytes() + b"more"), "cut or damaged"),
    "a folder": (become_a_folder, "cannot be read: Is a directory"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_files_are_refused(table: Solution, name: str) -> None:
    folder = table.file.parent
    damage, why = DAMAGES[name]
    whole(folder)
    damage(table.file)
    with pytest.raises(BadTable, match=why):
        whole(folder)


def test_any_damage_to_both_headers_is_noticed(table: Solution) -> None:
    """The header in use is the newer one; the older says that the table is not complete."""
    good = table.file.read_bytes()
    for at in range(0, 400, 7):
        for slot in (0, SLOT):
            change(table.file, slot + at, bytes([good[slot + at] ^ 1]))
        with pytest.raises(BadTable):
            whole(table.file.parent)
        table.file.write_bytes(good)
    whole(table.file.parent)


def test_a_table_of_another_game_is_refused(tmp_path: Path, table: Solution) -> None:
    lucky = solved_small(tmp_path, "lucky")
    shutil.copy(lucky.file, table.file)
    with pytest.raises(BadTable, match=r"of another game: small, lucky 3 & 5, 1 seat$"):
        whole(tmp_path)
    shutil.copy(solved_small(tmp_path, NAME, 2).file, table.file)
    with pytest.raises(BadTable, match=r"of another game: small, 2 seats$"):
        whole(tmp_path)


def test_a_part_is_no_table(table: Solution) -> None:
    write_header(table.file, replace(table.header, level=3))
    with pytest.raises(BadTable, match="is not complete"):
        whole(table.file.parent)


def test_without_a_table_the_command_is_told(tmp_path: Path) -> None:
    longo = find_variant("longo")
    for space, seats, words in (
        (SoloSpace(find_variant("original")), 1, "rowlock solve original"),
        (SoloSpace(longo, (5, 8)), 1, "rowlock solve longo --lucky 5 8"),
        (SoloSpace(longo), 3, "rowlock solve longo --no-lucky --seats 3"),
    ):
        with pytest.raises(NotSolved, match=f": {words} --folder {tmp_path}$"):
            load(space, tmp_path, seats)


def test_every_game_has_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    longo = find_variant("longo")
    spaces = [SPACE, small_space("up and down"), SoloSpace(longo), SoloSpace(longo, (5, 8))]
    files = {table_file(None, space, seats) for space in spaces for seats in (1, 2)}
    assert len(files) == 8
    assert table_file(None, SoloSpace(longo, (8, 5)), 2) in files, "their order means nothing"
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert usual_folder() == tmp_path
    assert table_file(None, SPACE, 1).parent == tmp_path


def test_what_changes_the_values_changes_the_fingerprint() -> None:
    variant = SPACE.variant
    others = [
        replace(variant, faces=4),
        replace(variant, misses=3),
        replace(variant, miss_points=-4),
        replace(variant, locks=1),
        replace(variant, points=(0, 2, *variant.points[2:])),
        replace(variant, rows=variant.rows[::-1]),
        replace(variant, rows=(variant.rows[0], replace(variant.rows[1], needs=3))),
    ]
    prints = {fingerprint(SoloSpace(other)) for other in (variant, *others)}
    assert len(prints) == 1 + len(others)
    assert fingerprint(SoloSpace(replace(variant, name="other"))) in prints


class Stop:
    """Interrupts after so many positions, as a person does; keeps what it was told."""

    def __init__(self, after: int) -> None:
        self.after, self.told = after, list[int]()

    def __call__(self, count: int) -> None:
        self.told.append(count)
        if sum(self.told) >= self.after:
            raise KeyboardInterrupt


def attempt(file: Path, after: int) -> list[int]:
    stop = Stop(after)
    with pytest.raises(KeyboardInterrupt):
        solve_on_disk(file, SPACE, 1, 1, stop)
    return stop.told


def test_an_interrupted_solution_goes_on_where_it_was(tmp_path: Path) -> None:
    file, total = table_file(tmp_path, SPACE, 1), count_positions(SPACE)
    first = attempt(file, total // 3)
    known = sum(first[:-1])
    assert 0 < known < total // 3, "the level in which it was stopped is not known"
    second = attempt(file, total // 2)
    assert second[0] == known
    told: list[int] = []
    header = solve_on_disk(file, SPACE, 1, 1, told.append)
    assert told[0] == sum(second[:-1]) > known
    assert sum(told) == total
    assert header.complete
    assert np.array_equal(load(SPACE, tmp_path).whole(), solve_in_memory(SPACE))


def test_a_crash_while_the_header_is_written_loses_one_step(tmp_path: Path) -> None:
    file, total = table_file(tmp_path, SPACE, 1), count_positions(SPACE)
    part = file.with_suffix(".part")
    attempt(file, total // 3)
    before = read_header(part, SPACE, 1)
    attempt(file, total // 2)
    after = read_header(part, SPACE, 1)
    assert after.level < before.level
    change(part, after.saved % 2 * SLOT + 40, b"half written")
    assert read_header(part, SPACE, 1) == before
    solve_on_disk(file, SPACE, 1, 1, lambda _: None)
    assert np.array_equal(load(SPACE, tmp_path).whole(), solve_in_memory(SPACE))


def test_a_part_that_cannot_be_used_is_begun_anew(tmp_path: Path) -> None:
    file = table_file(tmp_path, SPACE, 1)
    part = file.with_suffix(".part")
    for rubbish in (b"", b"rubbish", MAGIC + bytes(HEADER)):
        part.write_bytes(rubbish)
        solve_on_disk(file, SPACE, 1, 1, lambda _: None)
        assert np.array_equal(load(SPACE, tmp_path).whole(), solve_in_memory(SPACE))


def test_only_one_solves_at_a_time(tmp_path: Path) -> None:
    file = table_file(tmp_path, SPACE, 1)
    with held(file.with_suffix(".lock")) as alone:
        assert alone
        with pytest.raises(BadTable, match="another program is solving small-"):
            solve_on_disk(file, SPACE, 1, 1, lambda _: None)
    solve_on_disk(file, SPACE, 1, 1, lambda _: None)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("a file, where a folder should be")
    file = table_file(tmp_path / "occupied" / "solved", SPACE, 1)
    with pytest.raises(BadTable, match="occupied/solved cannot be written to: Not a directory"):
        solve_on_disk(file, SPACE, 1, 1, lambda _: None)


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    prepare(SPACE)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    file = table_file(tmp_path, SPACE, 1)
    resource.setrlimit(resource.RLIMIT_FSIZE, (HEADER + 8, limits[1]))
    try:
        with pytest.raises(BadTable, match=r"cannot be written: File too large \(0 MB are needed"):
            solve_on_disk(file, SPACE, 1, 1, lambda _: None)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not file.with_suffix(".part").exists()


HEADERS: dict[str, object] = {
    "a list": [],
    "nothing": {},
    "null": None,
    "more": {"more": 1, "shape": "tea"},
    "huge shape": {"shape": [1, 10**12, 10**12, 5]},
    "endless shape": {"shape": [10**400]},
    "negative shape": {"shape": [-1, -5, 7, 9]},
    "no shape": {"shape": 7},
    "another level": {"level": -1},
    "words": {"level": "tea"},
    "checksums": {"checksums": ["tea"]},
    "lucky": {"lucky": [1]},
    "lucky words": {"lucky": "tea"},
    "time": {"seconds": -1.0},
    "no time": {"seconds": float("nan")},
    "name": {"variant": "\x1b[31m" * 99},
    "seats": {"seats": 10**30},
}
"""What a header can say with a checksum that is right: another one, or other values in it."""


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_that_nobody_wrote_is_refused(table: Solution, name: str) -> None:
    other = HEADERS[name]
    said = {**asdict(table.header), **other} if isinstance(other, dict) and other else other
    text = json.dumps(said).encode()
    slot = (MAGIC + b"%08x\n" % zlib.crc32(text) + text).ljust(SLOT, b"\0")
    change(table.file, 0, slot)
    change(table.file, SLOT, slot)
    before = table.file.read_bytes()
    with pytest.raises(BadTable) as refused:
        whole(table.file.parent)
    assert len(str(refused.value)) < 400 + len(str(table.file))
    assert table.file.read_bytes() == before


def test_a_header_nested_without_end_is_refused(table: Solution) -> None:
    text = b"[" * 50_000
    change(table.file, 0, MAGIC + b"%08x\n" % zlib.crc32(text) + text)
    change(table.file, SLOT, bytes(SLOT))
    with pytest.raises(BadTable, match="header is damaged"):
        whole(table.file.parent)
