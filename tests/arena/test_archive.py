"""Archives that declare more than they hold make room for nothing."""

import io
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowlock.arena import archive
from rowlock.arena.archive import read_arrays


def header(shape: tuple[int, ...], kind: str = "<f8") -> bytes:
    """The beginning of an array that says it is of this shape."""
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        stream, {"descr": kind, "fortran_order": False, "shape": shape}
    )
    return stream.getvalue()


def packed(folder: Path, **members: bytes) -> Path:
    file = folder / "archive.npz"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return file


def test_arrays_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "archive.npz"
    arrays: dict[str, Any] = {"one": np.arange(5), "two": np.array("text"), "three": np.zeros(0)}
    np.savez_compressed(file, **arrays)
    found = read_arrays(file)
    assert found.keys() == arrays.keys()
    assert all(np.array_equal(found[name], arrays[name]) for name in arrays)


@pytest.mark.parametrize(
    "content",
    [
        header((10**12,)),
        header((10**12,)) + bytes(1000),
        header((10**6, 10**6, 10**6)),
        header((2**62,), "|V0") + bytes(10),
        header((5,), "|O") + bytes(40),
        b"\x93NUMPY\x09\x09",
        b"",
        b"text",
    ],
    ids=range(8),
)
def test_what_is_not_there_is_not_made_room_for(content: bytes, tmp_path: Path) -> None:
    file = packed(tmp_path, results=content)
    tracemalloc.start()
    with pytest.raises(Exception, match=r".|^$"):
        read_arrays(file)
    assert tracemalloc.get_traced_memory()[1] < 8_000_000
    tracemalloc.stop()


def test_an_archive_that_grows_without_end_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = packed(tmp_path, results=header((1 << 20,)) + bytes(8 << 20))
    assert len(read_arrays(file)["results"]) == 1 << 20
    monkeypatch.setattr(archive, "MOST_BYTES", 8 << 20)
    with pytest.raises(ValueError, match="too much"):
        read_arrays(file)
