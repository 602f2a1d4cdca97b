"""The quick way to the reasons why spaces are closed, beside all reasons by the rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.dice.source import deal_faces
from rowlock.rules import VARIANTS, Code, Game, Phase, closed_spaces, legal_moves, start
from rowlock.server.tables.closed import closed_reasons

LASTING_FIRST = (
    Code.ROW_LOCKED,
    Code.BEHIND,
    Code.NEEDS_CROSSES,
    Code.GAME_OVER,
    Code.NOT_NOW,
    Code.WRONG_NUMBER,
)
GAMES = 4


def by_the_rules(game: Game, seat: int) -> dict[str, str]:
    closed = closed_spaces(game, seat).items()
    return {str(space): min(codes, key=LASTING_FIRST.index) for space, codes in closed}


def next_position(game: Game, rng: Random) -> Game:
    """A position that follows; players mostly cross what they can, so that rows get locked."""
    if game.phase is Phase.ROLL:
        faces = [rng.randint(1, game.variant.faces) for _ in range(2 + len(game.dice_in_play))]
        return game.roll(deal_faces(game, faces))
    moves = [legal_moves(game, seat) for seat in game.acting]
    return game.act([rng.choice(few) if rng.random() < 0.3 else few[0] for few in moves])


@pytest.mark.parametrize("name", VARIANTS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=GAMES)
def test_every_space_has_its_lasting_reason(name: str, seed: int) -> None:
    rng, variant = Random(seed), VARIANTS[name]
    seats = rng.randint(1, variant.seats)
    game = start(variant, seats, 0, list(variant.lucky[:seats]))
    told: set[str] = set()
    while True:
        for seat in range(seats):
            reasons = closed_reasons(game, seat)
            assert reasons == by_the_rules(game, seat)
            told |= set(reasons.values())
        if game.over:
            break
        game = next_position(game, rng)
    assert told >= {Code.BEHIND, Code.WRONG_NUMBER}
