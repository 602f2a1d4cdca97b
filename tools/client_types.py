"""Writes what the page must know of the server and of the games, as TypeScript.

python tools/client_types.py            writes client/src/generated
python tools/client_types.py --check    says whether it is up to date
"""

import inspect
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from rowlock.rules import VARIANTS, Board, Code, Row, Variant, on_side
from rowlock.rules.catalogue import NAMES
from rowlock.server.messages import answers, asks, tells
from rowlock.server.messages.refusals import Refusal

FOLDER = Path(__file__).parent.parent / "client" / "src" / "generated"
MODULES = (asks, tells, answers)
HEAD = "// Written by tools/client_types.py (`make types`): change what it reads, not this file.\n"
WIDTH = 100

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}

SHAPES: dict[Any, Callable[[list[str]], str]] = {
    list: lambda of: f"Array<{of[0]}>",
    tuple: lambda of: f"[{', '.join(of)}]",
    dict: lambda of: f"Record<{', '.join(of)}>",
    Union: " | ".join,
    UnionType: " | ".join,
}

GAME_TYPES = """\
/** A space of a row. `colour` is the letter of a die. */
export interface SpaceFacts {
  number: number;
  colour: string;
}

/**
 * A row of the sheet, from left to right. Any of its last `ends` spaces locks it, given `needs`
 * crosses before; the lock takes `die` out of the game. `colour` is null if its spaces differ.
 */
export interface RowFacts {
  letter: string;
  name: string;
  colour: string | null;
  spaces: readonly SpaceFacts[];
  ends: number;
  needs: number;
  die: string;
}

/**
 * A path for pawns, by the side of the board. `bonus` has the points of every position, the start
 * (0) included; a pawn goes up to `reach` spaces, and the last `finish` spaces are the finish.
 */
export interface BoardFacts {
  sides: Readonly<Record<string, readonly { row: string; number: number }[]>>;
  bonus: readonly number[];
  reach: number;
  finish: number;
}

/**
 * What a game is made of. `points` has the worth of a row by its crosses; `misses` and `locks` are
 * how many of them end the game; `lucky` has the pairs that are dealt, if each sheet has a pair.
 */
export interface GameFacts {
  name: string;
  rows: readonly RowFacts[];
  dice: readonly string[];
  faces: number;
  seats: number;
  points: readonly number[];
  misses: number;
  miss_points: number;
  locks: number;
  lucky: readonly (readonly [number, number])[];
  board: BoardFacts | null;
}
"""


def protocol() -> str:
    """The messages each way, and the codes of all refusals."""
    names = {kind: name for module in MODULES for name, kind in _aliases(module)}
    codes = [code.value for code in (*Code, *Refusal)]
    parts = [
        HEAD,
        *(f"export type {name} = {_typescript(kind, {})};\n" for kind, name in names.items()),
        *(_interface(struct, names) for module in MODULES for struct in _structs(module)),
        "/** All codes that something can be refused with. */",
        f"export const REFUSALS = {_laid_out(codes)} as const;\n",
        "export type RefusalCode = (typeof REFUSALS)[number];\n",
    ]
    return "\n".join(parts)


def games() -> str:
    """The unchanging facts of every game."""
    facts = {variant.name: _game(variant) for variant in VARIANTS.values()}
    parts = [
        HEAD,
        GAME_TYPES,
        "/** The colours of the dice, by their letters. */",
        f"export const COLOURS: Readonly<Record<string, string>> = {_laid_out(NAMES)};\n",
        f"export const GAMES: Readonly<Record<string, GameFacts>> = {_laid_out(facts)};\n",
    ]
    return "\n".join(parts)


FILES = {"protocol.ts": protocol, "games.ts": games}


def _aliases(module: ModuleType) -> list[tuple[str, Any]]:
    """The unions, literals and tuples that a module gives names."""
    kinds = (Union, UnionType, Literal, tuple)
    return [(name, kind) for name, kind in vars(module).items() if get_origin(kind) in kinds]


