"""Games of thinking bots that are small enough to be played without compiling anything."""

import json
import sys

from kernels.thinking import lively_weights
from rowlock.kernels.batch import Batch, log_batch
from rowlock.kernels.log import decisions
from rowlock.rules import Variant
from tiny_games import TINY_GAMES

def moves_of(variant: Variant, bots: tuple[str, ...], games: int) -> list[list[int]]:
    """Every decision of some games: who, what was known, and the move."""
    weights = lively_weights(variant, len(bots), 3)
    results, log = log_batch(Batch(variant, bots, seed=4, weights=weights), games)
    found = [
        [line.game, line.turn, line.phase, line.seat, line.move] for line in decisions(log)
    ]
    return [*found, *results.scores[:, : len(bots)].tolist()]


def all_moves(games: int) -> dict[str, list[list[int]]]:
    small, large = TINY_GAMES["up and down"], TINY_GAMES["three faces"]
    return {
        "masters": moves_of(small, ("master", "master"), games),
        "alone": moves_of(large, ("master",), games),
        "people": moves_of(small, ("easy", "medium", "hard"), 1),
        "grandmaster": moves_of(small, ("grandmaster", "random"), 1),
    }


if __name__ == "__main__":
    print(json.dumps(all_moves(int(sys.argv[1]))))
