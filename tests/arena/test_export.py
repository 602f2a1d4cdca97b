"""Games in bulk: records, and the folder of Parquet files as files."""

import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.logged import cycled, files_of_at_most, logged, meeting
from arena.programs import EXAMPLE, command
from helpers import all_variants
from rowlock.arena import export as exports
from rowlock.arena import parquet
from rowlock.arena.chunk import Chunk
from rowlock.arena.entrants import Entrant, Meeting
from rowlock.arena.export import BadExport, Export, ParquetFolder, RecordFolder
from rowlock.arena.extras import MissingExtra
from rowlock.arena.parquet import arrow_module
from rowlock.arena.run import Terms, play_alone
from rowlock.arena.whole import half_of
from rowlock.record import read_record, replay
from rowlock.rules import Variant, find_variant, totals

TABLE = meeting("original", "random", "cautious")
FILES = ["decisions.parquet", "results.parquet"]


def put(export: Export, table: Meeting, chunks: Iterable[Chunk], number: int = 1) -> None:
    with closing(export):
        for chunk in chunks:
            export.add(number, table, chunk)


def parquet_folder(folder: Path, table: Meeting = TABLE) -> ParquetFolder:
    return ParquetFolder(folder, table.variant)


def games_in(file: Path) -> list[int]:
    """The numbers of the games in a file, in its order."""
    table = arrow_module("pyarrow.parquet").read_table(file, columns=["game"])
    return list(dict.fromkeys(table["game"].to_pylist()))


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize("variant", all_variants(), ids=repr)
def test_every_record_replays_to_its_result(tmp_path: Path, variant: Variant) -> None:
    table = meeting(variant, *cycled(("heuristic", "random", "cautious"), variant.seats))
    chunk = logged(table, 12, first=3)
    put(RecordFolder(tmp_path), table, [chunk], number=4)
    assert names(tmp_path) == [f"4-{game:07}.rlk" for game in range(4, 16)]
    for game in range(4, 16):
        result = chunk.results[game - 4]
        record = read_record((tmp_path / "4-0000001" / f"4-{game:07}.rlk").read_bytes())
        end = replay(record)
        assert end.over
        assert totals(end) == tuple(result.scores[: variant.seats])
        assert end.turn == result.turns
        assert end.variant == variant
        assert record.extra["Event"] == f"seed 7, game {game}"


def test_records_of_programs(tmp_path: Path) -> None:
    table = meeting("longo", "random", f"cmd:{command(EXAMPLE)}")
    chunk = logged(table, 4)
    put(RecordFolder(tmp_path), table, [chunk])
    for file, scores in zip(sorted(tmp_path.rglob("*.rlk")), chunk.results.scores, strict=True):
        record = read_record(file.read_bytes())
        assert totals(replay(record)) == tuple(scores[:2])
        assert "cautious_bot.py" in record.extra["Bots"]


def test_records_lie_in_folders_of_a_thousand(tmp_path: Path) -> None:
    put(RecordFolder(tmp_path / "new" / "folder"), TABLE, [logged(TABLE, 4, first=1998)], number=2)
    found = sorted(tmp_path.rglob("*.rlk"))
    assert [str(file.relative_to(tmp_path / "new" / "folder")) for file in found] == [
        "2-0001001/2-0001999.rlk",
        "2-0001001/2-0002000.rlk",
        "2-0002001/2-0002001.rlk",
        "2-0002001/2-0002002.rlk",
    ]


def test_an_interruption_leaves_whole_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def interrupted(file: Path, data: bytes) -> int:
        if "0000003" in file.name:
            write(file, data[:50])
            raise KeyboardInterrupt
        return write(file, data)

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        put(RecordFolder(tmp_path), TABLE, [logged(TABLE, 4)])
    assert names(tmp_path) == ["1-0000001.rlk", "1-0000002.rlk"]
    for file in tmp_path.rglob("*.rlk"):
        assert replay(read_record(file.read_bytes())).over


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "1-0000001" / "1-0000002.rlk"
    file.mkdir(parents=True)
    with pytest.raises(BadExport) as caught:
        put(RecordFolder(tmp_path), TABLE, [logged(TABLE, 4)])
    assert str(caught.value) == f"{file}: Is a directory"
    assert names(tmp_path) == ["1-0000001.rlk"]