def _structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The messages and their parts, without the classes that only others are made from."""
    return [
        kind
        for kind in vars(module).values()
        if inspect.isclass(kind)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == module.__name__
        and not kind.__subclasses__()
    ]


def _interface(struct: type[msgspec.Struct], names: dict[Any, str]) -> str:
    config = struct.__struct_config__
    lines = [f'{config.tag_field}: "{config.tag}";'] if config.tag_field else []
    for field in msgspec.structs.fields(struct):
        may_be_left_out = config.omit_defaults and not field.required
        mark = "?" if may_be_left_out else ""
        lines.append(f"{field.encode_name}{mark}: {_typescript(field.type, names)};")
    body = "".join(f"  {line}\n" for line in lines)
    return f"{_comment(struct)}export interface {struct.__name__} {{\n{body}}}\n"


def _comment(struct: type[msgspec.Struct]) -> str:
    """The docstring as a comment."""
    lines = inspect.cleandoc(struct.__doc__ or "").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */\n"])


def _typescript(kind: Any, names: dict[Any, str]) -> str:
    """A Python type as it is in JSON."""
    if named := names.get(kind) or PLAIN.get(kind):
        return named
    origin, of = get_origin(kind), get_args(kind)
    if origin is None:
        return str(kind.__name__)
    if origin is Annotated:
        return _typescript(of[0], names)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in of)
    return SHAPES[origin]([_typescript(one, names) for one in of])


def _game(variant: Variant) -> dict[str, object]:
    return {
        "name": variant.name,
        "rows": [_row(row) for row in variant.rows],
        "dice": variant.dice,
        "faces": variant.faces,
        "seats": variant.seats,
        "points": variant.points,
        "misses": variant.misses,
        "miss_points": variant.miss_points,
        "locks": variant.locks,
        "lucky": variant.lucky,
        "board": variant.board and _board(variant, variant.board),
    }


def _row(row: Row) -> dict[str, object]:
    colours = {space.colour for space in row.spaces}
    return {
        "letter": row.letter,
        "name": row.name,
        "colour": colours.pop() if len(colours) == 1 else None,
        "spaces": [{"number": space.number, "colour": space.colour} for space in row.spaces],
        "ends": row.ends,
        "needs": row.needs,
        "die": row.die,
    }


def _board(variant: Variant, board: Board) -> dict[str, object]:
    return {
        "sides": {side: _path(on_side(variant, side)) for side, _ in variant.sides},
        "bonus": board.bonus,
        "reach": board.reach,
        "finish": board.finish,
    }


def _path(variant: Variant) -> list[dict[str, object]]:
    path = variant.board.path if variant.board else ()
    return [{"row": letter, "number": number} for letter, number in path]


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON with a line for each thing that fits on one."""
    line = json.dumps(value)
    if len(indent) + len(line) < WIDTH * 3 // 4 or not isinstance(value, dict | list | tuple):
        return line
    deeper = f"{indent}  "
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {_laid_out(one, deeper)}" for key, one in value.items()]
    else:
        items = [_laid_out(one, deeper) for one in value]
    first, last = line[0], line[-1]
    return "\n".join([first, *(f"{deeper}{item}," for item in items), f"{indent}{last}"])


def main(arguments: list[str]) -> int:
    """Writes the files, or with --check names those that are behind."""
    texts = {FOLDER / name: text_of() for name, text_of in FILES.items()}
    behind = {file: text for file, text in texts.items() if _written(file) != text}
    if "--check" in arguments:
        for file in behind:
            print(f"{file.name} is behind: run make types", file=sys.stderr)
        return 1 if behind else 0
    FOLDER.mkdir(exist_ok=True)
    for file, text in behind.items():
        file.write_text(text, encoding="utf-8")
    return 0


def _written(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.exists() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
