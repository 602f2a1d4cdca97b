"""What is in the Parquet files: everything that happened, and nothing else."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.logged import cycled, in_groups, logged, meeting
from arena.programs import EXAMPLE, ROOT, command
from helpers import all_variants
from rowlock import __version__
from rowlock.arena import export as exports
from rowlock.arena.chunk import Chunk
from rowlock.arena.columns import result_columns
from rowlock.arena.entrants import Meeting, meetings, read_entrants
from rowlock.arena.export import ParquetFolder
from rowlock.arena.parquet import arrow_module
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import RESULT, room
from rowlock.rules import (
    Game,
    Move,
    Roll,
    Variant,
    find_variant,
    legal_moves,
    on_side,
    parse_move,
    path_text,
    start,
    totals,
    winners,
)
from rowlock.rules.row import numbers
from shares import duels_of
from variant_strategies import any_variants

Line = dict[str, Any]
TABLES = [(variant, seats) for variant in all_variants() for seats in range(1, variant.seats + 1)]
BOTS = ("random", "heuristic", "cautious")


def table_of(folder: Path, name: str) -> Any:
    return arrow_module("pyarrow.parquet").read_table(folder / f"{name}.parquet")


def written(folder: Path, *added: tuple[Meeting, Chunk]) -> tuple[list[Line], list[Line]]:
    """The lines of both files after these chunks, meetings counted from 1 in their order."""
    order = list(dict.fromkeys(table for table, _ in added))
    with closing(ParquetFolder(folder, order[0].variant)) as export:
        for table, chunk in added:
            export.add(order.index(table) + 1, table, chunk)
    return table_of(folder, "results").to_pylist(), table_of(folder, "decisions").to_pylist()


def check_games(results: list[Line], decisions: list[Line], table: Meeting) -> int:
    """Replays every game by the rules from what the files tell; how many there were."""
    seats = len(table.entrants)
    ends = list(in_groups(results, "game"))
    games = list(in_groups(decisions, "game"))
    for end, lines in zip(ends, games, strict=True):
        lucky = [(line["lucky_1"], line["lucky_2"]) for line in lines[:seats]]
        game = start(table.variant, seats, lucky=lucky if table.variant.lucky else ())
        check_end(end, replayed(game, lines), table)
        assert {line["game"] for line in lines} == {line["game"] for line in end}
    return len(games)


def replayed(game: Game, lines: list[Line]) -> Game:
    bots = {line["seat"]: line["bot"] for line in lines}
    for action in in_groups(lines, "turn", "phase"):
        if action[0]["phase"] == "white":
            game = game.roll(roll_of(action[0], game))
        assert [line["seat"] - 1 for line in action] == list(game.acting)
        choices = []
        for line in action:
            check_line(line, game)
            assert line["bot"] == bots[line["seat"]]
            choices.append(move_of(line))
        game = game.act(choices)
    return game


def roll_of(line: Line, game: Game) -> Roll:
    colours = tuple((die, line[f"die_{die}"]) for die in game.dice_in_play)
    return Roll((line["white_1"], line["white_2"]), colours)


def move_of(line: Line) -> Move:
    assert line["move"] in line["legal"]
    return parse_move(line["move"])


def check_line(line: Line, game: Game) -> None:
    """Everything the line tells is so in the game."""
    variant, rolled = game.variant, game.rolled
    assert rolled is not None
    seat, faces = line["seat"] - 1, dict(rolled.colours)
    sheet = game.sheets[seat]
    assert (line["turn"], line["phase"]) == (game.turn, game.phase)
    assert line["active"] == game.active + 1
    assert (line["white_1"], line["white_2"]) == rolled.white
    for die in variant.dice:
        assert line[f"die_{die}"] == (faces[die] if die in game.dice_in_play else None)
    assert line["locked"] == [row.letter for row in variant.rows_in(game.locked)]
    for row, bits in zip(variant.rows, sheet.rows, strict=True):
        assert line[f"row_{row.letter}"] == numbers(row, bits)
    assert line["misses"] == sheet.misses
    assert line["pawn"] == sheet.pawn
    assert (line["lucky_1"], line["lucky_2"]) == (sheet.lucky or (None, None))
    assert line["legal"] == [str(move) for move in legal_moves(game, seat)]


def check_end(lines: list[Line], game: Game, table: Meeting) -> None:
    seats = len(table.entrants)
    index = lines[0]["game"] - 1
    best = winners(game)
    assert best is not None
    assert [line["seat"] for line in lines] == list(range(1, seats + 1))
    assert tuple(line["score"] for line in lines) == totals(game)
    assert {line["turns"] for line in lines} == {game.turn}
    assert {line["reason"] for line in lines} == {game.reason}
    assert {line["deal"] for line in lines} == {index // seats + 1}
    deals = Deals(table.variant, seats, table.seed)
    assert tuple(line["bot"] for line in lines) == deals.seated(table.labels, index)
    shares = [1 / len(best) if seat in best else 0.0 for seat in range(seats)]
    assert [line["won"] for line in lines] == (shares if seats > 1 else [None])


@pytest.mark.parametrize(("variant", "seats"), duels_of(TABLES))
def test_every_game_can_be_played_again(tmp_path: Path, variant: Variant, seats: int) -> None:
    table = meeting(variant, *cycled(BOTS, seats))
    chunks = [logged(table, 10), logged(table, 10, first=10)]
    results, decisions = written(tmp_path, *((table, chunk) for chunk in chunks))
    assert check_games(results, decisions, table) == 20
    assert {line["game"] for line in results} == set(range(1, 21))


@given(any_variants(), st.integers(1, 5), st.integers(0, 10**12), st.integers(0, 2**70))
@settings(max_examples=40)
def test_games_that_nobody_plays(variant: Variant, seats: int, first: int, seed: int) -> None:
    table = meeting(variant, *cycled(("random",), seats), seed=seed)
    with TemporaryDirectory() as folder:
        results, decisions = written(Path(folder), (table, logged(table, 3, first)))
    assert check_games(results, decisions, table) == 3
    assert results[0]["game"] == decisions[0]["game"] == first + 1


def test_programs_leave_the_same_lines_as_the_bot_they_play(tmp_path: Path) -> None:
    program = f"cmd:{command(EXAMPLE)}"
    lines = []
    for bots in (("random", program), ("random", "cautious")):
        table = meeting("on-board", *bots)
        results, decisions = written(tmp_path, (table, logged(table, 6)))
        assert check_games(results, decisions, table) == 6
        for line in results + decisions:
            line["bot"] = bots.index(line["bot"])
        lines.append((results, decisions))
    assert lines[0] == lines[1]


def test_meetings_share_the_files(tmp_path: Path) -> None:
    """Every meeting has its own bots, and so its own numbers for their names."""
    entrants = read_entrants(["random", "cautious", "random", "heuristic"])
    tables = meetings(find_variant("original"), entrants, 2, seed=3)
    results, decisions = written(tmp_path, *((table, logged(table, 4)) for table in tables))
    for number, table in enumerate(tables, start=1):
        here = [
            [line for line in lines if line["meeting"] == number] for lines in (results, decisions)
        ]
        assert check_games(here[0], here[1], table) == 4
    assert {line["bot"] for line in results} == {"random", "cautious", "random 2", "heuristic"}
    assert {line["meeting"] for line in results + decisions} == set(range(1, len(tables) + 1))
    about = arrow_module("pyarrow.parquet").read_metadata(tmp_path / "decisions.parquet")
    columns = [about.row_group(0).column(index) for index in range(about.num_columns)]
    (bots,) = [column for column in columns if column.path_in_schema == "bot"]
    assert bots.total_uncompressed_size < bots.num_values


def test_chunks_and_pieces_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = meeting("longo", "random", "cautious", "heuristic")
    at_once = written(tmp_path, (table, logged(table, 12)))
    assert written(tmp_path, *((table, logged(table, 3, first)) for first in range(0, 12, 3))) == (
        at_once
    )
    monkeypatch.setattr(exports, "PIECE", 7)
    assert written(tmp_path, (table, logged(table, 12))) == at_once


def test_ties_are_split() -> None:
    table = meeting("original", "random", "random", "random")
    results = room(RESULT, 4)
    results.reason = 1
    results.scores[:, :3] = [(50, 50, 50), (10, 60, 60), (-20, -5, -20), (0, 0, -5)]
    # What lies behind the last seat is no score.
    results.scores[:, 3:] = 99
    won = result_columns(1, table, Chunk(0, results))["won"].values
    third = 1 / 3
    assert won.tolist() == [third, third, third, 0, 0.5, 0.5, 0, 1, 0, 0.5, 0.5, 0]


RESULTS = {
    "meeting": "int32",
    "game": "int64",
    "deal": "int64",
    "seat": "int8",
    "bot": "text",
    "score": "int16",
    "won": "double?",
    "turns": "int16",
    "reason": "text",
}


def decisions_schema(dice: str, rows: str) -> dict[str, str]:
    return {
        "meeting": "int32",
        "game": "int64",
        "turn": "int16",
        "phase": "text",
        "seat": "int8",
        "bot": "text",
        "active": "int8",
        "white_1": "int8",
        "white_2": "int8",
        **{f"die_{die}": "int8?" for die in dice},
        "locked": "list of text",
        **{f"row_{row}": "list of int8" for row in rows},
        "misses": "int8",
        "pawn": "int16?",
        "lucky_1": "int8?",
        "lucky_2": "int8?",
        "legal": "list of text",
        "move": "text",
    }


def kind(field: Any) -> str:
    """A column's type in the words of docs/arena.md; `?` where a value may be missing."""
    types = arrow_module("pyarrow.types")
    if types.is_list(field.type):
        assert not field.nullable
        return f"list of {kind(field.type.value_field)}"
    if types.is_dictionary(field.type):
        assert types.is_string(field.type.value_type)
        return "text?" if field.nullable else "text"
    return f"{field.type}?" if field.nullable else str(field.type)


