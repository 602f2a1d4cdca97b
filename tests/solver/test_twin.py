"""The solver against plain recursion, on small games."""

import pytest

from reference.solo_twin import solve
from rowlock.solver.solve import solve_in_memory
from rowlock.solver.space import SoloSpace
from shares import first_of
from solver.small_games import GAMES, SHORT, as_twin


@pytest.mark.parametrize("name", first_of(GAMES, *SHORT))
def test_small_games(name: str) -> None:
    variant = GAMES[name]
    lucky = variant.lucky[0] if variant.lucky else None
    values = solve_in_memory(SoloSpace(variant, lucky))
    assert values[0, 0, 0, 0] == pytest.approx(solve(as_twin(variant, lucky, 1))[0], abs=1e-9)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    "name",
    first_of(
        ["two rows up", "mixed colours", "one row", "lucky", "lucky and short"],
        *("one row", "lucky and short"),
    ),
)
def test_with_other_seats(name: str, seats: int) -> None:
    variant = GAMES[name]
    lucky = variant.lucky[0] if variant.lucky else None
    values = solve_in_memory(SoloSpace(variant, lucky), seats)
    first, *others = solve(as_twin(variant, lucky, seats))
    assert values[0, 0, 0, 0] == pytest.approx(first, abs=1e-9)
    for waiting, wanted in enumerate(others, start=1):
        assert values[seats - waiting, 0, 0, 0] == pytest.approx(wanted, abs=1e-9)
