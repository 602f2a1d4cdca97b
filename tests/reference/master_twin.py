"""The choices of `master` once more, on games of the rules: every way to go on is played out.

`Close` remembers how close the closest decision was, so that a comparison can leave out what is
decided by the last digit.
"""

from collections.abc import Callable, Sequence
from itertools import product

from reference import matrix_twin
from rowlock.rules import PASS, Cross, Game, Move, Pass, Phase, Roll
from rowlock.rules import legal_moves as moves_by_row

Worth = Callable[[Game, int], float]
"""What a game at the end of a turn is worth to a seat."""


class Close:
    def __init__(self) -> None:
        self.gap = float("inf")

    def best(self, tried: Sequence[tuple[float, Game, Move]]) -> Move:
        """The move with the highest value. Moves that lead to the same game are one."""
        value, game, move = max(tried, key=lambda one: one[0])
        for other, leads_to, _ in tried:
            if leads_to != game:
                self.gap = min(self.gap, value - other)
        return move


def legal_moves(game: Game, seat: int) -> list[Move]:
    """Plain moves, then those by lucky numbers, then passing: of equals the first is chosen."""
    moves = moves_by_row(game, seat)
    plain = [move for move in moves if not isinstance(move, Pass) and not by_luck(move)]
    return [*plain, *[move for move in moves if by_luck(move)], PASS]


def by_luck(move: Move) -> bool:
    return isinstance(move, Cross) and move.lucky


def with_choice(game: Game, choices: Sequence[Move], seat: int, move: Move) -> Game:
    """The game after an action in which one seat chooses something else."""
    return game.act([move if index == seat else choices[index] for index in game.acting])


def idle(game: Game) -> Game:
    """The end of the turn if nothing more is done, and that is no miss."""
    game = game._replace(crossed=True)
    while game.phase not in (Phase.ROLL, Phase.OVER):
        game = game.act([PASS] * len(game.acting))
    return game


def guess(worth: Worth, game: Game, seat: int, close: Close) -> Move:
    """What a seat that is not active would do if nobody else did anything."""
    nobody, tried = [PASS] * len(game.sheets), []
    for move in legal_moves(game, seat):
        after = with_choice(game, nobody, seat, move)
        if not after.over:
            after = idle(after)
        tried.append((worth(after, seat), after, move))
    return close.best(tried)


def rest_of_turn(worth: Worth, game: Game, close: Close) -> tuple[float, Game, list[Move]]:
    """The best that the active seat can make of its turn from here: what it is worth, where it
    ends, and the moves."""
    if game.phase in (Phase.ROLL, Phase.OVER):
        return worth(game, game.active if game.over else before(game)), game, []
    tried, plans = [], {}
    for move in legal_moves(game, game.active):
        value, end, moves = rest_of_turn(worth, game.act([move]), close)
        tried.append((value, end, move))
        plans[move] = value, end, [move, *moves]
    return plans[close.best(tried)]


def before(game: Game) -> int:
    """The seat whose turn has just ended."""
    return (game.active - 1) % len(game.sheets)


def white_plan(
    worth: Worth, game: Game, guesses: Sequence[Move], close: Close
) -> tuple[float, Game, list[Move]]:
    """The turn of the active seat when the others do what is guessed."""
    tried, plans = [], {}
    for move in legal_moves(game, game.active):
        after = with_choice(game, guesses, game.active, move)
        value, end, moves = rest_of_turn(worth, after, close)
        tried.append((value, end, move))
        plans[move] = value, end, [move, *moves]
    return plans[close.best(tried)]


def guesses_of(worth: Worth, game: Game, close: Close) -> list[Move]:
    return [
        PASS if seat == game.active else guess(worth, game, seat, close)
        for seat in range(len(game.sheets))
    ]


def answer(
    worth: Worth, game: Game, choices: Sequence[Move], seat: int, then: list[Move], close: Close
) -> Move:
    """What a seat does when the others choose so and the active one goes on by its plan, as far
    as that is still legal."""
    tried = []
    for move in legal_moves(game, seat):
        after = with_choice(game, choices, seat, move)
        for step in then:
            if after.phase in (Phase.COLOUR, Phase.PAWN):
                planned = step if step in legal_moves(after, after.active) else PASS
                after = after.act([planned])
        while after.phase in (Phase.COLOUR, Phase.PAWN):
            after = after.act([PASS])
        tried.append((worth(after, seat), after, move))
    return close.best(tried)


def choices_of(worth: Worth, game: Game, close: Close) -> list[Move]:
    """What every seat that acts does for certain: `master` in all of them."""
    if game.phase is not Phase.WHITE:
        return [rest_of_turn(worth, game, close)[2][0]]
    guesses = guesses_of(worth, game, close)
    _, _, (white, *then) = white_plan(worth, game, guesses, close)
    planned = [white if seat == game.active else guesses[seat] for seat in game.acting]
    return [
        white if seat == game.active else answer(worth, game, planned, seat, then, close)
        for seat in game.acting
    ]


def is_in_doubt(worth: Worth, game: Game, close: Close) -> bool:
    """Whether one of two seats would not stay with what `choices_of` says, so that all pairs of
    choices must be weighed."""
    if game.phase is not Phase.WHITE or len(game.sheets) != 2:
        return False
    guesses, chosen = guesses_of(worth, game, close), choices_of(worth, game, close)
    _, _, plan = white_plan(worth, game, guesses, close)
    _, _, again = white_plan(worth, game, chosen, close)
    other = 1 - game.active
    return chosen[other] != guesses[other] and whole_plan(plan) != whole_plan(again)


def whole_plan(moves: list[Move]) -> list[Move]:
    """A plan with all actions of a turn: what is not due is passed."""
    return [*moves, PASS, PASS][:3]


def advantages(worth: Worth, game: Game) -> list[list[float]]:
    """For every pair of choices of two seats, those of the active one first: by how much more it
    is worth to that one, when it makes the best of the rest of its turn."""
    active, other = game.active, 1 - game.active

    def after(mine: Move, theirs: Move) -> float:
        chosen = {active: mine, other: theirs}
        value, end, _ = rest_of_turn(worth, game.act([chosen[0], chosen[1]]), Close())
        return value - worth(end, other)

    return [
        [after(mine, theirs) for theirs in legal_moves(game, other)]
        for mine in legal_moves(game, active)
    ]


def must_mix(worth: Worth, game: Game) -> bool:
    """Whether no pair of choices is best for both."""
    return not matrix_twin.has_saddle(advantages(worth, game))


def all_rolls(game: Game) -> list[Roll]:
    dice = game.dice_in_play
    faces = product(range(1, game.variant.faces + 1), repeat=2 + len(dice))
    return [
        Roll((one, other), tuple(zip(dice, colours, strict=True))) for one, other, *colours in faces
    ]


def coming(worth: Worth, outlook: Worth, game: Game, view: int) -> float:
    """What a seat can expect after the next turn: all rolls, one by one. The others do what is
    guessed, the active seat the best for itself."""
    if game.over:
        return outlook(game, view)
    rolls, brought = all_rolls(game), 0.0
    for roll in rolls:
        rolled, close = game.roll(roll), Close()
        _, end, _ = white_plan(worth, rolled, guesses_of(worth, rolled, close), close)
        brought += outlook(end, view)
    return brought / len(rolls)
