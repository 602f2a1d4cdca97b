"""Solved games on disk: those of the server, and those that were solved on the command line.

It loads NumPy and, to solve, the compiler: import it in threads only.
"""

import logging
import os
from pathlib import Path

from rowlock.rules import Game, Phase
from rowlock.server.live.oracle import Forecast, Progress, Unsolved
from rowlock.server.messages.tells import JudgedMove
from rowlock.solver.solution import Solution, load, solve_command, space_of
from rowlock.solver.space import SoloSpace
from rowlock.solver.store import BadTable, new_header, table_file

MOST_BYTES = 160_000_000
"""The largest table that is made without being asked for: that of the original has 71 MB and takes
some ten seconds."""

THREADS = max(1, (os.cpu_count() or 2) - 1)
SAME = 1e-9
"""Scores this close are the same: they only differ by how they were added up."""

_log = logging.getLogger(__name__)


class SolvedGames:
    """The tables in a folder, where new ones are put, and in the user's own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._solutions: dict[Path, Solution] = {}
        self._useless: set[Path] = set()

    def look_up(self, game: Game) -> Forecast | Unsolved | None:
        """The forecast of a solo game. A damaged table is as good as none."""
        space = space_of(game)
        for folder in (self._folder, None):
            file = table_file(folder, space, 1)
            if file in self._useless or not file.exists():
                continue
            try:
                return forecast(self._solution(file, space), game)
            except BadTable as damaged:
                self._give_up(file, damaged)
        return None if _is_small(space) else Unsolved("large", command=solve_command(space))

    def solve(self, game: Game, progress: Progress) -> None:
        """Make the table of a game."""
        from rowlock.solver.solve import count_positions, solve_on_disk  # noqa: PLC0415  # compiles

        space = space_of(game)
        every, solved = count_positions(space), 0

        def done(positions: int) -> None:
            nonlocal solved
            solved += positions
            progress(solved / every)

        solve_on_disk(table_file(self._folder, space, 1), space, 1, THREADS, done)

    def _solution(self, file: Path, space: SoloSpace) -> Solution:
        if file not in self._solutions:
            self._solutions[file] = load(space, file.parent)
        return self._solutions[file]

    def _give_up(self, file: Path, damaged: BadTable) -> None:
        """Removes a damaged table, so that it is solved again; one of the user's is left alone."""
        self._solutions.pop(file, None)
        if file.parent == self._folder:
            _log.warning("a solved game is removed: %s", damaged)
            file.unlink(missing_ok=True)
        else:
            _log.warning("a solved game is not used: %s", damaged)
            self._useless.add(file)


def forecast(solution: Solution, game: Game) -> Forecast:
    """What a solution says of a position."""
    if game.phase in (Phase.ROLL, Phase.OVER):
        return Forecast(solution.expected(game), [])
    judged = solution.judge(game)
    best = judged[0].score
    moves = [JudgedMove(str(move), score, score > best - SAME) for move, score in judged]
    return Forecast(best, moves)


def _is_small(space: SoloSpace) -> bool:
    return new_header(space, 1, 0).size <= MOST_BYTES
