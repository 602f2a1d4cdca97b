"""Reading a record whole, then playing it: the answers of replay and moves."""

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Any, TypedDict

from reference.moves_twin import NUMBER, PASS, STEP, is_cross_token, small_number
from reference.rules_twin import (
    RuleBroken,
    act,
    moves_view,
    replay_view,
    roll,
    totals,
)
from reference.sheets_twin import DIE_ORDER
from reference.state_twin import Die, Game
from reference.tags_twin import Tags, Unreadable, need, read_result, start_game, words

__all__ = ["answer", "exit_code", "fair_rolls", "replayed"]

TAG = re.compile(r'\[([^ \t"\[\]]+) "([^"\r]*)"\]')
TURN = re.compile(rf"({NUMBER})\.[ \t]+(.*)")
WHITE_DICE = re.compile("w([0-9])([0-9])")
COLOUR_DIE = re.compile(rf"([{''.join(DIE_ORDER)}])({NUMBER})")


class Turn(TypedDict):
    line: int
    number: int
    dice: list[Die]
    actions: list[list[str]]  # white, colour, pawn: as many as are written


class BadGame(Exception):
    """A record that can be read and breaks a rule."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error)
        self.error = error


def answer(data: bytes) -> dict[str, Any]:
    try:
        game = replayed(data)
    except Unreadable as bad:
        return {"error": error("unreadable", bad.line)}
    except BadGame as bad:
        return {"error": bad.error}
    return {"replay": replay_view(game), "moves": moves_view(game)}


def exit_code(answer: dict[str, Any]) -> int:
    if "error" not in answer:
        return 0
    return 2 if answer["error"]["code"] == "unreadable" else 1


def error(
    code: str,
    line: int | None,
    turn: int | None = None,
    seat: int | None = None,
    move: str | None = None,
) -> dict[str, Any]:
    return {"code": code, "line": line, "turn": turn, "seat": seat, "move": move}


def replayed(data: bytes) -> Game:
    """The game at the end of the record; Unreadable or BadGame for a bad one."""
    tags, turn_lines = tags_and_turn_lines(data)
    game = start_game(tags)
    turns = [
        read_turn(game, line, text, number)
        for number, (line, text) in enumerate(turn_lines, start=1)
    ]
    for turn in turns[:-1]:
        need(len(turn["actions"]) == actions_a_turn(game), turn["line"], "stops early")
    for turn in turns:
        play_turn(game, turn)
    check_result(game, tags)
    return game


def text_lines(data: bytes) -> list[tuple[int, str]]:
    """Line numbers and texts, without comments and empty lines."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(None, "not UTF-8") from None
    lines = text.replace("\r\n", "\n").split("\n")
    numbered = [(n, without_comment(line).strip(" \t")) for n, line in enumerate(lines, start=1)]
    return [(number, line) for number, line in numbered if line]


def without_comment(line: str) -> str:
    in_quotes = False
    for place, character in enumerate(line):
        if character == '"':
            in_quotes = not in_quotes
        if character == "#" and not in_quotes and (place == 0 or line[place - 1] == " "):
            return line[:place]
    return line


def tags_and_turn_lines(data: bytes) -> tuple[Tags, list[tuple[int, str]]]:
    tags: Tags = {}
    turn_lines = []
    for number, line in text_lines(data):
        if not line.startswith("["):
            turn_lines.append((number, line))
            continue
        found = TAG.fullmatch(line)
        if found is None:
            raise Unreadable(number, "malformed tag")
        need(not turn_lines, number, "a tag after a turn")
        need(found[1] not in tags, number, "a tag twice")
        tags[found[1]] = (found[2], number)
    return tags, turn_lines


def actions_a_turn(game: Game) -> int:
    return 3 if game["variant"]["has_board"] else 2


def read_turn(game: Game, line: int, text: str, number: int) -> Turn:
    found = TURN.fullmatch(text)
    if found is None:
        raise Unreadable(line, "not a turn")
    need(found[1] == str(number), line, "turns out of order")
    dice, *actions = [words(part) for part in found[2].split("|")]
    need(len(actions) <= actions_a_turn(game), line, "an action too many")
    for place, tokens in enumerate(actions):
        expected = len(game["sheets"]) if place == 0 else 1
        need(len(tokens) == expected, line, "wrong number of tokens")
        for token in tokens:
            need(fits_action(game, place, token), line, f"malformed token: {token}")
    return {"line": line, "number": number, "dice": read_dice(dice, line), "actions": actions}


def fits_action(game: Game, place: int, token: str) -> bool:
    if token == PASS:
        return True
    if place == 2:
        return STEP.fullmatch(token) is not None
    return is_cross_token(game, token)


def read_dice(tokens: list[str], line: int) -> list[Die]:
    dice: list[Die] = []
    for token in tokens:
        white = WHITE_DICE.fullmatch(token)
        colour = COLOUR_DIE.fullmatch(token)
        if white is not None:
            dice += [("w", int(white[1])), ("w", int(white[2]))]
        elif colour is not None:
            dice.append((colour[1], small_number(colour[2])))
        else:
            raise Unreadable(line, f"malformed die: {token}")
    need(len([letter for letter, _ in dice if letter == "w"]) == 2, line, "not two white dice")
    return dice


def play_turn(game: Game, turn: Turn) -> None:
    try:
        roll(game, turn["dice"])
        for tokens in turn["actions"]:
            act(game, tokens)
    except RuleBroken as bad:
        raise BadGame(error(bad.code, turn["line"], turn["number"], bad.seat, bad.move)) from None


def check_result(game: Game, tags: Tags) -> None:
    expected = read_result(tags, len(game["sheets"]))
    if expected is not None and expected != totals(game):
        raise BadGame(error("bad-result", tags["Result"][1]))


def fair_rolls(seed: bytes, nonces: Sequence[str], turn: int, faces: int, count: int) -> list[int]:
    """The faces of a turn's dice: white, white, then the colour dice in play."""
    result: list[int] = []
    block_number = 0
    while len(result) < count:
        message = f"rowlock/1|{','.join(nonces).lower()}|{turn}|{block_number}"
        block = hmac.new(seed, message.encode("ascii"), hashlib.sha256).digest()
        usable = [byte for byte in block if byte < faces * (256 // faces)]
        result += [1 + byte % faces for byte in usable]
        block_number += 1
    return result[:count]
