"""Tree counts of positions: how many sequences of transitions of a length there are.

A perft file is a record that gives the position, a line `---`, a line
`rolls: w41 r3 y2 g6 b6; w66 r1 y2 g3 b4` with the rolls every chance node branches over
(dice out of play are dropped), then lines `depth count`.
"""

import sys
from itertools import product
from pathlib import Path

from reference.record_twin import read_dice, replayed
from reference.rules_twin import act, copy_game, dice_in_play, legal, roll
from reference.state_twin import Die, Game
from reference.tags_twin import words

SEPARATOR = "\n---\n"


def perft(game: Game, rolls: list[list[Die]], depth: int) -> int:
    """The number of sequences of exactly `depth` transitions."""
    if depth == 0:
        return 1
    return sum(perft(after, rolls, depth - 1) for after in successors(game, rolls))


def successors(game: Game, rolls: list[list[Die]]) -> list[Game]:
    if game["phase"] == "over":
        return []
    if game["phase"] == "roll":
        return [after_roll(game, dice) for dice in rolls]
    return [after_action(game, list(tokens)) for tokens in product(*legal(game).values())]


def after_roll(game: Game, dice: list[Die]) -> Game:
    after = copy_game(game)
    in_play = dice_in_play(game)
    roll(after, [(letter, face) for letter, face in dice if letter in in_play])
    return after


def after_action(game: Game, tokens: list[str]) -> Game:
    after = copy_game(game)
    act(after, tokens)
    return after


def read_perft(text: str) -> tuple[Game, list[list[Die]], list[tuple[int, int]]]:
    """The position, the rolls, and the depths with their counts."""
    record, counts = text.split(SEPARATOR)
    first, *rest = counts.strip().split("\n")
    label, rolls_text = first.split(":")
    if label != "rolls":
        raise ValueError("the rolls are missing")
    rolls = [read_dice(words(dice), 0) for dice in rolls_text.split(";")]
    depths = []
    for line in rest:
        depth, count = line.split()
        depths.append((int(depth), int(count)))
    return replayed(record.encode()), rolls, depths


def with_counts(text: str, depths: list[tuple[int, int]]) -> str:
    """The same file with these counts."""
    record, counts = text.split(SEPARATOR)
    rolls_line = counts.strip().split("\n")[0]
    lines = [rolls_line] + [f"{depth} {count}" for depth, count in depths]
    return record + SEPARATOR + "\n".join(lines) + "\n"


def check_file(path: Path, write: bool) -> bool:
    """Print the counts of a file beside the written ones; whether they agree."""
    text = path.read_text(encoding="utf-8")
    game, rolls, depths = read_perft(text)
    counted = [(depth, perft(game, rolls, depth)) for depth, _ in depths]
    for (depth, count), (_, written) in zip(counted, depths, strict=True):
        remark = "" if count == written else f" (written: {written})"
        print(f"{path.name} {depth} {count}{remark}")
    if write:
        path.write_text(with_counts(text, counted), encoding="utf-8")
    return write or counted == depths


def main(arguments: list[str]) -> int:
    write = "--write" in arguments
    paths = [Path(argument) for argument in arguments if argument != "--write"]
    agree = [check_file(path, write) for path in paths]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
