"""Columns as Parquet files that grow piece by piece."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rowlock.arena.columns import Column, Columns
from rowlock.arena.extras import extra_module
from rowlock.arena.whole import half_of, reason

GROUP = 1 << 18
"""How many lines are written together: enough to be packed well, few enough to be held."""


def arrow_module(name: str = "pyarrow") -> Any:
    """pyarrow, or a part of it, if it is installed."""
    return extra_module(name, "arena", "Parquet files")


def arrow_table(columns: Columns, about: Mapping[str, str]) -> Any:
    """The columns as a table of Arrow, which says `about` itself what it is."""
    arrow = arrow_module()
    arrays = [_array(arrow, column) for column in columns.values()]
    fields = [
        arrow.field(name, array.type, nullable=column.missing is not None)
        for (name, column), array in zip(columns.items(), arrays, strict=True)
    ]
    return arrow.Table.from_arrays(arrays, schema=arrow.schema(fields, metadata=about))


def _array(arrow: Any, column: Column) -> Any:
    if column.words is None:
        array = arrow.array(column.values, mask=column.missing)
    else:
        # Parquet gives numbers of words back as integers of 32 bits, whatever they were.
        codes = arrow.array(column.values.astype("int32"), mask=column.missing)
        words = arrow.array(column.words, arrow.string())
        array = arrow.DictionaryArray.from_arrays(codes, words)
    if column.starts is None:
        return array
    kind = arrow.list_(arrow.field("element", array.type, nullable=False))
    return arrow.ListArray.from_arrays(arrow.array(column.starts), array, type=kind)


class ParquetFile:
    """A Parquet file in the making: it gets its name when it is closed, if it has any lines.

    Raises OSError when the system does; nothing is left of the file then, unless all that was
    refused is its name.
    """

    def __init__(self, file: Path) -> None:
        arrow = arrow_module()
        self.file = file
        self._half = half_of(file)
        self._waiting: list[Any] = []
        self._writer: Any = None
        # No file of Python's own: there an interruption could come in the middle of a group.
        self._sink: Any = arrow.OSFile(os.fsencode(self._half), "wb")

    @property
    def held(self) -> int:
        """How many lines wait to be written."""
        return sum(len(table) for table in self._waiting)

    def hold(self, tables: list[Any]) -> None:
        """Takes tables of equal columns, for the next group."""
        self._waiting.extend(tables)

    def write(self, least: int | None = None) -> None:
        """Writes what it holds, if that is so many lines; unless told, if it makes a group."""
        if self._sink is None or self.held < (GROUP if least is None else least):
            return
        # An interruption comes when the group is written: it must not be written again.
        tables, self._waiting = self._waiting, []
        # A group that changed its words on the way would be written letter by letter from there.
        table = arrow_module().concat_tables(tables).unify_dictionaries()
        try:
            if self._writer is None:
                writer = arrow_module("pyarrow.parquet").ParquetWriter
                self._writer = writer(self._sink, table.schema, compression="zstd")
            self._writer.write_table(table)
        except OSError:
            self._abandon()
            raise

    def close(self) -> None:
        """Writes the rest and gives the file its name. A file that failed stays away."""
        self.write(least=1)
        if self._writer is None:
            self._abandon()
        if self._sink is None:
            return
        try:
            self._writer.close()
            self._sink.close()
        except OSError:
            self._abandon()
            raise
        self._sink = None
        try:
            self._half.replace(self.file)
        except OSError as error:
            raise OSError(f"{reason(error)}; all of it is in {self._half.name}") from None

    def _abandon(self) -> None:
        for part in (self._writer, self._sink):
            with suppress(OSError):
                if part is not None:
                    part.close()
        self._writer = self._sink = None
        with suppress(OSError):
            self._half.unlink(missing_ok=True)
