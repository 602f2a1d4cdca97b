"""What positions are worth: the network as its slow twin has it, and ends of games exactly."""

import numpy as np
import pytest

from helpers import play, position
from kernels.thinking import TABLES, lively_weights, moments, named, thinker
from reference import network_twin
from rowlock.kernels.bridge import to_state
from rowlock.kernels.network import UNITS, look_at, outlook, share, worth
from rowlock.kernels.symmetry import symmetries
from rowlock.kernels.tables import tables_of
from rowlock.kernels.weights import mind_with
from rowlock.rules import Game, Phase, Variant, totals, winners
from shares import few_of, first_of

A_POINT = 1e-4

CROWDS = [table for table in TABLES if table[1] > 2]


@pytest.mark.parametrize(("variant", "seats"), few_of(TABLES), ids=named)
def test_worth_is_that_of_the_slow_twin(variant: Variant, seats: int) -> None:
    """Of every seat; the position compared with is one from elsewhere in the game."""
    tables, mind, net = thinker(variant, seats)
    seen = 0
    for seed in range(2):
        ends = [game for game in moments(variant, seats, seed) if game.phase is Phase.ROLL]
        before = to_state(ends[len(ends) // 2])
        for view in range(seats):
            look_at(tables, mind, before, view)
        for game in ends[:: max(1, len(ends) // 6)]:
            for view in range(seats):
                wanted = network_twin.worth(net, game, view)
                state = to_state(game)
                near = pytest.approx(wanted, abs=1e-4 if seats > 1 else 1e-2)
                assert float(worth(tables, mind, state, view)) == near
                if seats > 1:
                    win, _ = network_twin.outputs(net, game, view)
                    assert float(mind.won) == pytest.approx(win, abs=1e-4)
                seen += 1
    assert seen >= 8


@pytest.mark.parametrize(
    ("variant", "seats"),
    first_of(CROWDS, *(table for table in CROWDS if table[1] == 3)),
    ids=named,
)
def test_a_network_for_fewer_seats(variant: Variant, seats: int) -> None:
    tables, mind, net = thinker(variant, 2)
    games = [game for game in moments(variant, seats, 5) if game.phase is Phase.ROLL]
    for game in games[::6]:
        for view in range(seats):
            state = to_state(game)
            look_at(tables, mind, state, view)
            wanted = network_twin.worth(net, game, view)
            assert float(worth(tables, mind, state, view)) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize(("variant", "seats"), TABLES, ids=named)
def test_the_twin_finds_the_same_symmetries(variant: Variant, seats: int) -> None:
    assert sorted(network_twin.images_of(variant)) == sorted(symmetries(variant))


@pytest.mark.parametrize("seats", [2, 3])
def test_views_of_two_seats_are_joined(seats: int) -> None:
    variant = position("original", "").variant
    tables, mind, net = thinker(variant, seats)
    for game in [game for game in moments(variant, seats, 1) if game.phase is Phase.ROLL][::5]:
        state = to_state(game)
        for view in range(seats):
            look_at(tables, mind, state, view)
        joined = [float(outlook(tables, mind, state, view)) for view in range(seats)]
        wanted = [network_twin.outlook(net, game, view) for view in range(seats)]
        assert joined == pytest.approx(wanted, abs=1e-4)
        if seats == 2:
            assert sum(joined) == pytest.approx(1, abs=1e-6)


def test_weights_of_every_layer_count() -> None:
    """Else the comparisons above would say nothing of them."""
    game = position("original", "r2 r3 y5 b9", "g12 y2 x1")
    variant, state = game.variant, to_state(game)
    weights = lively_weights(variant, 2)

    def judged(layers: object) -> float:
        mind = mind_with(variant, 2, layers)  # type: ignore[arg-type]
        assert mind.first.shape[1] == UNITS
        look_at(tables_of(variant), mind, state, 0)
        return float(worth(tables_of(variant), mind, state, 0))

    usual = judged(weights)
    for name in weights._fields:
        changed = np.array(getattr(weights, name)) * np.float32(1.5) + np.float32(0.01)
        assert abs(judged(weights._replace(**{name: changed})) - usual) > 1e-4, name


EMPTY = "x3"
LOCKING = "r2 r3 r4 r5 r6"
ENDS = [
    # Two locks: who locks has 30 points (five crosses, one for 12, one for the lock: 28) …
    ("original", [LOCKING, "y2"], "g", "w66", ["r12 -"], "locks"),
    ("original", [LOCKING, LOCKING], "g", "w66", ["r12 r12"], "locks"),
    ("original", [LOCKING, LOCKING, LOCKING], "g", "w66", ["r12 r12 r12"], "locks"),
    ("original", [LOCKING, LOCKING, "", "", LOCKING], "g", "w66", ["r12 r12 - - r12"], "locks"),
    ("original", [EMPTY, EMPTY], "", "w34", ["- -", "-"], "misses"),
    ("original", [EMPTY, "y2 x2", "x1"], "", "w34", ["- - -", "-"], "misses"),
    ("original", [EMPTY, EMPTY, EMPTY], "", "w34", ["- - -", "-"], "misses"),
    ("original", [EMPTY, EMPTY, EMPTY, EMPTY], "", "w34", ["- - - -", "-"], "misses"),
    ("original", [EMPTY], "", "w34", ["-", "-"], "misses"),
    ("longo", [EMPTY, "r2 x3", "r2 x3"], "", "w34", ["- - -", "-"], "misses"),
]


@pytest.mark.parametrize(("variant", "sheets", "locked", "dice", "acts", "reason"), ENDS)
def test_ends_are_computed(
    variant: str, sheets: list[str], locked: str, dice: str, acts: list[str], reason: str
) -> None:
    game = play(position(variant, *sheets, locked=locked), dice, *acts)
    assert game.reason == reason
    compare_end(game)


@pytest.mark.parametrize(("variant", "seats"), few_of(TABLES), ids=named)
def test_ends_of_whole_games(variant: Variant, seats: int) -> None:
    for seed in range(12):
        *_, end = moments(variant, seats, seed)
        compare_end(end)


def test_games_end_for_every_reason() -> None:
    found = {
        list(moments(variant, seats, seed))[-1].reason
        for variant, seats in TABLES
        if seats == 2
        for seed in range(12)
    }
    assert found == {"locks", "misses", "finish"}


def compare_end(game: Game) -> None:
    best, points, seats = winners(game), totals(game), len(game.sheets)
    tables, mind, _ = thinker(game.variant, seats)
    assert best
    state = to_state(game)
    for seat in range(seats):
        part = 1 / len(best) if seat in best else 0
        wanted = part + A_POINT * points[seat] if seats > 1 else points[seat]
        assert float(share(tables, state, seat)) == pytest.approx(part, abs=1e-6)
        assert float(worth(tables, mind, state, seat)) == pytest.approx(wanted, abs=1e-6)
        seen = part if seats > 1 else points[seat]
        assert float(outlook(tables, mind, state, seat)) == pytest.approx(seen, abs=1e-6)
