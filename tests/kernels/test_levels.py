"""The levels below `master`: how they err, and how they do not."""

import numpy as np
import numpy.typing as npt
import pytest

from helpers import position, rolled
from kernels.thinking import Thinker, decisions, drawn, key, move_of, thinker
from rowlock.kernels.bots import EASY, HARD, MEDIUM, NAMES
from rowlock.kernels.bridge import to_state
from rowlock.kernels.levels import MANNERS, POINTS_A_WIN, gumbel, person
from rowlock.kernels.network import TIE_BREAK
from rowlock.kernels.rng import draw, uniform
from rowlock.kernels.search import survey
from rowlock.kernels.state import PASS
from rowlock.kernels.weights import packaged
from rowlock.rules import Game, Phase, find_variant, legal_moves
from shares import first_of

Doubles = npt.NDArray[np.float64]

ORIGINAL = find_variant("original")
LEVELS = [number - EASY for number in (EASY, MEDIUM, HARD)]


@pytest.fixture
def trained() -> Thinker:
    return thinker(ORIGINAL, 2, packaged(ORIGINAL, 2)[0])


def test_there_is_a_manner_for_each_level() -> None:
    assert [NAMES[EASY + level] for level in range(len(MANNERS))] == ["easy", "medium", "hard"]
    for manner in MANNERS:
        assert 0 <= manner.sees_others <= 1
        assert 0 <= manner.overlooks < 0.5
        assert manner.confuses > 0
    assert [m.confuses for m in MANNERS] == sorted((m.confuses for m in MANNERS), reverse=True)
    assert [m.overlooks for m in MANNERS] == sorted((m.overlooks for m in MANNERS), reverse=True)
    assert [m.sees_others for m in MANNERS] == sorted(m.sees_others for m in MANNERS)


def test_uniform_numbers_are_even() -> None:
    drawn = np.array([uniform(key(4), n) for n in range(20_000)])
    assert ((drawn > 0) & (drawn < 1)).all()
    counts = np.bincount((drawn * 50).astype(int), minlength=50)
    assert ((counts - 400) ** 2 / 400).sum() < 108, "chi squared, one in a million"
    assert len(np.unique(drawn)) == len(drawn)
    after = np.corrcoef(drawn[1:], drawn[:-1])[0, 1]
    assert abs(after) < 5 / np.sqrt(len(drawn))


def test_uniform_numbers_are_neither_nought_nor_one() -> None:
    """Else the logarithm of a logarithm would be none."""
    smallest, largest = 0.5 / 2**53, (2**53 - 0.5) / 2**53
    assert np.isfinite([gumbel(smallest), gumbel(min(largest, 1 - 2**-53))]).all()
    numbers = [draw(key(1), n) for n in range(100)]
    wanted = [((int(number) >> 11) + 0.5) / 2**53 for number in numbers]
    assert [uniform(key(1), n) for n in range(100)] == wanted


def test_noise_has_its_distribution() -> None:
    noise = np.sort([gumbel(uniform(key(9), n)) for n in range(20_000)])
    even = np.exp(-np.exp(-noise))
    steps = (np.arange(len(noise)) + 0.5) / len(noise)
    assert abs(even - steps).max() < 2.7 / np.sqrt(len(noise)), "Kolmogorov and Smirnov"
    assert noise.mean() == pytest.approx(0.5772, abs=5 * 1.2825 / np.sqrt(len(noise)))


def felt(one: Thinker, game: Game, seat: int, level: int) -> dict[int, float]:
    """What the level feels of each move without confusion, in points."""
    tables, mind, _ = one
    survey(tables, mind, to_state(game), mind.thought, seat, key(0))
    thought, manner, found = mind.thought, MANNERS[level], {}
    for n in range(thought.count):
        points = thought.points[n] / TIE_BREAK
        win = POINTS_A_WIN * thought.values[n]
        value = (1 - manner.sees_others) * points + manner.sees_others * win
        move = int(thought.moves[n])
        found[move] = float(value) + (manner.eager if move != PASS else 0.0)
    return found


