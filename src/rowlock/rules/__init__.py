"""The rules of the games: pure functions on small immutable values.

>>> from rowlock.rules import PASS, Cross, Roll, find_variant, legal_moves, start
>>> game = start(find_variant("original"), seats=2)
>>> game = game.roll(Roll((4, 1), (("r", 3), ("y", 2), ("g", 6), ("b", 6))))
>>> game = game.white([Cross("r", 5), PASS])
>>> [str(move) for move in legal_moves(game, 0)]
['r7', 'y3', 'y6', 'g10', 'g7', 'b10', 'b7', '-']
"""

from rowlock.rules.boards import on_path, on_side, path_text, side_of
from rowlock.rules.catalogue import VARIANTS, find_variant
from rowlock.rules.errors import BadPosition, Code, IllegalMove
from rowlock.rules.explain import SENTENCES, facts
from rowlock.rules.game import Game
from rowlock.rules.legal import belongs, can_cross, closed_spaces, legal_moves, refusal, refusals
from rowlock.rules.move import PASS, Advance, Cross, Move, Pass, parse_move
from rowlock.rules.offers import board_place, crossed_place, landing, pawn_landings
from rowlock.rules.roll import Roll, parse_roll
from rowlock.rules.score import Points, Reason, points, totals, winners
from rowlock.rules.setup import check_lucky, check_seats, resume, start
from rowlock.rules.sheet import Sheet, empty_sheet, lock_crosses
from rowlock.rules.variant import Board, Phase, Place, Row, Space, Variant

__all__ = [
    "PASS",
    "SENTENCES",
    "VARIANTS",
    "Advance",
    "BadPosition",
    "Board",
    "Code",
    "Cross",
    "Game",
    "IllegalMove",
    "Move",
    "Pass",
    "Phase",
    "Place",
    "Points",
    "Reason",
    "Roll",
    "Row",
    "Sheet",
    "Space",
    "Variant",
    "belongs",
    "board_place",
    "can_cross",
    "check_lucky",
    "check_seats",
    "closed_spaces",
    "crossed_place",
    "empty_sheet",
    "facts",
    "find_variant",
    "landing",
    "legal_moves",
    "lock_crosses",
    "on_path",
    "on_side",
    "parse_move",
    "parse_roll",
    "path_text",
    "pawn_landings",
    "points",
    "refusal",
    "refusals",
    "resume",
    "side_of",
    "start",
    "totals",
    "winners",
]
