"""One roll ahead: the mean that a look at every roll gives."""

from copy import deepcopy
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from helpers import position
from kernels.thinking import Thinker, moments, random_roll, thinker
from reference import master_twin
from rowlock.kernels.ahead import UNLIMITED, coming, mean_of_best
from rowlock.kernels.bridge import to_state
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import outlook
from rowlock.kernels.rest import best_colour, follow, get_ready
from rowlock.kernels.state import COLOUR, PAWN
from rowlock.kernels.turn import go_on
from rowlock.kernels.weights import packaged
from rowlock.kernels.white import best_white_alone
from rowlock.rules import Board, Game, Phase, Variant, find_variant
from shares import first_of
from solver.small_games import GAMES, small_game
from tiny_games import TINY_GAMES

RED_AND_YELLOW = [("rrr", [2, 3, 4], 1, 1, "r"), ("yyy", [4, 3, 2], 1, 1, "y")]


def with_board() -> Variant:
    path = (("a", 2), ("b", 3), ("a", 3), ("b", 2), ("a", 4))
    board = Board(path, (0, 1, 2, 2, 3, 5), reach=2, finish=1)
    return replace(small_game(RED_AND_YELLOW, faces=2), board=board, name="small board")


SMALL = {
    **TINY_GAMES,
    "mixed colours": GAMES["mixed colours"],
    "one die for two rows": GAMES["one die for two rows"],
    "lucky": GAMES["lucky"],
    "with a board": with_board(),
}


def brute(one: Thinker, game: Game, view: int) -> float:
    return master_twin.coming(one.worth, one.outlook, game, view)


def small_moments(variant: Variant, seats: int, seed: int) -> list[Game]:
    """Positions before a roll, and one at the end."""
    whole = list(moments_of(variant, seats, seed))
    return [*[game for game in whole if game.phase is Phase.ROLL][1:3], whole[-1]]


def moments_of(variant: Variant, seats: int, seed: int) -> list[Game]:
    if not variant.lucky:
        return list(moments(variant, seats, seed))
    pairs = tuple((low, low + 2) for low in range(2, 2 + seats))
    return list(moments(replace(variant, lucky=pairs), seats, seed))


@pytest.mark.parametrize("seats", first_of((1, 2, 3), 1, 2))
@pytest.mark.parametrize("name", SMALL)
def test_it_is_the_mean_over_all_rolls(name: str, seats: int) -> None:
    games = small_moments(SMALL[name], seats, 1)
    one = thinker(games[0].variant, seats)
    for game in games:
        for view in range(seats):
            found = coming(one.tables, one.mind, to_state(game), view, UNLIMITED)
            near = 1e-4 if seats > 1 else 1e-2
            assert found == pytest.approx(brute(one, game, view), abs=near)


def sampled(one: Thinker, game: Game, view: int, rng: Random) -> float:
    """The same model, for one roll of the dice."""
    tables, mind, _ = one
    rolled = to_state(game.roll(random_roll(game, rng)))
    get_ready(tables, mind, rolled)
    for seat in range(rolled.seats):
        if seat != rolled.active:
            rolled.moves[seat] = best_white_alone(tables, mind, rolled, seat)
    choices, tried = legal_moves(tables, rolled, rolled.active), []
    for n in range(options(choices)):
        state = deepcopy(rolled)
        state.moves[state.active] = pick(choices, n)
        go_on(tables, state)
        value, colour, steps = best_colour(tables, mind, state, game.active)
        if state.phase == COLOUR:
            follow(tables, state, game.active, colour)
        if state.phase == PAWN:
            follow(tables, state, game.active, steps)
        tried.append((float(value), n, state))
    _, _, end = max(tried, key=lambda one: (one[0], -one[1]))
    return float(outlook(tables, mind, end, view))


PLACES = [
    ("original", ["r2 r3 y4 g11 b12 x1", "r4 y2 y3 g12 b9"], 0),
    ("original", ["r2 r3 y4 g11 b12 x1", "r4 y2 y3 g12 b9"], 1),
    ("original", ["r2 r3 r4 r5 r6 r7 y9", "g12 g10 b12 b11", "y2"], 2),
    ("longo", ["r2 r3 y4 g15", "g14 g13 y2 x3"], 0),
]


