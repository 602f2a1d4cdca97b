"""Two-player play solved exactly: by hand, by symmetry, and by what cannot be bettered."""

from functools import cache
from itertools import product

import pytest

from reference.duel_twin import (
    Duel,
    Policy,
    any_choice,
    best_response,
    exploitability,
    first_choice,
    never,
    perfect_value,
    win_chance,
)
from reference.matrix_twin import has_saddle
from reference.turns_twin import Choice, Moment, Position, Roll, Sheet, choices, start
from shares import first_of
from tiny_games import TINY_GAMES, as_duel

UP = as_duel(TINY_GAMES["two rows up"])
ONE = as_duel(TINY_GAMES["one row"])


@cache
def solved(name: str) -> Duel:
    """Perfect play of a tiny game; what it has found out is there for all tests."""
    return Duel(as_duel(TINY_GAMES[name]))


def swapped(position: Position) -> Position:
    first, second = position.sheets
    return Position((second, first), position.locked, 1 - position.active)


# Positions by hand.


def one_row(first: Sheet, second: Sheet, active: int) -> float:
    return perfect_value(ONE, Position((first, second), (), active))


NEAR_THE_LOCK = Sheet(((0, 1, 2),), 1)
"""2, 3 and 4 of 2…5 are crossed: 6 points, one miss. Only 5 is left, and may be crossed."""
STUCK = Sheet(((2,),), 0)
"""4 is crossed, 1 point. Only 5 is left, which needs two crosses."""


def test_the_last_space_or_the_last_miss() -> None:
    """Two of three dice make 5 in 12 of 27 rolls: then 15 − 5 against 1, else 6 − 10 against 1."""
    assert one_row(NEAR_THE_LOCK, STUCK, 0) == pytest.approx(12 / 27)
    assert one_row(STUCK, NEAR_THE_LOCK, 1) == pytest.approx(15 / 27)


def test_the_other_turn_comes_first() -> None:
    """The white dice let the waiting seat lock in 2 of 9 rolls. Else the stuck one misses, so that
    missing in the next turn is a tie: 6 − 10 against 1 − 5."""
    wanted = 2 / 9 + 7 / 9 * (12 / 27 + 15 / 27 / 2)
    assert one_row(NEAR_THE_LOCK, STUCK, 1) == pytest.approx(wanted)


# Choosing at once.

FOURS = Roll((2, 2), (("r", 2), ("y", 2)))
GUESS = Position((Sheet(((0,), (0,)), 0), Sheet(((0, 1), (0, 1)), 1)), (), 0)


def test_a_race_for_locks_without_a_saddle() -> None:
    """Both can lock either row by the white dice, and the active seat another one by colour. If
    both lock the same row, the game goes on to that colour action: 6 + 6 against 10 + 3 − 5. If
    they lock different rows, it is over: 6 + 1 against the same. So one wants to do as the other
    does, the other to do otherwise, and each has to guess."""
    duel = Duel(UP)
    picks: list[Choice] = [(0, 2), (1, 2), None]
    for seat in (0, 1):
        assert choices(UP, Moment(GUESS, FOURS, seat, "white")) == picks
    matrix = duel.matrix(GUESS, FOURS, picks, picks)
    assert matrix == [[1, 0, 1], [0, 1, 1], [0, 0, 1]]
    assert not has_saddle(matrix)
    value, mixes = duel.white_action(GUESS, FOURS)
    assert value == pytest.approx(1 / 2)
    for mix in mixes:
        assert mix == pytest.approx({(0, 2): 1 / 2, (1, 2): 1 / 2, None: 0})


def test_a_choice_known_beforehand_loses_the_guess() -> None:
    """A policy that chooses one row for certain is answered by the best choice against it."""
    top = first_choice(UP)
    assert Duel(UP, top, None).after_roll(GUESS, FOURS) == 0.0
    assert Duel(UP, None, top).after_roll(GUESS, FOURS) == 1.0
    assert Duel(UP, top, top).after_roll(GUESS, FOURS) == 1.0
    assert Duel(UP, never, top).after_roll(GUESS, FOURS) == 0.0


