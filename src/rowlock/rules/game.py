"""The state of a game and its transitions: roll, white, colour, pawn.

A game is a small immutable value. Each transition returns a new one; chance comes in as an
argument. Seats count from 0 here, as Python does; records and people count them from 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rowlock.rules.errors import Code, IllegalMove
from rowlock.rules.explain import explain, explain_roll
from rowlock.rules.legal import refusal
from rowlock.rules.move import Advance, Cross, Move
from rowlock.rules.offers import board_place, pawn_landings
from rowlock.rules.roll import Roll
from rowlock.rules.row import is_crossed
from rowlock.rules.score import Reason
from rowlock.rules.sheet import Sheet
from rowlock.rules.variant import Phase, Variant


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment. Make one with `start`.

    `first` is the seat active in turn 1, `rolled` the dice on the table, `locked` the rows closed
    to all (bits), `crossed` whether the active seat has crossed anything this turn, `last_turn`
    the turn after which a finished path ends the game.
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
            code = Code.GAME_OVER if self.over else Code.NOT_NOW
            raise IllegalMove(code, roll, self, None, explain_roll(code, self, roll))
        if not self._fits(roll):
            code = Code.WRONG_DICE
            raise IllegalMove(code, roll, self, None, explain_roll(code, self, roll))
        faces = dict(roll.colours)
        colours = tuple((die, faces[die]) for die in self.dice_in_play)
        return replace(self, phase=Phase.WHITE, rolled=Roll(roll.white, colours))

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
        if len(choices) != len(acting) and not self.over:
            raise ValueError(f"{len(acting)} seats act now, but there are {len(choices)} choices")
        for seat, move in zip(acting or (self.active,), choices, strict=False):
            self._check(seat, move)
        sheets = list(self.sheets)
        for seat, move in zip(acting, choices, strict=True):
            sheets[seat] = self._after(seat, move)
        return self._next(tuple(sheets))

    def _in(self, phase: Phase, choices: Sequence[Move]) -> "Game":
        if self.phase is not phase and not self.over:
            move = choices[0]
            message = explain(Code.NOT_NOW, self, self.active, move)
            raise IllegalMove(Code.NOT_NOW, move, self, self.active, message)
        return self.act(choices)

    def _check(self, seat: int, move: Move) -> None:
        code = refusal(self, seat, move)
        if code is not None:
            raise IllegalMove(code, move, self, seat, explain(code, self, seat, move))

    def _fits(self, roll: Roll) -> bool:
        dice = sorted(letter for letter, _ in roll.colours)
        faces = (*roll.white, *(face for _, face in roll.colours))
        return dice == sorted(self.dice_in_play) and all(
            1 <= face <= self.variant.faces for face in faces
        )

    def _after(self, seat: int, move: Move) -> Sheet:
        sheet = self.sheets[seat]
        if isinstance(move, Cross):
            return sheet.crossed(self.variant, self.variant.places[move.row, move.number])
        if isinstance(move, Advance):
            position = pawn_landings(self, seat)[move.steps - 1]
            place = board_place(self, position)
            moved = sheet.moved(position)
            crossed_before = is_crossed(sheet.rows[place.row], place.space)
            return moved if crossed_before else moved.crossed(self.variant, place)
        return sheet

    def _next(self, sheets: tuple[Sheet, ...]) -> "Game":
        """What follows an action that has led to these sheets."""
        active, actions = self.active, self.variant.actions
        locked = self.locked
        for sheet in sheets:
            locked |= sheet.locks(self.variant)
        crossed = self.crossed or sheets[active].rows != self.sheets[active].rows
        after = replace(self, sheets=sheets, locked=locked, crossed=crossed)
        if locked.bit_count() >= self.variant.locks:
            return after._ended(Reason.LOCKS)
        if self.phase is not actions[-1]:
            return replace(after, phase=actions[actions.index(self.phase) + 1])
        return after._turn_ended()

    def _turn_ended(self) -> "Game":
        active, sheets = self.active, list(self.sheets)
        if not self.crossed:
            sheets[active] = sheets[active].missed()
        after = replace(self, sheets=tuple(sheets), last_turn=self._final_turn())
        if sheets[active].misses >= self.variant.misses:
            return after._ended(Reason.MISSES)
        if after.last_turn == self.turn:
            return after._ended(Reason.FINISH)
        return replace(after, turn=self.turn + 1, phase=Phase.ROLL, rolled=None, crossed=False)

    def _final_turn(self) -> int | None:
        """The turn the path ends the game after: every other seat is active once more after the
        first pawn has reached the finish."""
        board, pawn = self.variant.board, self.sheets[self.active].pawn
        if self.last_turn is None and board and pawn is not None and board.finishes(pawn):
            return self.turn + len(self.sheets) - 1
        return self.last_turn

    def _ended(self, reason: Reason) -> "Game":
        return replace(self, phase=Phase.OVER, crossed=False, reason=reason)
