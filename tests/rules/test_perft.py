"""Tree counts, computed by the twin and kept in text files."""

from itertools import product
from math import prod
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


def ways_on(game: Game, rolls: list[Roll]) -> int:
    """How many successors there are, none of them made."""
    if game.phase is Phase.ROLL:
        return len(rolls)
    return prod(len(legal_moves(game, s)) for s in game.acting) if game.acting else 0


def in_play(game: Game, roll: Roll) -> Roll:
    colours = tuple(die for die in roll.colours if die[0] in game.dice_in_play)
    return Roll(roll.white, colours)


def test_every_game_has_tree_counts() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in FILES)
    for name in ("original", "on-board", "longo", "mixx-a", "mixx-b"):
        assert f'[Variant "{name}"]' in text


@pytest.mark.parametrize("file", quickest_of(FILES, *SMALL), ids=lambda file: file.stem)
def test_perft(file: Path) -> None:
    """The leaves are counted, not made: nothing would look at them."""
    rolls, level, wanted = read(file)
    last, found = max(wanted), {}
    for depth in range(1, last):
        level = [after for game in level for after in successors(game, rolls)]
        found[depth] = len(level)
    found[last] = sum(ways_on(game, rolls) for game in level)
    assert {depth: found[depth] for depth in wanted} == wanted


@pytest.mark.soak
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_last_moves_can_be_made_too(file: Path) -> None:
    rolls, level, wanted = read(file)
    for _ in range(max(wanted)):
        level = [after for game in level for after in successors(game, rolls)]
    assert len(level) == leaves(file)


def read(file: Path) -> tuple[list[Roll], list[Game], dict[int, int]]:
    """The rolls to try, the position, and the counts by depth."""
    record, counts = file.read_text(encoding="utf-8").split(SEPARATOR)
    rolls_line, *lines = counts.strip().splitlines()
    game = replay(read_record(record))
    rolls = [
        parse_roll(roll, game.variant.dice) for roll in rolls_line.removeprefix("rolls:").split(";")
    ]
    return rolls, [game], {int(depth): int(count) for depth, count in map(str.split, lines)}
