"""Games that are kept, so that nothing is played twice."""

import io
import json
import os
import pickle
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.logged import LOGGED, files_of_at_most, meeting
from arena.programs import EXAMPLE, command
from rowlock.arena import keep
from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting, meetings, read_entrants
from rowlock.arena.keep import BadKeep, kept_in
from rowlock.arena.run import Terms, run_here
from rowlock.rules import find_variant, on_side

TABLE = meeting("original", "random", "cautious")
SPANS = [(0, 4), (4, 4), (8, 2)]
UNLOGGED = Terms()
FAST = ("random", "cautious")
WITH_A_PROGRAM = ("random", f"cmd:{command(EXAMPLE)}")


class Counted:
    """A runner that remembers what it was asked for, and stops after some chunks if it is told."""

    def __init__(self, most: int | None = None, end: type[BaseException] = KeyboardInterrupt):
        self.most, self.end = most, end
        self.played: list[Span] = []
        self.closed = 0

    def __call__(self, table: Meeting, terms: Terms, spans: Iterable[Span]) -> Iterator[Chunk]:
        try:
            for span in spans:
                if self.most is not None and len(self.played) == self.most:
                    raise self.end
                self.played.append(span)
                yield from run_here(1)(table, terms, [span])
        finally:
            self.closed += 1


def run(
    folder: Path,
    runner: Counted,
    terms: Terms = UNLOGGED,
    table: Meeting = TABLE,
    spans: Iterable[Span] = SPANS,
) -> list[Chunk]:
    return list(kept_in(folder, runner)(table, terms, iter(spans)))


def content(chunks: Iterable[Chunk]) -> list[Any]:
    return [
        (chunk.first, chunk.results.tobytes(), None if chunk.log is None else chunk.log.tobytes())
        for chunk in chunks
    ]


@pytest.mark.parametrize(
    ("bots", "terms"),
    [
        pytest.param(FAST, UNLOGGED, id="fast-results"),
        pytest.param(FAST, LOGGED, id="fast-log"),
        pytest.param(WITH_A_PROGRAM, UNLOGGED, id="mixed-results", marks=pytest.mark.soak),
        pytest.param(WITH_A_PROGRAM, LOGGED, id="mixed-log"),
    ],
)
def test_a_second_run_plays_nothing_again(
    tmp_path: Path, bots: tuple[str, ...], terms: Terms
) -> None:
    table = meeting("original", *bots)
    first, second = Counted(), Counted()
    without = content(run_here(1)(table, terms, SPANS))
    assert content(run(tmp_path, first, terms, table)) == without
    assert content(run(tmp_path, second, terms, table)) == without
    assert first.played == SPANS
    assert second.played == []
    assert len(list(tmp_path.iterdir())) == len(SPANS)


@pytest.mark.parametrize("terms", [UNLOGGED, LOGGED], ids=["results", "log"])
def test_what_is_read_can_be_used_as_what_was_played(tmp_path: Path, terms: Terms) -> None:
    played, read = run(tmp_path, Counted(), terms), run(tmp_path, Counted(), terms)
    for one, other in zip(played, read, strict=True):
        assert one.played(TABLE).scores.tolist() == other.played(TABLE).scores.tolist()
        assert type(other.results) is type(one.results)
        assert (one.log is None) == (other.log is None) == (not terms.logged)
        if one.log is not None and other.log is not None:
            assert other.log.dtype == one.log.dtype
            assert (other.log.marks == one.log.marks).all()


@pytest.mark.parametrize("terms", [UNLOGGED, LOGGED], ids=["results", "log"])
@pytest.mark.parametrize("end", [KeyboardInterrupt, RuntimeError])
@pytest.mark.parametrize("done", range(len(SPANS)))
def test_an_interruption_keeps_what_was_done(
    tmp_path: Path, terms: Terms, end: type[BaseException], done: int
) -> None:
    stopped, again = Counted(done, end), Counted()
    with pytest.raises(end):
        run(tmp_path, stopped, terms)
    assert len(list(tmp_path.iterdir())) == done
    assert content(run(tmp_path, again, terms)) == content(run_here(1)(TABLE, terms, SPANS))
    assert again.played == SPANS[done:]


def test_a_run_that_is_left_ends_what_plays(tmp_path: Path) -> None:
    runner = Counted()
    chunks = kept_in(tmp_path, runner)(TABLE, UNLOGGED, SPANS)
    next(chunks)
    assert runner.closed == 0
    assert isinstance(chunks, Generator)
    chunks.close()
    assert runner.closed == 1
    assert len(list(tmp_path.iterdir())) == 1