@pytest.mark.parametrize("make", [RecordFolder, parquet_folder])
def test_a_folder_that_cannot_be_made(tmp_path: Path, make: Any) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    for folder, why in ((file, "File exists"), (file / "inner", "Not a directory")):
        with pytest.raises(BadExport) as caught:
            make(folder)
        assert str(caught.value) == f"{folder}: {why}"
    assert file.read_bytes() == b"mine"


@pytest.mark.parametrize("make", [RecordFolder, parquet_folder])
def test_games_without_a_log(tmp_path: Path, make: Any) -> None:
    with pytest.raises(ValueError, match="played without one"):
        put(make(tmp_path), TABLE, [play_alone(TABLE, Terms(), (0, 2))])
    assert names(tmp_path) == []


def test_parquet_files_appear_whole(tmp_path: Path) -> None:
    for file in FILES:
        (tmp_path / file).write_bytes(b"of an earlier run")
    export = parquet_folder(tmp_path)
    export.add(1, TABLE, logged(TABLE, 4))
    assert {(tmp_path / file).read_bytes() for file in FILES} == {b"of an earlier run"}
    export.close()
    assert [games_in(tmp_path / file) for file in FILES] == [[1, 2, 3, 4]] * 2
    assert names(tmp_path) == FILES


def test_no_games_no_files(tmp_path: Path) -> None:
    (tmp_path / FILES[0]).write_bytes(b"of an earlier run")
    parquet_folder(tmp_path).close()
    assert names(tmp_path) == FILES[:1]
    assert (tmp_path / FILES[0]).read_bytes() == b"of an earlier run"


def test_it_may_be_closed_twice(tmp_path: Path) -> None:
    export = parquet_folder(tmp_path)
    put(export, TABLE, [logged(TABLE, 2)])
    export.close()
    assert games_in(tmp_path / FILES[0]) == [1, 2]


@pytest.mark.parametrize("interrupted_file", FILES)
def test_an_interruption_while_writing_leaves_the_same_games_in_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interrupted_file: str
) -> None:
    """An interruption waits for the end of what is written, and comes right then."""
    monkeypatch.setattr(parquet, "GROUP", 1)
    writer = arrow_module("pyarrow.parquet").ParquetWriter
    write, calls = writer.write_table, iter(range(100))

    def interrupted(self: Any, table: Any) -> None:
        write(self, table)
        is_the_file = ("move" in table.column_names) == (interrupted_file == FILES[0])
        if is_the_file and next(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(writer, "write_table", interrupted)
    chunks = (logged(TABLE, 4, first) for first in range(0, 40, 4))
    with pytest.raises(KeyboardInterrupt):
        put(parquet_folder(tmp_path), TABLE, chunks)
    assert [games_in(tmp_path / file) for file in FILES] == [list(range(1, 9))] * 2
    assert names(tmp_path) == FILES
    log = logged(TABLE, 8).log
    assert log is not None
    lines = [arrow_module("pyarrow.parquet").read_metadata(tmp_path / file) for file in FILES]
    assert [about.num_rows for about in lines] == [len(log), 16]


def test_an_interruption_between_chunks(tmp_path: Path) -> None:
    def chunks() -> Iterable[Chunk]:
        yield logged(TABLE, 4)
        yield logged(TABLE, 4, first=4)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put(parquet_folder(tmp_path), TABLE, chunks())
    assert [games_in(tmp_path / file) for file in FILES] == [list(range(1, 9))] * 2


def test_a_full_disk_leaves_earlier_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP", 1)
    put(parquet_folder(tmp_path), TABLE, [logged(TABLE, 2)])
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    chunk = logged(TABLE, 4)
    with files_of_at_most(100), pytest.raises(BadExport, match=r"\.parquet: File too large$"):
        put(parquet_folder(tmp_path), TABLE, [chunk])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_disk_that_is_full_at_the_end(tmp_path: Path) -> None:
    """Each file is completed or left away on its own, and nothing is left of a half one."""
    chunk = logged(TABLE, 20)
    with files_of_at_most(6000), pytest.raises(BadExport) as caught:
        put(parquet_folder(tmp_path), TABLE, [chunk])
    assert str(caught.value) == f"{tmp_path / 'decisions.parquet'}: File too large"
    assert names(tmp_path) == ["results.parquet"]
    assert games_in(tmp_path / "results.parquet") == list(range(1, 21))


def test_a_name_that_is_taken_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "results.parquet").mkdir()
    with pytest.raises(BadExport) as caught:
        put(parquet_folder(tmp_path), TABLE, [logged(TABLE, 4)])
    (half,) = tmp_path.glob("*.half")
    assert str(caught.value) == (
        f"{tmp_path / 'results.parquet'}: Is a directory; all of it is in {half.name}"
    )
    assert [games_in(half), games_in(tmp_path / "decisions.parquet")] == [[1, 2, 3, 4]] * 2