def chances(one: Thinker, game: Game, seat: int, level: int) -> dict[int, float]:
    """The logit model, and what is overlooked."""
    values, manner = felt(one, game, seat, level), MANNERS[level]
    best = max(values.values())
    weights = {move: np.exp((value - best) / manner.confuses) for move, value in values.items()}
    whole = sum(weights.values())
    overlooked = manner.overlooks * (game.phase is Phase.WHITE and seat != game.active)
    found = {move: (1 - overlooked) * weight / whole for move, weight in weights.items()}
    found[PASS] += overlooked
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seat", first_of([0, 1], 1))
@pytest.mark.parametrize("games", first_of([1500, 4000], 1500))
def test_choices_follow_the_logit_model(
    trained: Thinker, level: int, seat: int, games: int
) -> None:
    """In the white action, of the active seat and of the other one, which overlooks."""
    tables, mind, _ = trained
    game = rolled(position("original", "r2 r4 y3 g11 b10", "r3 y2 g12 g9 b11"), "w34 r2 y6 g1 b3")
    wanted = chances(trained, game, seat, level)
    chosen = [person(tables, mind, to_state(game), seat, drawn(8, n), level) for n in range(games)]
    assert set(chosen) <= set(wanted)
    for move, chance in wanted.items():
        error = np.sqrt(chance * (1 - chance) / games)
        assert abs(chosen.count(move) / games - chance) < 5 * error + 1e-3, move_of(game, move)


@pytest.mark.parametrize("level", LEVELS)
def test_only_dice_of_others_are_overlooked(trained: Thinker, level: int) -> None:
    """Every choice is the one that is felt to be best, with the noise that its chance gives; but
    now and then a seat that did not roll passes without a look."""
    tables, mind, _ = trained
    manner, overlooked, seen = MANNERS[level], 0, 0
    for game in decisions(ORIGINAL, 2, 4, 20):
        for seat in game.acting:
            values = list(felt(trained, game, seat, level).items())
            for n in range(40):
                number = drawn(6, n)
                noisy = [
                    (value + manner.confuses * gumbel(uniform(number, place + 1)), move)
                    for place, (move, value) in enumerate(values)
                ]
                wanted, waits = max(noisy)[1], game.phase is Phase.WHITE and seat != game.active
                if waits and uniform(number, 0) < manner.overlooks:
                    overlooked, wanted = overlooked + 1, PASS
                assert person(tables, mind, to_state(game), seat, number, level) == wanted
                seen += 1
    assert 0 < overlooked < 0.2 * seen


def test_medium_hardly_ever_blunders(trained: Thinker) -> None:
    """Moves that are more than 15 points worse than the best, as it sees them itself."""
    tables, mind, _ = trained
    blunders, chances = 0, 0
    level = MEDIUM - EASY
    for seed in range(6):
        for game in decisions(ORIGINAL, 2, seed, 40):
            for seat in game.acting:
                if len(legal_moves(game, seat)) == 1:
                    continue
                values = felt(trained, game, seat, level)
                bad = {move for move, value in values.items() if value < max(values.values()) - 15}
                if game.phase is Phase.WHITE and seat != game.active:
                    bad -= {PASS}
                if bad:
                    for n in range(10):
                        number = drawn(seed, n)
                        chosen = person(tables, mind, to_state(game), seat, number, level)
                        blunders, chances = blunders + (chosen in bad), chances + 1
    assert chances > 300
    assert blunders < 0.05 * chances


def test_alone_only_points_count() -> None:
    tables, mind, _ = thinker(ORIGINAL, 1)
    game = rolled(position("original", "r2 r4 y3 g11 b10"), "w34 r2 y6 g1 b3")
    survey(tables, mind, to_state(game), mind.thought, 0, key(0))
    moves, values = mind.thought.moves.copy(), mind.thought.values.copy()
    count = int(mind.thought.count)
    manner = MANNERS[0]
    weights = np.exp(
        [(values[n] + manner.eager * (moves[n] != PASS)) / manner.confuses for n in range(count)]
    )
    whole = {int(moves[n]): weights[n] / weights.sum() for n in range(count)}
    chosen = [person(tables, mind, to_state(game), 0, drawn(2, n), 0) for n in range(3000)]
    for move, chance in whole.items():
        error = np.sqrt(chance * (1 - chance) / 3000)
        assert abs(chosen.count(move) / 3000 - chance) < 5 * error + 1e-3


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_choice(trained: Thinker, level: int) -> None:
    tables, mind, _ = trained
    games = decisions(ORIGINAL, 2, 5, 10)

    def choices(number: int) -> list[int]:
        return [
            person(tables, mind, to_state(game), seat, key(number), level)
            for game in games
            for seat in game.acting
        ]

    assert choices(1) == choices(1)
    assert any(choices(1) != choices(number) for number in range(2, 6))
