"""Bots written by others, in any language: programs that speak the protocol of docs/bots.md."""

from types import TracebackType
from typing import Self

from rowlock.arena.command import read_command, why_not_started
from rowlock.arena.program import Misbehaved, Program
from rowlock.arena.protocol import question, quoted, read_answer
from rowlock.record import Record, visible
from rowlock.rules import Game, Move, legal_moves

PREFIX = "cmd:"
"""What names a bot as a program."""

SECONDS = 10.0
"""How long a bot may think about a decision."""


class BotFailed(Exception):
    """A bot that is a program cannot go on: why, in which game and turn, and a detail.

    >>> print(BotFailed("cmd:./bot", "crashed", 12, 3, " (exit code 1)"))
    cmd:./bot crashed in game 12, turn 3 (exit code 1)
    """

    def __init__(
        self,
        label: str,
        why: str,
        game: int | None = None,
        turn: int | None = None,
        detail: str = "",
    ) -> None:
        super().__init__(label, why, game, turn, detail)
        self.label = label
        self.why = why
        self.game = game
        self.turn = turn
        self.detail = detail

    def __str__(self) -> str:
        where = "" if self.game is None else f" in game {self.game}, turn {self.turn}"
        return f"{visible(self.label)} {self.why}{where}{self.detail}"


class ExternalBot:
    """A program that plays, started once and kept for many games.

    It must be closed, so that nothing it started is left behind: best by `with`.
    """

    def __init__(self, command: str, *, seconds: float = SECONDS) -> None:
        if not seconds > 0:
            raise ValueError(f"a bot needs more than {seconds:g} seconds for a decision")
        self.label = f"{PREFIX}{command}"
        self.seconds = seconds
        self._program: Program | None = self._started(command)

    def choose(self, record: Record, game: Game, seat: int, number: int) -> Move:
        """What the program chooses for the seat in this position of game `number`.

        It is not asked where all it can do is pass. Raises BotFailed, and stops it, if it gives no
        legal answer.
        """
        if self._program is None:
            raise ValueError(f"{self.label} is closed")
        legal = legal_moves(game, seat)
        if len(legal) == 1:
            return legal[0]
        try:
            answer = self._program.ask(question(record, game, seat, number, legal), self.seconds)
            return _read(answer, legal)
        except Misbehaved as error:
            raise self._failed(error, self._program, number, game.turn) from None

    def close(self) -> None:
        """End the program: its input ends, and if it does not listen it is stopped."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _started(self, command: str) -> Program:
        try:
            words = read_command(command)
            try:
                return Program(words)
            except (OSError, ValueError) as error:
                raise ValueError(why_not_started(error, words[0])) from None
        except ValueError as error:
            raise BotFailed(self.label, "cannot be started", detail=f": {error}") from None

    def _failed(self, error: Misbehaved, program: Program, number: int, turn: int) -> BotFailed:
        program.kill()
        self._program = None
        said = "".join(f"\n  {line}" for line in program.last_words)
        detail = error.detail + (f"; the last it said:{said}" if said else "")
        return BotFailed(self.label, error.did, number, turn, detail)


def _read(answer: bytes, legal: list[Move]) -> Move:
    try:
        return read_answer(answer, legal)
    except ValueError as error:
        raise Misbehaved(f"answered {quoted(answer)}", f", {error}") from None
