"""The state of a game and its transitions: roll, white, colour, pawn.

A game is a small immutable value. Each transition returns a new one; chance comes in as an
argument. Seats count from 0 here, as Python does; records and people count them from 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rowlock.rules.errors import Code, IllegalMove
from rowlock.rules.explain import explain, explain_roll
from rowlock.rules.legal import objections
from rowlock.rules.move import PASS, Advance, Cross, Move, Pass
from rowlock.rules.offers import board_place, pawn_landings
from rowlock.rules.roll import Roll
from rowlock.rules.row import is_crossed
from rowlock.rules.score import Reason
from rowlock.rules.sheet import Sheet
from rowlock.rules.variant import Phase, Variant


class Game(NamedTuple):
    """A game at one moment. Make one with `start`.

    `first` is the seat active in turn 1, `rolled` the dice on the table, `locked` the rows closed
    to all (bits), `crossed` whether the active seat has crossed anything in the turn in progress,
    `last_turn` the turn after which a finished path ends the game.
    """

    variant: Variant
    sheets: tuple[Sheet, ...]
    first: int = 0
    turn: int = 1
    phase: Phase = Phase.ROLL
    rolled: Roll | None = None
    locked: int = 0
    crossed: bool = False
    last_turn: int | None = None
    reason: Reason | None = None

    @property
    def active(self) -> int:
        """The seat whose turn it is; after the end, whose turn was the last."""
        return (self.first + self.turn - 1) % len(self.sheets)

    @property
    def acting(self) -> Sequence[int]:
        """The seats that choose in the action due: all of them in the white action."""
        if self.phase is Phase.WHITE:
            return range(len(self.sheets))
        return (self.active,) if self.phase in self.variant.actions else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def dice_in_play(self) -> tuple[str, ...]:
        """The colour dice that no lock has taken out, in the order they are written."""
        return self.variant.dice_by_locks[self.locked]

    def is_locked(self, row: int) -> bool:
        """Whether the row with this index is closed to all."""
        return bool(self.locked >> row & 1)

    def roll(self, roll: Roll) -> "Game":
        """The dice are rolled: one face for every die in play, in any order."""
        if self.phase is not Phase.ROLL:
            raise self._illegal_roll(Code.GAME_OVER if self.over else Code.NOT_NOW, roll)
        rolled = roll.in_order(self.dice_in_play)
        if not self._fits(rolled):
            raise self._illegal_roll(Code.WRONG_DICE, roll)
        return self._go_on(self.sheets, self.variant.actions[0], rolled, self.locked, False)

    def white(self, choices: Sequence[Move]) -> "Game":
        """The white action: every seat's choice, in seat order, at once."""
        return self._in(Phase.WHITE, choices)

    def colour(self, choice: Move) -> "Game":
        """The colour action of the active seat."""
        return self._in(Phase.COLOUR, (choice,))

    def pawn(self, choice: Move) -> "Game":
        """The pawn action of the active seat."""
        return self._in(Phase.PAWN, (choice,))

    def act(self, choices: Sequence[Move]) -> "Game":
        """Whatever action is due: one choice for each seat of `acting`, in its order.

        All choices are judged by the position before the action; locks and the end follow when
        all of them are in.
        """
        acting = self.acting
        if not acting:
            code = Code.GAME_OVER if self.over else Code.NOT_NOW
            raise self._illegal(code, self.active, choices[0] if choices else PASS)
        if len(choices) != len(acting):
            raise ValueError(f"{len(acting)} seats act now, but there are {len(choices)} choices")
        sheets = list(self.sheets)
        for seat, move in zip(acting, choices, strict=True):
            if not isinstance(move, Pass):
                codes = objections(self, seat, move)
                if codes:
                    raise self._illegal(codes[0], seat, move)
                sheets[seat] = self._after(seat, move)
        return self._next(tuple(sheets))

    def supposing(self, seat: int, move: Move) -> "Game":
        """What follows if the seat makes this move, which is legal, and all others pass."""
        if isinstance(move, Pass):
            return self._next(self.sheets)
        after = self._after(seat, move)
        return self._next((*self.sheets[:seat], after, *self.sheets[seat + 1 :]))

    def _in(self, phase: Phase, choices: Sequence[Move]) -> "Game":
        if self.phase is not phase and not self.over:
            raise self._illegal(Code.NOT_NOW, self.active, choices[0] if choices else PASS)
        return self.act(choices)

    def _illegal(self, code: Code, seat: int, move: Move) -> IllegalMove:
        return IllegalMove(code, move, self, seat, explain(code, self, seat, move))

    def _illegal_roll(self, code: Code, roll: Roll) -> IllegalMove:
        return IllegalMove(code, roll, self, None, explain_roll(code, self, roll))

    def _fits(self, roll: Roll) -> bool:
        faces = [*roll.white, *[face for _, face in roll.colours]]
        in_range = min(faces) >= 1 and max(faces) <= self.variant.faces
        return in_range and roll.letters == self.dice_in_play

    def _after(self, seat: int, move: Cross | Advance) -> Sheet:
        sheet = self.sheets[seat]
        if isinstance(move, Cross):
            return sheet.crossed(self.variant, self.variant.places[move.row, move.number])
        position = pawn_landings(self, seat)[move.steps - 1]
        place = board_place(self, position)
        moved = sheet.moved(position)
        crossed_before = is_crossed(sheet.rows[place.row], place.space)
        return moved if crossed_before else moved.crossed(self.variant, place)

    def _next(self, sheets: tuple[Sheet, ...]) -> "Game":
        """What follows an action that has led to these sheets."""
        active, locked = self.active, self.locked
        for before, after in zip(self.sheets, sheets, strict=True):
            if after is not before:
                locked |= after.locks(self.variant)
        crossed = self.crossed or sheets[active].rows != self.sheets[active].rows
        if locked.bit_count() >= self.variant.locks:
            return self._ended(sheets, locked, Reason.LOCKS)
        phase = self.variant.next_action.get(self.phase)
        if phase is None:
            return self._turn_ended(sheets, locked, crossed)
        return self._go_on(sheets, phase, self.rolled, locked, crossed)

    def _go_on(
        self,
        sheets: tuple[Sheet, ...],
        phase: Phase,
        rolled: Roll | None,
        locked: int,
        crossed: bool,
    ) -> "Game":
        """This turn, a step further: what `_replace` does, in a third of the time."""
        return Game(
            self.variant,
            sheets,
            self.first,
            self.turn,
            phase,
            rolled,
            locked,
            crossed,
            self.last_turn,
        )

    def _turn_ended(self, sheets: tuple[Sheet, ...], locked: int, crossed: bool) -> "Game":
        active = self.active
        if not crossed:
            sheets = (*sheets[:active], sheets[active].missed(), *sheets[active + 1 :])
        last_turn = self._last_turn(sheets[active])
        if sheets[active].misses >= self.variant.misses:
            return self._ended(sheets, locked, Reason.MISSES)
        if last_turn == self.turn:
            return self._ended(sheets, locked, Reason.FINISH)
        return Game(
            self.variant, sheets, self.first, self.turn + 1, locked=locked, last_turn=last_turn
        )

    def _last_turn(self, sheet: Sheet) -> int | None:
        """The turn the path ends the game after: every other seat is active once more after the
        first pawn has reached the finish."""
        board = self.variant.board
        if self.last_turn is None and board and sheet.pawn and board.finishes(sheet.pawn):
            return self.turn + len(self.sheets) - 1
        return self.last_turn

    def _ended(self, sheets: tuple[Sheet, ...], locked: int, reason: Reason) -> "Game":
        return self._replace(
            sheets=sheets, phase=Phase.OVER, locked=locked, crossed=False, reason=reason
        )
