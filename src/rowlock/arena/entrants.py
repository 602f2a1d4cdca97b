"""Who takes part in a tournament, and who meets whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from rowlock.arena.command import read_command
from rowlock.arena.external import PREFIX
from rowlock.bots import find_bot
from rowlock.bots.exact import EXACT, solved_starts
from rowlock.rules import Variant, check_seats


@dataclass(frozen=True)
class Entrant:
    """A bot by the name it was entered with, and a label of its own: a bot may enter twice."""

    name: str
    label: str


@dataclass(frozen=True)
class Meeting:
    """Entrants at one table. All meetings of a tournament have the same seed, so that all bots get
    the same dice. A strong bot that plays alone does so from the exact table in games with these
    lucky numbers (`exact`): those that were solved when the tournament began, wherever it is
    played."""

    variant: Variant
    entrants: tuple[Entrant, ...]
    seed: int
    exact: tuple[tuple[int, int] | None, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, in the lineup's order."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def labels(self) -> tuple[str, ...]:
        """Their labels, in the lineup's order."""
        return tuple(entrant.label for entrant in self.entrants)


def read_entrants(names: Sequence[str], seats: int | None = None) -> list[Entrant]:
    """The entrants of these names, for tables of so many seats or of all of them; a name that comes
    again gets a number."""
    entrants: dict[str, Entrant] = {}
    for name in names:
        if not name.startswith(PREFIX):
            find_bot(name, len(names) if seats is None else seats)
        # A program may have arguments, and so a name that looks like one with a number.
        numbered = (f"{name} {number}" for number in count(2))
        free = (label for label in numbered if label not in entrants and label not in names)
        label = next(free) if name in entrants else name
        entrants[label] = Entrant(name, label)
    return list(entrants.values())


def check_programs(entrants: Iterable[Entrant]) -> None:
    """Raises ValueError if there is no program on this machine for one that names a program."""
    for entrant in entrants:
        if entrant.name.startswith(PREFIX):
            try:
                read_command(entrant.name.removeprefix(PREFIX))
            except ValueError as error:
                raise ValueError(f"{entrant.name} cannot be started: {error}") from None


def meetings(
    variant: Variant, entrants: Sequence[Entrant], seats: int | None, seed: int
) -> list[Meeting]:
    """All at one table; or, with fewer seats than entrants, every such group of them."""
    at_a_table = len(entrants) if seats is None else seats
    if at_a_table > len(entrants):
        raise ValueError(
            f"{at_a_table} seats need as many bots, not {len(entrants)}: name one for each, they "
            "may repeat"
        )
    try:
        check_seats(variant, at_a_table)
    except ValueError as error:
        if seats is not None:
            raise
        raise ValueError(f"{error}: with --seats, every group of so many bots meets") from None
    return [
        Meeting(variant, group, seed, _exact(variant, group))
        for group in combinations(entrants, at_a_table)
    ]


def _exact(variant: Variant, entrants: Sequence[Entrant]) -> tuple[tuple[int, int] | None, ...]:
    alone = len(entrants) == 1 and entrants[0].name in EXACT
    return solved_starts(variant) if alone else ()