@pytest.mark.parametrize("rolls", first_of((600, 1500), 600))
@pytest.mark.parametrize(("name", "sheets", "view"), first_of(PLACES, PLACES[0], PLACES[2]))
def test_it_is_the_mean_of_many_rolls(name: str, sheets: list[str], view: int, rolls: int) -> None:
    game, rng = position(name, *sheets), Random(7)
    variant, seats = game.variant, len(sheets)
    weights = packaged(variant, 2)[0] if seats == 2 else None
    one = thinker(variant, seats, weights)
    found = coming(one.tables, one.mind, to_state(game), view, UNLIMITED)
    samples = np.array([sampled(one, game, view, rng) for _ in range(rolls)])
    error = samples.std() / np.sqrt(len(samples))
    assert error < 0.02
    assert abs(found - samples.mean()) < 4 * error + 1e-4


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["three rows", "two rows up", "one row"])
def test_chances_of_offers(name: str, seed: int) -> None:
    """Random offers: how often each is the best, against all faces of all dice one by one."""
    variant = GAMES[name]
    tables, mind, _ = thinker(variant, 2)
    rng, faces, dice = np.random.default_rng(seed), variant.faces, len(variant.dice)
    shape = mind.offers[: dice + 1, : 2 * faces + 1].shape
    offers = np.round(rng.normal(0, 1, shape), 3 if seed % 2 else 0).astype(np.float32)
    offers[:dice][rng.random((dice, shape[1])) < 0.3] = -1e9
    prospects = rng.random(shape).astype(np.float32)
    if seed % 2 == 0:
        prospects = np.round(
            1 / (1 + np.exp(-np.maximum(offers, -9))), 3
        )  # equal offers bring the same
    mind.offers[: dice + 1, : 2 * faces + 1] = offers
    mind.prospects[: dice + 1, : 2 * faces + 1] = prospects
    for first, second in product(range(1, faces + 1), repeat=2):
        brought = []
        for shown in product(range(1, faces + 1), repeat=dice):
            best, brings = offers[dice, 0], prospects[dice, 0]
            for die, face in enumerate(shown):
                for white in (first, second):
                    if offers[die, white + face] > best:
                        best = offers[die, white + face]
                        brings = prospects[die, white + face]
            brought.append(brings)
        found = mean_of_best(tables, mind, first, second)
        assert found == pytest.approx(np.mean(brought), abs=1e-5)
    mind.prospects[...] = 1
    for first, second in product(range(1, faces + 1), repeat=2):
        whole = mean_of_best(tables, mind, first, second)
        assert whole == pytest.approx(1, abs=1e-9), "the chances are one together"


def test_who_is_active_matters() -> None:
    """The active seat does what is best for itself, not for who looks."""
    variant = find_variant("original")
    weights, _ = packaged(variant, 2)
    one = thinker(variant, 2, weights)
    sheets = ["r2 r3 r4 y3 g10 x2", "r5 y2 y3 g12 b9"]
    both = [
        coming(
            one.tables, one.mind, to_state(position(variant, *sheets, first=first)), 0, UNLIMITED
        )
        for first in (0, 1)
    ]
    assert both[0] > both[1] + 0.01


def test_it_gives_up_at_its_limit() -> None:
    """Not before, and soon after it."""
    variant = find_variant("longo")
    tables, mind, _ = thinker(variant, 2)
    state = to_state(position(variant, "r2 r3 y4 g15", "g14 g13 y2 x3"))
    mind.effort = 0
    whole = coming(tables, mind, state, 0, UNLIMITED)
    needed = int(mind.effort)
    for limit in (0, needed // 2, needed):
        mind.effort = 0
        found = coming(tables, mind, state, 0, limit)
        assert (mind.effort > limit) == (limit < needed)
        assert mind.effort <= limit + needed // 10
        assert (found == whole) == (limit == needed)
