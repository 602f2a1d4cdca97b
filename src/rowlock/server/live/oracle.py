"""What a solo game comes to by perfect play, for tables that ask.

The answers are in tables of solved games. Looking there and solving take their time, and load what
a server must not wait for when it starts, so both are left to threads.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, Self

from rowlock.rules import Game
from rowlock.server.messages.asks import LuckyPair
from rowlock.server.messages.tells import JudgedMove

Progress = Callable[[float], None]
Key = tuple[str, LuckyPair | None]
FAILED_FOR = 60.0
"""After how many seconds what failed may be tried again."""

_log = logging.getLogger(__name__)


class Forecast(NamedTuple):
    """The expected final score by perfect play; while a choice is due, after each move too."""

    score: float
    moves: list[JudgedMove]


class Unsolved(NamedTuple):
    """Why there is no forecast, in the words of the message `not-solved`."""

    why: Literal["solving", "large", "failed"]
    progress: float = 0.0
    command: str = ""


class Library(Protocol):
    """Solved games. Only threads may call it."""

    def look_up(self, game: Game) -> Forecast | Unsolved | None:
        """The forecast of a solo game; None if it is not solved yet and can be."""

    def solve(self, game: Game, progress: Progress) -> None:
        """Solve the game that this is a position of; the share that is done is told meanwhile, and
        what `progress` raises ends the work."""


def solved_games(folder: Path) -> Library:
    """The library in a folder."""
    from rowlock.server.live.solved import SolvedGames  # noqa: PLC0415  # it loads NumPy

    return SolvedGames(folder)


class Stopped(Exception):
    """The server stops; a game half solved is solved on next time."""


class Oracle:
    """Looks games up, and has those solved that are missing, one at a time."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open_library = open_library
        self._library: Library | None = None
        self._reader = ThreadPoolExecutor(1, "reader")
        self._solver = ThreadPoolExecutor(1, "solver")
        self._progress: dict[Key, float] = {}
        self._failed_at: dict[Key, float] = {}
        self._stopping = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Ends what is being solved, as soon as it tells of its progress."""
        self._stopping = True
        for pool in (self._solver, self._reader):
            pool.shutdown(cancel_futures=True)

    async def forecast(self, game: Game) -> Forecast | Unsolved:
        """What there is to say about a solo game now. A game that is missing begins to be solved;
        who asks again later is told how far it has come."""
        key = game.variant.name, game.sheets[0].lucky
        if time.monotonic() < self._failed_at.get(key, -FAILED_FOR) + FAILED_FOR:
            return Unsolved("failed")
        if key not in self._progress:
            found = await self._look_up(key, game)
            if found is not None:
                return found
            self._begin(key, game)
        return Unsolved("solving", self._progress.get(key, 0.0))

    async def _look_up(self, key: Key, game: Game) -> Forecast | Unsolved | None:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, self._look, game)
        except Exception:
            _log.exception("the solution of %s cannot be used", key)
            self._failed_at[key] = time.monotonic()
            return Unsolved("failed")

    def _look(self, game: Game) -> Forecast | Unsolved | None:
        return self._opened().look_up(game)

    def _opened(self) -> Library:
        if self._library is None:
            self._library = self._open_library()
        return self._library

    def _begin(self, key: Key, game: Game) -> None:
        # Somebody else may have begun while this one looked.
        if key in self._progress or self._stopping:
            return
        self._progress[key] = 0.0
        solving = self._solver.submit(self._solve, key, game)
        solving.add_done_callback(partial(self._end, key))

    def _solve(self, key: Key, game: Game) -> None:
        def note(share: float) -> None:
            if self._stopping:
                raise Stopped
            self._progress[key] = share

        self._opened().solve(game, note)

    def _end(self, key: Key, solving: Future[None]) -> None:
        error = None if solving.cancelled() else solving.exception()
        if error is not None and not isinstance(error, Stopped):
            _log.error("solving %s failed", key, exc_info=error)
            self._failed_at[key] = time.monotonic()
        del self._progress[key]
