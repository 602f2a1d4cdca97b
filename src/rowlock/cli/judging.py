"""What every move at the end of a record is worth: found out, as JSON, and in words."""

from dataclasses import dataclass
from pathlib import Path

from rowlock.cli.exits import Exit
from rowlock.cli.show import due, say
from rowlock.record import Record, RecordError, replay
from rowlock.rules import Game, Phase, totals
from rowlock.solver.solution import Judged, NotSolo, NotSolved, solution_of
from rowlock.solver.space import Unsolvable
from rowlock.solver.store import BadTable

CODES: dict[type[ValueError], str] = {
    NotSolo: "not-solo",
    Unsolvable: "unsolvable",
    NotSolved: "not-solved",
    BadTable: "bad-table",
}
SAME = 1e-9
"""Expected scores that differ by less are equal: the rest is rounding."""


class NotJudged(RecordError):
    """A record that is fine, of a game whose moves cannot be judged."""

    exit_code = Exit.BAD_INPUT


@dataclass(frozen=True)
class Judgement:
    """A position, its expected final score, and that of every legal move, the best first."""

    game: Game
    expected: float
    moves: list[Judged]

    def behind(self, judged: Judged) -> float:
        """By how much a move is worse than the best; 0 if by nothing."""
        less = self.expected - judged.score
        return less if less > SAME else 0.0


def judge(folder: Path | None, record: Record) -> Judgement:
    """The judgement of the position at the end of a record."""
    game = replay(record)
    try:
        solution = solution_of(game, folder)
        choosing = game.phase not in (Phase.ROLL, Phase.OVER)
        moves = solution.judge(game) if choosing else []
        expected = moves[0].score if moves else solution.expected(game)
    except tuple(CODES) as error:
        code = next(code for kind, code in CODES.items() if isinstance(error, kind))
        raise NotJudged(code, str(error)) from None
    return Judgement(game, expected, moves)


def judgement_view(_: Record, found: Judgement) -> dict[str, object]:
    """The judgement as a JSON object."""
    return {
        "variant": found.game.variant.name,
        "turn": found.game.turn,
        "phase": found.game.phase,
        "total": totals(found.game)[0],
        "expected": found.expected,
        "moves": [
            {"move": str(one.move), "expected": one.score, "behind": found.behind(one)}
            for one in found.moves
        ],
    }


def show_judgement(record: Record, found: Judgement) -> None:
    """The judgement in words."""
    say(due(record, found.game))
    if found.game.over:
        say(f"final score: {totals(found.game)[0]}")
        return
    say(f"expected final score: {found.expected:.3f} ({totals(found.game)[0]} by now)")
    for one in found.moves:
        behind = found.behind(one)
        say(f"  {one.move!s:5}{one.score:9.3f}  {f'−{behind:.3f}' if behind else 'best'}")
