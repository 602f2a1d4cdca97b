"""Games of thinking bots that are small enough to be played without compiling anything."""

import json
import sys

from kernels.thinking import lively_weights
from rowlock.kernels.ahead import UNLIMITED, coming
from rowlock.kernels.batch import Batch, log_batch
from rowlock.kernels.bridge import to_state
from rowlock.kernels.log import decisions
from rowlock.kernels.tables import tables_of
from rowlock.kernels.weights import mind_with
from rowlock.rules import Variant, start
from tiny_games import TINY_GAMES


def moves_of(variant: Variant, bots: tuple[str, ...], games: int) -> list[list[int]]:
    """Every decision of some games: who, what was known, and the move."""
    weights = lively_weights(variant, len(bots), 3)
    results, log = log_batch(Batch(variant, bots, seed=4, weights=weights), games)
    found = [[line.game, line.turn, line.phase, line.seat, line.move] for line in decisions(log)]
    return [*found, *results.scores[:, : len(bots)].tolist()]


def all_moves(games: int) -> dict[str, list[list[int]]]:
    small, large = TINY_GAMES["up and down"], TINY_GAMES["three faces"]
    game, mind = start(small, 2), mind_with(small, 2, lively_weights(small, 2))
    return {
        "masters": moves_of(small, ("master", "master"), games),
        "alone": moves_of(large, ("master",), games),
        "people": moves_of(small, ("easy", "medium", "hard"), 1),
        "ahead": [[round(1e4 * coming(tables_of(small), mind, to_state(game), 0, UNLIMITED))]],
    }


if __name__ == "__main__":
    print(json.dumps(all_moves(int(sys.argv[1]))))
