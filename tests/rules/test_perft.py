"""Tree counts, computed by the twin and kept in text files."""

from itertools import product
from pathlib import Path

import pytest

from reference.perft_twin import SEPARATOR
from rowlock.record import read_record, replay
from rowlock.rules import Game, Phase, Roll, legal_moves, parse_roll
from shares import quickest_of

FILES = sorted((Path(__file__).parent.parent / "perft").glob("*.txt"))
FEW = 10_000
"""Trees with no more leaves are small enough for `make quick`."""


def leaves(file: Path) -> int:
    return int(file.read_text(encoding="utf-8").split()[-1])


SMALL = [file for file in FILES if leaves(file) <= FEW]


def successors(game: Game, rolls: list[Roll]) -> list[Game]:
    if game.phase is Phase.ROLL:
        return [game.roll(in_play(game, roll)) for roll in rolls]
    if not game.acting:
        return []
    return [game.act(moves) for moves in product(*(legal_moves(game, s) for s in game.acting))]


def in_play(game: Game, roll: Roll) -> Roll:
    colours = tuple(die for die in roll.colours if die[0] in game.dice_in_play)
    return Roll(roll.white, colours)


def test_every_game_has_tree_counts() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in FILES)
    for name in ("original", "on-board", "longo", "mixx-a", "mixx-b"):
        assert f'[Variant "{name}"]' in text


@pytest.mark.parametrize("file", quickest_of(FILES, *SMALL), ids=lambda file: file.stem)
def test_perft(file: Path) -> None:
    record, counts = file.read_text(encoding="utf-8").split(SEPARATOR)
    rolls_line, *lines = counts.strip().splitlines()
    level = [replay(read_record(record))]
    dice = level[0].variant.dice
    rolls = [parse_roll(roll, dice) for roll in rolls_line.removeprefix("rolls:").split(";")]
    wanted = {int(depth): int(count) for depth, count in (line.split() for line in lines)}
    found = {}
    for depth in range(1, max(wanted) + 1):
        level = [after for game in level for after in successors(game, rolls)]
        found[depth] = len(level)
    assert {depth: found[depth] for depth in wanted} == wanted
