"""Two players by plain recursion over every roll: perfect play, and how far others are from it.

All values are chances of seat 0 to win, a tie counting half, so seat 1 has the rest. Every turn
adds a cross or a miss, so no position comes again. The game should be tiny: every pair of sheets
that can come up is looked at, with every roll.
"""

from collections.abc import Callable, Sequence

from reference import matrix_twin
from reference.turns_twin import (
    Choice,
    Game,
    Moment,
    Position,
    Roll,
    choices,
    cross,
    ended,
    enough_locks,
    result,
    rolls,
    start,
    turn_end,
)

Policy = Callable[[Moment], Choice | dict[Choice, float]]
"""Makes a choice, or names the chance of each choice that it mixes."""

ROUNDING = 1e-9


class Duel:
    """A game between two players, each a policy or None for one who plays perfectly: against a
    policy that is the best answer to it, against the other None the mix that cannot be beaten."""

    def __init__(
        self, game: Game, first: Policy | None = None, second: Policy | None = None
    ) -> None:
        if game["seats"] != 2 or game["lucky"]:
            raise ValueError("a duel has two seats and no lucky numbers")
        self.game = game
        self.players = (first, second)
        self.values: dict[Position, float] = {}

    def value(self, position: Position) -> float:
        """Before a roll, or at the end."""
        if position not in self.values:
            if ended(self.game, position):
                self.values[position] = result(self.game, position)
            else:
                all_rolls = rolls(self.game, position)
                after = [self.after_roll(position, roll) for roll in all_rolls]
                self.values[position] = sum(after) / len(after)
        return self.values[position]

    def after_roll(self, position: Position, roll: Roll) -> float:
        return self.white_action(position, roll)[0]

    def white_action(
        self, position: Position, roll: Roll
    ) -> tuple[float, list[dict[Choice, float]]]:
        """Both choose at once: the value, and what each chooses how often. To one who plays
        perfectly, a policy is a single row or column: the mean of what it mixes."""
        rows, row_odds = self.offered(Moment(position, roll, 0, "white"))
        columns, column_odds = self.offered(Moment(position, roll, 1, "white"))
        matrix = self.matrix(position, roll, rows, columns)
        if column_odds:
            matrix = [[mean(row, column_odds)] for row in matrix]
        if row_odds:
            matrix = [[mean(column, row_odds) for column in zip(*matrix, strict=True)]]
        value, first, second = matrix_twin.solve(matrix)
        mixes = [(rows, row_odds or first), (columns, column_odds or second)]
        return value, [dict(zip(picks, odds, strict=True)) for picks, odds in mixes]

    def matrix(
        self, position: Position, roll: Roll, rows: list[Choice], columns: list[Choice]
    ) -> list[list[float]]:
        """What follows each pair of choices in the white action."""
        return [[self.after_white(position, roll, a, b) for b in columns] for a in rows]

    def after_white(self, before: Position, roll: Roll, first: Choice, second: Choice) -> float:
        position = cross(self.game, before, {0: first, 1: second})
        if enough_locks(self.game, position):
            return result(self.game, position)
        active = position.active
        crossed = (first, second)[active] is not None
        moment = Moment(position, roll, active, "colour", crossed)
        picks, odds = self.offered(moment)
        values = [self.after_colour(moment, pick) for pick in picks]
        if odds:
            return mean(values, odds)
        return max(values) if active == 0 else min(values)

    def after_colour(self, moment: Moment, pick: Choice) -> float:
        position = cross(self.game, moment.position, {moment.seat: pick})
        if enough_locks(self.game, position):
            return result(self.game, position)
        return self.value(turn_end(position, moment.crossed or pick is not None))

    def offered(self, moment: Moment) -> tuple[list[Choice], list[float]]:
        """What the seat may choose; if a policy chooses, what that does, and how often."""
        legal = choices(self.game, moment)
        policy = self.players[moment.seat]
        if policy is None:
            return legal, []
        made = policy(moment)
        mix = made if isinstance(made, dict) else {made: 1.0}
        if not set(mix) <= set(legal) or abs(sum(mix.values()) - 1) > ROUNDING:
            raise ValueError(f"the policy chooses {made}, but may choose {legal} in {moment}")
        return list(mix), list(mix.values())

    def policy(self, moment: Moment) -> dict[Choice, float]:
        """What the seat does in this duel; of a perfect player, this is a policy to play by."""
        if moment.phase == "white":
            return self.white_action(moment.position, moment.roll)[1][moment.seat]
        picks, odds = self.offered(moment)
        if odds:
            return dict(zip(picks, odds, strict=True))
        best = max if moment.seat == 0 else min
        return {best(picks, key=lambda pick: self.after_colour(moment, pick)): 1.0}


def mean(values: Sequence[float], odds: Sequence[float]) -> float:
    return sum(value * chance for value, chance in zip(values, odds, strict=True))


def perfect_value(game: Game, position: Position) -> float:
    """The chance of seat 0 when both play perfectly."""
    return Duel(game).value(position)


def win_chance(game: Game, first: Policy, second: Policy, position: Position) -> float:
    """The chance of seat 0 when it plays the first policy, and seat 1 the second."""
    return Duel(game, first, second).value(position)


def best_response(game: Game, policy: Policy, position: Position, seat: int = 0) -> float:
    """The chance that the best answer has against the policy, which plays this seat."""
    if seat == 0:
        return 1 - Duel(game, policy, None).value(position)
    return Duel(game, None, policy).value(position)


def exploitability(game: Game, policy: Policy) -> float:
    """How much more than half of the games the best answer wins against the policy, in seat 0, when
    the start is drawn: 0 for perfect play, as both seats are alike."""
    chances = [best_response(game, policy, start(game, active)) for active in (0, 1)]
    return sum(chances) / 2 - 0.5


def never(_moment: Moment) -> Choice:
    """The policy that always passes."""
    return None


def first_choice(game: Game) -> Policy:
    """The policy that crosses whenever it can: the first space from the top left."""
    return lambda moment: choices(game, moment)[0]


def any_choice(game: Game) -> Policy:
    """The policy that draws from all choices evenly."""

    def mix(moment: Moment) -> dict[Choice, float]:
        legal = choices(game, moment)
        return {choice: 1 / len(legal) for choice in legal}

    return mix