def test_one_file_that_cannot_be_opened_leaves_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def elsewhere(file: Path) -> Path:
        return half_of(file if file.name == "results.parquet" else tmp_path / "no" / file.name)

    monkeypatch.setattr(parquet, "half_of", elsewhere)
    with pytest.raises(BadExport) as caught:
        parquet_folder(tmp_path)
    assert str(caught.value) == f"{tmp_path / 'decisions.parquet'}: No such file or directory"
    assert names(tmp_path) == []


def test_small_chunks_make_large_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held is bounded, and so is the number of groups."""
    monkeypatch.setattr(parquet, "GROUP", 1000)
    chunks = [logged(TABLE, 2, first) for first in range(0, 100, 2)]
    export = parquet_folder(tmp_path)
    most = 0
    with closing(export):
        for chunk in chunks:
            export.add(1, TABLE, chunk)
            most = max(most, export._decisions.held)
    largest = max(len(chunk.log) for chunk in chunks if chunk.log is not None)
    about = arrow_module("pyarrow.parquet").read_metadata(tmp_path / "decisions.parquet")
    groups = [about.row_group(index).num_rows for index in range(about.num_row_groups)]
    assert sum(groups) == sum(len(chunk.log) for chunk in chunks if chunk.log is not None)
    assert most < 1000
    assert all(1000 <= lines < 1000 + largest for lines in groups[:-1])
    assert len(groups) > 3


def test_pyarrow_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra) as caught:
        parquet_folder(tmp_path / "new")
    assert str(caught.value) == "Parquet files need pyarrow: pip install 'rowlock[arena]'"
    assert not (tmp_path / "new").exists()


def test_records_need_no_pyarrow() -> None:
    code = f"import sys, {exports.__name__}; print('pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("label", ['cmd:a "b"; c', "cmd:\udcff\u2028", "cmd:kočka", "cmd:\x00"])
def test_any_label_can_be_written(tmp_path: Path, label: str) -> None:
    table = Meeting(find_variant("original"), (Entrant("random", label),), seed=1)
    for export in (RecordFolder(tmp_path), parquet_folder(tmp_path)):
        put(export, table, [logged(table, 1)])
    assert replay(read_record(next(tmp_path.rglob("*.rlk")).read_bytes())).over
    bots = arrow_module("pyarrow.parquet").read_table(tmp_path / "results.parquet")["bot"]
    assert bots.to_pylist() == [label.replace("\udcff", "\\udcff")]


def test_a_folder_with_a_name_that_is_no_text(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff")
    put(parquet_folder(folder), TABLE, [logged(TABLE, 2)])
    assert names(folder) == FILES