def test_an_interruption_while_writing_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = np.savez_compressed

    def interrupted(stream: Any, **arrays: Any) -> None:
        if arrays["results"].size == SPANS[2][1]:
            stream.write(b"PK half of it")
            raise KeyboardInterrupt
        write(stream, **arrays)

    monkeypatch.setattr(np, "savez_compressed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, Counted())
    assert len(list(tmp_path.iterdir())) == 2
    assert {file.suffix for file in tmp_path.iterdir()} == {".npz"}
    monkeypatch.undo()
    again = Counted()
    run(tmp_path, again)
    assert again.played == SPANS[2:]


def test_gaps_are_filled_in_order(tmp_path: Path) -> None:
    run(tmp_path, Counted(), spans=SPANS[1:2])
    runner = Counted()
    chunks = run(tmp_path, runner)
    assert runner.played == [SPANS[0], SPANS[2]]
    assert content(chunks) == content(run_here(1)(TABLE, UNLOGGED, SPANS))


OTHERS = {
    "seed": (meeting("original", "random", "cautious", seed=8), UNLOGGED),
    "order": (meeting("original", "cautious", "random"), UNLOGGED),
    "bots": (meeting("original", "random", "heuristic"), UNLOGGED),
    "game": (meeting("mixx-a", "random", "cautious"), UNLOGGED),
    "log": (TABLE, LOGGED),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_games_are_kept_apart(tmp_path: Path, name: str) -> None:
    table, terms = OTHERS[name]
    run(tmp_path, Counted())
    runner = Counted()
    assert content(run(tmp_path, runner, terms, table)) == content(run_here(1)(table, terms, SPANS))
    assert runner.played == SPANS


def test_both_sides_of_a_board_are_kept_apart(tmp_path: Path) -> None:
    game = find_variant("on-board")
    for table in (meeting(game, "random"), meeting(on_side(game, "B"), "random")):
        runner = Counted()
        run(tmp_path, runner, table=table)
        assert runner.played == SPANS


def test_another_version_plays_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, Counted())
    monkeypatch.setattr(keep, "__version__", "0.0.0")
    runner = Counted()
    run(tmp_path, runner)
    assert runner.played == SPANS


def test_bots_of_one_name_have_meetings_of_their_own(tmp_path: Path) -> None:
    """A program that plays by chance would else get the same games in all its meetings."""
    entrants = read_entrants(["random", "random", "random"])
    for table in meetings(find_variant("original"), entrants, 2, 1):
        runner = Counted()
        run(tmp_path, runner, table=table)
        assert runner.played == SPANS


def test_the_time_to_think_does_not_matter(tmp_path: Path) -> None:
    run(tmp_path, Counted(), Terms(seconds=1))
    runner = Counted()
    run(tmp_path, runner, Terms(seconds=2))
    assert runner.played == []


def test_what_else_lies_there_is_left_alone(tmp_path: Path) -> None:
    others = {"notes.txt": b"mine", "0.npz": b"", "killed.npz.1.half": b"PK"}
    for name, data in others.items():
        (tmp_path / name).write_bytes(data)
    run(tmp_path, Counted())
    assert len(run(tmp_path, Counted())) == len(SPANS)
    assert {name: (tmp_path / name).read_bytes() for name in others} == others


def zipped(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def saved(*array: Any, **arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array[0]) if array else np.savez(stream, **arrays)
    return stream.getvalue()


class Trap:
    """What runs a command when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Callable[[str, int], int], tuple[str, int]]:
        return os.open, (str(self.file), os.O_CREAT)


FOREIGN = {
    "nothing": b"",
    "a text": b"1. w41 r3 y2 g6 b6 | r5 y5\n",
    "zeros": bytes(5000),
    "another archive": zipped(readme=b"hello"),
    "an array": saved(np.arange(5)),
    "other arrays": saved(results=np.arange(4), about=np.array("games")),
    "no log": saved(results=np.arange(4)),
    "a strange member": zipped(about=b"1", results=b"\x93NUMPY\xff"),
}


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("terms", [UNLOGGED, LOGGED], ids=["results", "log"])
def test_a_foreign_file_is_named_and_stays(tmp_path: Path, name: str, terms: Terms) -> None:
    run(tmp_path, Counted(), terms, spans=SPANS[1:2])
    (file,) = tmp_path.iterdir()
    file.write_bytes(FOREIGN[name])
    runner = Counted()
    with pytest.raises(BadKeep) as caught:
        run(tmp_path, runner, terms)
    assert str(caught.value) == (
        f"{file} is damaged or holds other games: remove it, and they are played again"
    )
    assert file.read_bytes() == FOREIGN[name]
    assert (runner.played, runner.closed) == (SPANS[:1], 1)
    file.unlink()
    assert content(run(tmp_path, runner, terms)) == content(run_here(1)(TABLE, terms, SPANS))
    assert runner.played == SPANS


def test_a_pickle_is_not_opened(tmp_path: Path) -> None:
    run(tmp_path, Counted(), spans=SPANS[:1])
    (file,) = tmp_path.iterdir()
    trap = Trap(tmp_path / "sprung")
    for data in (pickle.dumps(trap), saved(about=np.array([trap], dtype=object))):
        file.write_bytes(data)
        with pytest.raises(BadKeep, match="holds other games"):
            run(tmp_path, Counted(), spans=SPANS[:1])
    assert not trap.file.exists()


def test_a_file_of_other_games_under_this_name(tmp_path: Path) -> None:
    """As many games of the same kind, but not these."""
    run(tmp_path, Counted(), spans=SPANS[:1])
    (mine,) = tmp_path.iterdir()
    run(tmp_path, Counted(), spans=SPANS[1:2])
    (other,) = set(tmp_path.iterdir()) - {mine}
    other.replace(mine)
    with pytest.raises(BadKeep, match="holds other games"):
        run(tmp_path, Counted())


@lru_cache
def kept_file() -> tuple[str, bytes, list[Any]]:
    with TemporaryDirectory() as folder:
        chunks = run(Path(folder), Counted(), LOGGED, spans=SPANS[:1])
        (file,) = Path(folder).iterdir()
        return file.name, file.read_bytes(), content(chunks)


def found_in(name: str, data: bytes) -> list[Any] | str:
    """The games that a file of this content holds, or what is said about it."""
    with TemporaryDirectory() as folder:
        (Path(folder) / name).write_bytes(data)
        try:
            return content(run(Path(folder), Counted(), LOGGED, spans=SPANS[:1]))
        except BadKeep as error:
            return str(error)


@given(st.data())
def test_a_file_that_is_cut_off(data: st.DataObject) -> None:
    name, kept, _ = kept_file()
    length = data.draw(st.integers(0, len(kept) - 1))
    assert f"{name} is damaged" in found_in(name, kept[:length])


@given(st.data())
def test_damage_never_changes_games(data: st.DataObject) -> None:
    """A part that does not matter may be damaged, such as the time in the archive."""
    name, kept, games = kept_file()
    damaged = bytearray(kept)
    for _ in range(data.draw(st.integers(1, 5))):
        damaged[data.draw(st.integers(0, len(kept) - 1))] = data.draw(st.integers(0, 255))
    found = found_in(name, bytes(damaged))
    assert found == games or f"{name} is damaged" in found


def test_archives_are_checked_to_their_ends() -> None:
    """NumPy reads no further than it must, and so misses damage that makes an array longer."""
    name, kept, games = kept_file()
    with zipfile.ZipFile(io.BytesIO(kept)) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    assert found_in(name, zipped(**members)) == games
    longer = members["results.npy"] + bytes(100_000)
    wrong = zlib.crc32(longer) ^ 1
    damaged = zipped(**members | {"results.npy": longer}).replace(
        zlib.crc32(longer).to_bytes(4, "little"), wrong.to_bytes(4, "little")
    )
    assert f"{name} is damaged" in found_in(name, damaged)


@pytest.mark.parametrize("name", ["results", "log"])
def test_other_fields_are_no_games(name: str) -> None:
    """As a version in the making may have left them, under the same name."""
    file, kept, _ = kept_file()
    with np.load(io.BytesIO(kept)) as found:
        arrays = dict(found)
    kind = arrays[name].dtype
    wider = [(field, np.int64, kind[field].shape) for field in kind.names or ()]
    arrays[name] = arrays[name].astype(wider)
    assert f"{file} is damaged" in found_in(file, saved(**arrays))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    for folder, why in ((file, "File exists"), (file / "inner", "Not a directory")):
        with pytest.raises(BadKeep) as caught:
            kept_in(folder, Counted())
        assert str(caught.value) == f"{folder}: {why}"
    assert file.read_bytes() == b"mine"


def test_a_folder_that_cannot_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried before anything is played. (A superuser may write anywhere.)"""

    def denied(dir: Path) -> None:  # noqa: A002
        raise PermissionError(13, "denied", dir)

    monkeypatch.setattr(keep, "TemporaryFile", denied)
    with pytest.raises(BadKeep) as caught:
        kept_in(tmp_path, Counted())
    assert str(caught.value) == f"{tmp_path}: Permission denied"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    run(tmp_path, Counted(), spans=SPANS[:1])
    (file,) = tmp_path.iterdir()
    file.unlink()
    file.mkdir()
    with pytest.raises(BadKeep) as caught:
        run(tmp_path, Counted())
    assert str(caught.value) == f"{file}: Is a directory"


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    run(tmp_path, Counted(), LOGGED, spans=SPANS[:1])
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    runner = Counted()
    with files_of_at_most(500), pytest.raises(BadKeep, match=r"\.npz: File too large$"):
        run(tmp_path, runner, LOGGED)
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert runner.closed == 1
    again = Counted()
    run(tmp_path, again, LOGGED)
    assert again.played == SPANS[1:]


def test_a_game_of_the_same_name_with_other_data_is_played(tmp_path: Path) -> None:
    run(tmp_path, Counted())
    changed = replace(TABLE.variant, miss_points=-6).called(repr(TABLE.variant))
    again = Counted()
    run(tmp_path, again, table=replace(TABLE, variant=changed))
    assert again.played == SPANS


def test_games_that_an_older_version_kept_are_refused(tmp_path: Path) -> None:
    run(tmp_path, Counted())
    for file in tmp_path.glob("*.npz"):
        with np.load(file) as found:
            arrays = dict(found)
        _, *about = json.loads(str(arrays["about"]))
        np.savez_compressed(file, **{**arrays, "about": np.array(json.dumps(about))})
    with pytest.raises(BadKeep, match=r"an older Rowlock kept.*: choose another folder, or remove"):
        kept_in(tmp_path, Counted())