@pytest.mark.parametrize("variant", all_variants(), ids=repr)
def test_the_schema_is_a_promise(tmp_path: Path, variant: Variant) -> None:
    table = meeting(variant, "random", "cautious")
    written(tmp_path, (table, logged(table, 2)))
    rows = "".join(row.letter for row in variant.rows)
    wanted = {"results": RESULTS, "decisions": decisions_schema("rygb", rows)}
    for name, columns in wanted.items():
        found = {field.name: kind(field) for field in table_of(tmp_path, name).schema}
        assert list(found.items()) == list(columns.items())


@pytest.mark.parametrize("side", ["A", "B"])
def test_files_say_what_they_are(tmp_path: Path, side: str) -> None:
    variant = on_side(find_variant("on-board"), side)
    table = meeting(variant, "random", seed=-3)
    written(tmp_path, (table, logged(table, 1)))
    for name in ("results", "decisions"):
        about = table_of(tmp_path, name).schema.metadata
        assert {key.decode(): value.decode() for key, value in about.items()} == {
            "rowlock.format": "1",
            "rowlock.version": __version__,
            "rowlock.variant": "on-board",
            "rowlock.path": path_text(variant),
            "rowlock.seed": "-3",
        }


def test_texts_are_kept_as_numbers_of_words(tmp_path: Path) -> None:
    table = meeting("original", "random", "cautious")
    written(tmp_path, (table, logged(table, 50)))
    about = arrow_module("pyarrow.parquet").read_metadata(tmp_path / "decisions.parquet")
    columns = [about.row_group(0).column(index) for index in range(about.num_columns)]
    texts = [column for column in columns if column.physical_type == "BYTE_ARRAY"]
    assert {column.path_in_schema for column in texts} == {
        "phase",
        "bot",
        "locked.list.element",
        "legal.list.element",
        "move",
    }
    assert all("RLE_DICTIONARY" in column.encodings for column in texts)
    words = table_of(tmp_path, "decisions")["move"].chunk(0).dictionary.to_pylist()
    spaces = [f"{row}{number}" for row, number in table.variant.places]
    assert words == [*spaces, "-"]
    assert all(column.compression == "ZSTD" for column in columns)


def test_large_numbers_fit() -> None:
    """The highest meeting and game that the columns have room for, nearly."""
    table = meeting("longo", "random", "random")
    columns = result_columns(2**31 - 1, table, logged(table, 2, first=2**62))
    assert columns["meeting"].values.tolist() == [2**31 - 1] * 4
    assert columns["game"].values.tolist() == [2**62 + 1] * 2 + [2**62 + 2] * 2
    assert columns["score"].values.dtype == np.int16


def test_the_columns_are_documented() -> None:
    text = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    section = text.partition("### Columns")[2].partition("\n## ")[0]
    told = [line.split("|")[1:3] for line in section.splitlines() if line.startswith("| `")]
    found = [(name.strip(), what.strip()) for name, what in told]
    wanted = [*RESULTS.items(), *decisions_schema("…", "…").items()]
    assert found == [(f"`{name}`", what) for name, what in wanted]