GUESSES = {
    "two rows up": (GUESS, FOURS),
    "up and down": (
        Position((Sheet(((0,), (0,)), 0), Sheet(((1,), ()), 1)), (), 1),
        Roll((1, 2), (("r", 2), ("y", 2))),
    ),
    "one row": (
        Position((Sheet(((0, 1),), 0), Sheet(((0,),), 1)), (), 1),
        Roll((3, 1), (("r", 2),)),
    ),
    "three faces": (
        Position((Sheet(((), (0, 1)), 1), Sheet(((0,), (0,)), 1)), (), 0),
        Roll((1, 2), (("r", 3), ("y", 3))),
    ),
}


@pytest.mark.parametrize("name", GUESSES)
def test_perfect_players_of_every_game_must_mix(name: str) -> None:
    """There, a choice for certain gives something away, and the perfect mix nothing."""
    position, roll = GUESSES[name]
    duel = solved(name)
    both = [choices(duel.game, Moment(position, roll, seat, "white")) for seat in (0, 1)]
    assert not has_saddle(duel.matrix(position, roll, *both))
    for seat in (0, 1):
        chance = duel.value(position) if seat == 1 else 1 - duel.value(position)
        answered = best_response(duel.game, duel.policy, position, seat)
        assert answered == pytest.approx(chance, abs=1e-9)
        pure = best_response(duel.game, most_likely(duel), position, seat)
        assert pure > chance + 1e-6


def most_likely(duel: Duel) -> Policy:
    """The choice that perfect play makes most often."""

    def choose(moment: Moment) -> Choice:
        mix = duel.policy(moment)
        return max(mix, key=lambda choice: mix[choice])

    return choose


# Perfect play.


@pytest.mark.parametrize("name", first_of(TINY_GAMES, "one row"))
def test_seats_are_alike(name: str) -> None:
    duel = solved(name)
    value = duel.value(start(duel.game))
    assert (value > 1 / 2) == (name != "one row"), "only with one row it is better to wait"
    for position, chance in list(duel.values.items()):
        assert duel.value(swapped(position)) == pytest.approx(1 - chance, abs=1e-9)


@pytest.mark.soak
def test_perfect_play_cannot_be_exploited() -> None:
    duel = solved("one row")
    assert exploitability(ONE, duel.policy) == pytest.approx(0, abs=1e-9)
    for policy in (most_likely(duel), never):
        assert exploitability(ONE, policy) > 1e-6


# Policies.


def test_nobody_ever_crosses() -> None:
    """The first to take a turn is the first with two misses."""
    for variant in TINY_GAMES.values():
        game = as_duel(variant)
        assert win_chance(game, never, never, start(game, 0)) == 0.0
        assert win_chance(game, never, never, start(game, 1)) == 1.0


POLICIES = {"never": never, "first": first_choice(ONE), "any": any_choice(ONE)}


ANSWERED = [("never", 0), ("never", 1), ("first", 0), ("any", 1)]
"""Every policy, and both seats; the others take as long again."""


@pytest.mark.parametrize(("name", "seat"), first_of(product(POLICIES, (0, 1)), *ANSWERED))
def test_the_best_answer_is_the_best(name: str, seat: int) -> None:
    """It gets what it says it does, and no other player that we know gets more. Perfect play
    gets at least its value."""
    policy, perfect = POLICIES[name], solved("one row")
    position = Position((Sheet(((0,),), 0), Sheet(((),), 1)), (), 0)

    def chance_of(other: Policy) -> float:
        if seat == 0:
            return 1 - win_chance(ONE, policy, other, position)
        return win_chance(ONE, other, policy, position)

    best = best_response(ONE, policy, position, seat)
    answer = Duel(ONE, policy, None) if seat == 0 else Duel(ONE, None, policy)
    assert chance_of(answer.policy) == pytest.approx(best)
    for other in POLICIES.values():
        assert chance_of(other) <= best + 1e-9
    value = perfect.value(position)
    against_all = value if seat == 1 else 1 - value
    assert against_all - 1e-9 <= chance_of(perfect.policy) <= best + 1e-9


def test_a_policy_must_keep_to_the_rules() -> None:
    with pytest.raises(ValueError, match=r"chooses \(0, 3\), but may choose \[\(0, 0\), None\]"):
        win_chance(ONE, lambda _: (0, 3), never, start(ONE))
    with pytest.raises(ValueError, match=r"chooses \{None: 0\.5\}"):
        win_chance(ONE, lambda _: {None: 0.5}, never, start(ONE))


def test_only_duels_without_lucky_numbers() -> None:
    for change in ({"seats": 3}, {"lucky": (3, 5)}):
        with pytest.raises(ValueError, match="two seats and no lucky numbers"):
            Duel(ONE | change)
