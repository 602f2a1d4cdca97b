"""What the bots of one table think about, and what they have come to."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from random import Random, SystemRandom
from typing import NamedTuple

from rowlock.bots import find_bot
from rowlock.rules import PASS, Game, Move, legal_moves
from rowlock.server.live.thinkers import Thinkers
from rowlock.server.tables.table import Table

_log = logging.getLogger(__name__)


class Thought(NamedTuple):
    """A choice that a bot is to make: in which action, for which seat."""

    action: int
    seat: int
    bot: str


def thoughts_of(table: Table) -> list[Thought]:
    """The choices that a table waits for bots to make."""
    players = ((seat, table.seat(seat).player) for seat in table.waiting)
    return [Thought(table.action, seat, bot) for seat, bot in players if bot]


class Thoughts:
    """The choices of a table's bots, from when their action begins until they are made. A slow bot
    so thinks while people look at the dice; `stir` is called when it has come to something, and
    `payers` says whose budgets it is for.

    A choice the table waits for no more is forgotten, whether it was thought out or not.
    """

    def __init__(
        self,
        thinkers: Thinkers,
        stir: Callable[[], None],
        payers: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._thinkers = thinkers
        self._stir = stir
        self._payers = payers
        self._answers: dict[Thought, asyncio.Future[Move]] = {}

    @property
    def pending(self) -> frozenset[int]:
        """The seats whose bots are still thinking."""
        return frozenset(
            thought.seat for thought, answer in self._answers.items() if not _is_there(answer)
        )

    def follow(self, table: Table) -> None:
        """Think about what the table waits for now, and about nothing else."""
        wanted = thoughts_of(table)
        for thought in self._answers.keys() - wanted:
            self._answers.pop(thought).cancel()
        for thought in wanted:
            if thought not in self._answers:
                self._answers[thought] = self._begin(thought, table)

    def choice(self, table: Table, seat: int) -> Move | None:
        """What the bot of a seat has chosen in the action due; None if it has not."""
        thought = Thought(table.action, seat, table.seat(seat).player or "")
        answer = self._answers.get(thought)
        return answer.result() if answer is not None and _is_there(answer) else None

    def stop(self) -> None:
        """Think about nothing."""
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()

    def _begin(self, thought: Thought, table: Table) -> asyncio.Future[Move]:
        assert table.game is not None
        seed = SystemRandom().getrandbits(64)
        work = partial(think, thought.bot, table.game, table.index(thought.seat), seed)
        work = partial(_or_pass, table.code, thought.bot, work)
        answer = self._thinkers.think(table.code, work, self._payers())
        answer.add_done_callback(lambda _: self._stir())
        return answer


def think(bot: str, game: Game, index: int, seed: int) -> Move:
    """A bot's choice; it knows what every player knows."""
    move = find_bot(bot)(game, index, Random(seed))
    if move not in legal_moves(game, index):
        raise ValueError(f"{bot} chose {move}, which it may not")
    return move


def _or_pass(code: str, bot: str, work: Callable[[], Move]) -> Move:
    try:
        return work()
    except Exception:
        _log.exception("table %s: the bot %s failed and passes", code, bot)
        return PASS


def _is_there(answer: asyncio.Future[Move]) -> bool:
    return answer.done() and not answer.cancelled()
