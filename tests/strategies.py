"""Hypothesis strategies for games, rolls and choices."""

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from rowlock.rules import (
    VARIANTS,
    Game,
    Move,
    Phase,
    Roll,
    Row,
    Sheet,
    Variant,
    legal_moves,
    on_path,
    on_side,
    resume,
)


@st.composite
def variants(draw: DrawFn) -> Variant:
    """Any game; On Board on either side or on a path of its own."""
    variant = draw(st.sampled_from(list(VARIANTS.values())))
    if variant.board is None:
        return variant
    places = [f"{letter}{number}" for letter, number in variant.places]
    length = len(variant.board.path)
    if draw(st.booleans()):
        return on_side(variant, draw(st.sampled_from([side for side, _ in variant.sides])))
    return on_path(variant, " ".join(draw(st.permutations(places))[:length]))


@st.composite
def rows(draw: DrawFn, row: Row) -> int:
    """A row with any crosses but end numbers, often nearly ready to be locked."""
    inner = row.all_bits & ~row.end_bits
    return draw(st.one_of(st.just(0), st.just(inner), st.integers(0, inner))) & inner


@st.composite
def starts(draw: DrawFn) -> Game:
    """A game before a roll: at its start, or anywhere in the middle."""
    variant = draw(variants())
    seats = draw(st.integers(1, variant.seats))
    middle = draw(st.booleans())
    pawns = draw(st.lists(st.integers(1, 35), min_size=seats, max_size=seats, unique=True))
    numbers = st.integers(2, 2 * variant.faces)
    pairs = st.tuples(numbers, numbers).filter(lambda pair: pair[0] != pair[1])
    sheets = [
        Sheet(
            rows=tuple(draw(rows(row)) if middle else 0 for row in variant.rows),
            misses=draw(st.integers(0, 3)) if middle else 0,
            pawn=(pawn if middle else 0) if variant.board else None,
            lucky=draw(pairs) if variant.lucky else None,
        )
        for pawn in pawns
    ]
    locked = draw(st.sampled_from([0, *(1 << row for row in range(len(variant.rows)))]))
    return resume(variant, sheets, draw(st.integers(0, seats - 1)), locked if middle else 0)


@st.composite
def rolls(draw: DrawFn, game: Game) -> Roll:
    """Any roll of the dice in play."""
    face = st.integers(1, game.variant.faces)
    white = draw(st.tuples(face, face))
    return Roll(white, tuple((die, draw(face)) for die in game.dice_in_play))


@st.composite
def choices(draw: DrawFn, game: Game) -> tuple[Move, ...]:
    """A legal choice for each seat that acts, crossing more often than not."""
    return tuple(draw(st.sampled_from(legal_moves(game, seat))) for seat in game.acting)


@st.composite
def positions(draw: DrawFn) -> Game:
    """A position somewhere in a game, in any phase."""
    game = draw(starts())
    for _ in range(draw(st.integers(0, 8))):
        if game.over:
            break
        if game.phase is Phase.ROLL:
            game = game.roll(draw(rolls(game)))
        else:
            game = game.act(draw(choices(game)))
    return game
