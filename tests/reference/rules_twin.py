"""Rolling, acting, ending and scoring: the rules as they are written, slowly."""

from collections.abc import Iterable, Sequence
from typing import Any

from reference.moves_twin import (
    PASS,
    landing_space,
    legal,
    read_cross,
    read_step,
    refuse,
    seats_to_act,
)
from reference.sheets_twin import Row, end_numbers, row_named, row_numbers
from reference.state_twin import (
    Die,
    Game,
    Sheet,
    close_rows,
    copy_game,
    dice_in_play,
    new_game,
    sheet_of,
)

__all__ = [
    "RuleBroken",
    "act",
    "copy_game",
    "dice_in_play",
    "legal",
    "moves_view",
    "new_game",
    "refuse",
    "replay_view",
    "roll",
    "seats_to_act",
]

MOST_MISSES = 4
MOST_LOCKED = 2
FINISH_SPACES = 5


class RuleBroken(Exception):
    def __init__(self, code: str, seat: int | None = None, move: str | None = None) -> None:
        super().__init__(code, seat, move)
        self.code = code
        self.seat = seat
        self.move = move


def roll(game: Game, dice: Iterable[Die]) -> None:
    """Take a roll, [("w", 4), ("w", 1), ("r", 3), ...] in any order."""
    rolled = list(dice)
    if game["phase"] == "over":
        raise RuleBroken("game-over")
    if game["phase"] != "roll":
        raise ValueError("no roll is due")
    if sorted(letter for letter, _ in rolled) != sorted(dice_in_play(game)):
        raise RuleBroken("wrong-dice")
    if not all(1 <= face <= game["variant"]["faces"] for _, face in rolled):
        raise RuleBroken("wrong-dice")
    game["dice"] = rolled
    game["white"] = [face for letter, face in rolled if letter == "w"]
    game["active_crossed"] = False
    game["phase"] = "white"


def act(game: Game, tokens: Sequence[str]) -> None:
    """Play the action that is due: one token for each seat to act, in seat order."""
    if game["phase"] == "over":
        raise RuleBroken("game-over", game["active"], tokens[0])
    choices = list(zip(seats_to_act(game), tokens, strict=True))
    if not choices:
        raise ValueError("no action is due")
    for seat, token in choices:
        code = refuse(game, seat, token)
        if code is not None:
            raise RuleBroken(code, seat, token)
    for seat, token in choices:
        play(game, seat, token)
    close_rows(game)
    go_on(game)


def play(game: Game, seat: int, token: str) -> None:
    if token == PASS:
        return
    if game["phase"] == "pawn":
        move_pawn(game, seat, read_step(token))
    else:
        letter, number, _ = read_cross(token)
        cross(game, seat, letter, number)


def cross(game: Game, seat: int, letter: str, number: int) -> None:
    sheet = sheet_of(game, seat)
    sheet["crossed"][letter].add(number)
    if number in end_numbers(row_named(game["variant"], letter)):
        sheet["locks"].add(letter)
    if seat == game["active"]:
        game["active_crossed"] = True


def move_pawn(game: Game, seat: int, step: int) -> None:
    space = landing_space(game, seat, step)
    assert space is not None
    sheet_of(game, seat)["pawn"] = space
    letter, number, _ = read_cross(game["path"][space - 1])
    if number not in sheet_of(game, seat)["crossed"][letter]:
        cross(game, seat, letter, number)
    reached_finish = space > len(game["path"]) - FINISH_SPACES
    if reached_finish and game["last_turn"] is None:
        # Play goes round, so each other player is active once in the turns that follow.
        game["last_turn"] = game["turn"] + len(game["sheets"]) - 1


def go_on(game: Game) -> None:
    """From the action just played to what is due next."""
    if len(game["locked"]) >= MOST_LOCKED:
        end(game, "locks")
    elif game["phase"] == "white":
        game["phase"] = "colour"
    elif game["phase"] == "colour" and game["variant"]["has_board"]:
        game["phase"] = "pawn"
    else:
        finish_turn(game)


def finish_turn(game: Game) -> None:
    active = sheet_of(game, game["active"])
    if not game["active_crossed"]:
        active["misses"] += 1
    if active["misses"] >= MOST_MISSES:
        end(game, "misses")
    elif game["turn"] == game["last_turn"]:
        end(game, "finish")
    else:
        game["turn"] += 1
        game["active"] = game["active"] % len(game["sheets"]) + 1
        game["phase"] = "roll"
        game["dice"] = []
        game["white"] = []


def end(game: Game, reason: str) -> None:
    game["phase"] = "over"
    game["reason"] = reason


def row_points(row: Row, sheet: Sheet) -> int:
    crosses = len(sheet["crossed"][row["letter"]]) + (row["letter"] in sheet["locks"])
    return crosses * (crosses + 1) // 2


def points(game: Game, seat: int) -> dict[str, int]:
    sheet = sheet_of(game, seat)
    result = {row["name"]: row_points(row, sheet) for row in game["variant"]["rows"]}
    result["misses"] = -5 * sheet["misses"]
    result["bonus"] = ((sheet["pawn"] or 0) + 1) // 2
    return result


def totals(game: Game) -> list[int]:
    return [sum(points(game, seat + 1).values()) for seat in range(len(game["sheets"]))]


def winners(game: Game) -> list[int]:
    best = max(totals(game))
    return [seat for seat, total in enumerate(totals(game), start=1) if total == best]


def row_names(game: Game, letters: set[str]) -> list[str]:
    return [row["name"] for row in game["variant"]["rows"] if row["letter"] in letters]


def sheet_view(game: Game, seat: int) -> dict[str, Any]:
    sheet = sheet_of(game, seat)
    view: dict[str, Any] = {"name": sheet["name"]}
    for row in game["variant"]["rows"]:
        crossed = sheet["crossed"][row["letter"]]
        view[row["name"]] = [number for number in row_numbers(row) if number in crossed]
    view["locks"] = row_names(game, sheet["locks"])
    view["misses"] = sheet["misses"]
    view["pawn"] = sheet["pawn"]
    view["lucky"] = sheet["lucky"]
    view["points"] = points(game, seat)
    view["total"] = sum(view["points"].values())
    return view


def replay_view(game: Game) -> dict[str, Any]:
    over = game["phase"] == "over"
    return {
        "variant": game["variant"]["name"],
        "turn": game["turn"],
        "phase": game["phase"],
        "active": game["active"],
        "over": over,
        "reason": game["reason"],
        "locked": row_names(game, game["locked"]),
        "sheets": [sheet_view(game, seat + 1) for seat in range(len(game["sheets"]))],
        "winners": winners(game) if over else None,
    }


def moves_view(game: Game) -> dict[str, Any]:
    seats = {str(seat): tokens for seat, tokens in legal(game).items()}
    return {"phase": game["phase"], "seats": seats}
