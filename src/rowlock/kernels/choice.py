"""What compiled bots do in games of the rules."""

from collections.abc import Callable

import numpy as np

from rowlock.kernels.ahead import UNLIMITED
from rowlock.kernels.bots import NAMES, WITH_MIND, choice_with, choose
from rowlock.kernels.bridge import to_move, to_state
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.minds import mind_for, mind_of
from rowlock.kernels.moves import options
from rowlock.kernels.rng import WRAPPING
from rowlock.kernels.search import decided, keep_thinking, start_thinking
from rowlock.kernels.tables import tables_of
from rowlock.rules import PASS, Game, Move


@WRAPPING
def choice_of(game: Game, seat: int, bot: str, chance: int) -> Move:
    """What the bot does here, with this chance if it uses any."""
    variant, state, number = game.variant, to_state(game), np.uint64(chance)
    tables, index = tables_of(variant), NAMES.index(bot)
    if bot not in WITH_MIND:
        return to_move(variant, int(choose(tables, state, seat, index, number)))
    mind = mind_for([bot], variant, len(game.sheets))
    return to_move(variant, int(choice_with(tables, state, seat, index, number, mind)))


@WRAPPING
def ponder(game: Game, seat: int, chance: int, may_go_on: Callable[[], bool]) -> Move:
    """What `grandmaster` does here, thinking as long as it may or until it is sure."""
    variant, state, number = game.variant, to_state(game), np.uint64(chance)
    tables, mind = tables_of(variant), mind_of(variant, len(game.sheets))
    if options(legal_moves(tables, state, seat)) == 1:
        return PASS
    more = start_thinking(tables, mind, state, seat, number)
    while more and may_go_on():
        more = keep_thinking(tables, mind, number, UNLIMITED)
    return to_move(variant, int(decided(mind.thought)))


@WRAPPING
def think_once(game: Game) -> None:
    """Goes through all that `ponder` does, so that it is compiled."""
    tables, mind = tables_of(game.variant), mind_of(game.variant, len(game.sheets))
    start_thinking(tables, mind, to_state(game), game.active, np.uint64(0))
    keep_thinking(tables, mind, np.uint64(0), UNLIMITED)
    decided(mind.thought)
