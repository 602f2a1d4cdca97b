"""What the page is told of the server and the games is what they are."""

import json
import re
from pathlib import Path
from typing import get_args

import client_types
import msgspec
import pytest

from rowlock.rules import VARIANTS, Code, on_side
from rowlock.server.messages.asks import AnyAsk
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import AnyNews, AnyTold


def constant(text: str, name: str) -> object:
    """A constant of the file; commas after a last item are the only thing JSON does not have."""
    (found,) = re.findall(
        rf"^export const {name}\b[^=]*= (.*?)(?: as const)?;\n", text, re.DOTALL | re.MULTILINE
    )
    return json.loads(re.sub(r",(\s*[\]}])", r"\1", found))


@pytest.mark.parametrize("name", client_types.FILES)
def test_the_files_are_current(name: str) -> None:
    written = (client_types.FOLDER / name).read_text(encoding="utf-8")
    assert written == client_types.FILES[name](), "run make types"


@pytest.mark.parametrize("kind", [*get_args(AnyAsk), *get_args(AnyTold), *get_args(AnyNews)])
def test_every_message_is_told_apart_by_its_type(kind: type[msgspec.Struct]) -> None:
    tag = f'export interface {kind.__name__} {{\n  type: "{kind.__struct_config__.tag}";\n'
    assert tag in client_types.protocol()


def test_only_what_has_a_default_may_be_left_out_of_an_ask() -> None:
    text = client_types.protocol()
    assert "export interface Sit {" in text
    sit = text.split("export interface Sit {")[1].split("}")[0]
    assert re.findall(r"(\w+\??):", sit) == ["type", "name", "nonce", "seat?", "n?"]


def test_every_code_is_among_the_refusals() -> None:
    assert constant(client_types.protocol(), "REFUSALS") == [*Code, *Refusal]


def test_the_games_are_those_of_the_rules() -> None:
    told = constant(client_types.games(), "GAMES")
    assert isinstance(told, dict)
    assert list(told) == list(VARIANTS)
    for name, variant in VARIANTS.items():
        game = told[name]
        assert [row["letter"] for row in game["rows"]] == [row.letter for row in variant.rows]
        for ours, row in zip(game["rows"], variant.rows, strict=True):
            assert [(s["colour"], s["number"]) for s in ours["spaces"]] == list(row.spaces)
        for side, _ in variant.sides:
            board = on_side(variant, side).board
            path = tuple((space["row"], space["number"]) for space in game["board"]["sides"][side])
            assert board is not None
            assert path == board.path
        assert (game["board"] is None) == (variant.board is None)


def test_a_row_of_several_colours_has_none() -> None:
    told = constant(client_types.games(), "GAMES")
    assert isinstance(told, dict)
    assert {row["colour"] for row in told["mixx-a"]["rows"]} == {None}
    assert [row["colour"] for row in told["original"]["rows"]] == ["r", "y", "g", "b"]


def test_check_names_a_file_that_is_behind_and_leaves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(client_types, "FOLDER", tmp_path)
    assert client_types.main([]) == 0
    assert client_types.main(["--check"]) == 0
    (tmp_path / "games.ts").write_text("changed by hand\n")
    assert client_types.main(["--check"]) == 1
    assert capsys.readouterr().err == "games.ts is behind: run make types\n"
    assert (tmp_path / "games.ts").read_text() == "changed by hand\n"
