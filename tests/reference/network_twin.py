"""The network once more: plain products of matrices over positions of the rules.

A position is a list of facts about seats, and every fact there can be has a line of the first
layer. What the symmetries of a game do is done to the position, not to the weights.
"""

from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from rowlock.rules import Game, Row, Space, Variant, totals

KERNELS = 32
POINTS = 50
A_POINT = 1e-4

Fact = tuple[Any, ...]


class Net(NamedTuple):
    """A network for so many seats: its layers, and the line of each fact about one seat."""

    variant: Variant
    seats: int
    layers: Any
    lines: dict[Fact, int]
    images: list[tuple[int, ...]]


def net(variant: Variant, seats: int, weights: Any) -> Net:
    """A network with these weights, in double precision."""
    layers = [np.asarray(layer, np.float64) for layer in weights]
    facts = all_facts(variant, seats)
    images = images_of(variant)
    if 8 % len(images) != 0:
        images = [tuple(range(len(variant.rows)))]
    assert len(layers[0]) == seats * len(facts)
    return Net(variant, seats, layers, {fact: n for n, fact in enumerate(facts)}, images)


def all_facts(variant: Variant, seats: int) -> list[Fact]:
    """Every fact about one seat, in the order of the lines."""
    facts: list[Fact] = []
    for index, row in enumerate(variant.rows):
        facts.append(("open", index, 0, 0))
        for used in range(1, len(row.spaces) - row.ends + 1):
            for crosses in range(1, used + 1):
                facts.append(("open", index, used, crosses))
        for crosses in range(len(row.spaces) + 2):
            facts.append(("locked", index, crosses))
    for misses in range(variant.misses):
        facts.append(("misses", misses))
    for turns in range(seats):
        facts.append(("active in", turns))
    if variant.board is not None:
        for pawn in range(len(variant.board.path) + 1):
            facts.append(("pawn", pawn))
        for again in ("who knows", "yes", "no"):
            facts.append(("active again", again))
    if variant.lucky:
        for pair in variant.lucky:
            facts.append(("lucky", pair))
        facts.append(("lucky", "another pair"))
    return facts


def facts_of(game: Game, seat: int, seats: int) -> list[Fact]:
    """What is to be known of a seat before a roll, by a network for so many seats."""
    variant, sheet = game.variant, game.sheets[seat]
    facts: list[Fact] = []
    for index, bits in enumerate(sheet.rows):
        crossed = [space for space in range(bits.bit_length()) if bits >> space & 1]
        if game.is_locked(index):
            facts.append(("locked", index, len(crossed)))
        elif crossed:
            facts.append(("open", index, crossed[-1] + 1, len(crossed)))
        else:
            facts.append(("open", index, 0, 0))
    facts.append(("misses", sheet.misses))
    active_in = (seat - game.active) % len(game.sheets)
    facts.append(("active in", min(active_in, seats - 1)))
    if variant.board is not None:
        facts.append(("pawn", sheet.pawn))
        if game.last_turn is None:
            again = "who knows"
        elif game.turn + active_in <= game.last_turn:
            again = "yes"
        else:
            again = "no"
        facts.append(("active again", again))
    if variant.lucky:
        known = sheet.lucky in variant.lucky
        facts.append(("lucky", sheet.lucky if known else "another pair"))
    return facts


def others_in_order(game: Game, view: int) -> list[int]:
    """The other seats, from the one with the most points down; of equals who is active sooner."""
    points, seats = totals(game), len(game.sheets)
    others = [seat for seat in range(seats) if seat != view]
    return sorted(others, key=lambda seat: (-points[seat], (seat - game.active) % seats))


@cache
def images_of(variant: Variant) -> list[tuple[int, ...]]:
    """Where each row may go so that the game stays the same, with colours renamed in any way and
    all numbers mirrored or not. A board keeps all rows in place, lucky numbers forbid mirrors."""
    places = range(len(variant.rows))
    if variant.board is not None:
        return [tuple(places)]
    found = []
    for images in permutations(places):
        for names in permutations(variant.dice):
            names_of = dict(zip(variant.dice, names, strict=True))
            for mirrored in (False, True):
                if mirrored and variant.lucky:
                    continue
                rows = [renamed(variant, row, names_of, mirrored) for row in variant.rows]
                same = all(
                    rows[index] == looks(variant.rows[image]) for index, image in enumerate(images)
                )
                if same and images not in found:
                    found.append(images)
    return found


def looks(row: Row) -> tuple[Any, ...]:
    """All of a row that the game is about."""
    return row.spaces, row.ends, row.needs, row.die


def renamed(variant: Variant, row: Row, names: dict[str, str], mirrored: bool) -> tuple[Any, ...]:
    spaces = []
    for colour, number in row.spaces:
        spaces.append(
            Space(names[colour], 2 * (variant.faces + 1) - number if mirrored else number)
        )
    return tuple(spaces), row.ends, row.needs, names[row.die]


def turned(game: Game, images: tuple[int, ...]) -> Game:
    """The game with everything that is in a row moved to its image."""
    sheets = []
    for sheet in game.sheets:
        rows = [0] * len(images)
        for row, image in enumerate(images):
            rows[image] = sheet.rows[row]
        sheets.append(sheet._replace(rows=tuple(rows)))
    locked = sum(1 << image for row, image in enumerate(images) if game.is_locked(row))
    return game._replace(sheets=tuple(sheets), locked=locked)


def outputs(net: Net, game: Game, view: int) -> tuple[float, float]:
    """The chance to win and the final score that the network expects, before a roll."""
    first, bias, second, second_bias, head = net.layers
    pooled = np.zeros(KERNELS)
    for images in net.images:
        seen, lines = turned(game, images), []
        for role, seat in enumerate([view, *others_in_order(game, view)][: net.seats]):
            for fact in facts_of(seen, seat, net.seats):
                lines.append(role * len(net.lines) + net.lines[fact])
        kernels = np.maximum(first[lines].sum(axis=0) + bias, 0)
        pooled += kernels.reshape(-1, KERNELS).sum(axis=0)
    hidden = np.maximum(pooled @ second + second_bias, 0)
    win, score = head @ np.concatenate([pooled, hidden, [1.0]])
    return float(1 / (1 + np.exp(-win))), float(score * POINTS)


def win_share(game: Game, view: int) -> float:
    """What a seat has of the win when the game is over."""
    points = totals(game)
    best = [seat for seat, total in enumerate(points) if total == max(points)]
    return 1 / len(best) if view in best else 0.0


def chance_and_points(net: Net, game: Game, view: int) -> tuple[float, float]:
    if game.over:
        return win_share(game, view), float(totals(game)[view])
    return outputs(net, game, view)


def worth(net: Net, game: Game, view: int) -> float:
    """What a seat plays for: to win, and a little for points; alone, for points."""
    win, points = chance_and_points(net, game, view)
    return points if len(game.sheets) == 1 else win + A_POINT * points


def outlook(net: Net, game: Game, view: int) -> float:
    """The chance to win, or alone the points; of two seats, the mean of what both say."""
    win, points = chance_and_points(net, game, view)
    if len(game.sheets) == 1:
        return points
    if len(game.sheets) == 2:
        return (win + 1 - chance_and_points(net, game, 1 - view)[0]) / 2
    return win
