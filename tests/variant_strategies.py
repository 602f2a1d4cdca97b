"""Games that nobody plays: data of every shape that a variant can have."""

from string import ascii_lowercase

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from rowlock.rules import Board, Row, Space, Variant


@st.composite
def any_rows(draw: DrawFn, letter: str, dice: str, most: int, length: int) -> Row:
    numbers = draw(st.permutations(range(2, most + 1)))[:length]
    spaces = tuple(Space(draw(st.sampled_from(dice)), number) for number in numbers)
    ends = draw(st.integers(1, min(3, len(spaces))))
    return Row(letter, letter, spaces, ends, draw(st.integers(0, 5)), draw(st.sampled_from(dice)))


@st.composite
def any_boards(draw: DrawFn, rows: list[Row]) -> Board:
    names = [(row.letter, space.number) for row in rows for space in row.spaces]
    path = tuple(draw(st.permutations(names))[: draw(st.integers(1, 30))])
    bonus = tuple(draw(st.integers(0, 9)) for _ in range(len(path) + 1))
    return Board(path, bonus, draw(st.integers(1, 6)), draw(st.integers(1, len(path))))


@st.composite
def any_variants(draw: DrawFn) -> Variant:
    faces, dice = draw(st.integers(2, 9)), ascii_lowercase[: draw(st.integers(1, 7))]
    count = draw(st.integers(1, 6))
    longest = min(2 * faces - 1, 62 // count)
    rows = [
        draw(any_rows(ascii_lowercase[index], dice, 2 * faces, draw(st.integers(1, longest))))
        for index in range(count)
    ]
    sums = st.integers(2, 2 * faces)
    pair = st.tuples(sums, sums).filter(lambda pair: pair[0] < pair[1])
    pairs = draw(st.lists(pair, min_size=5, max_size=6)) if draw(st.booleans()) else []
    return Variant(
        name="any",
        rows=tuple(rows),
        dice=tuple(dice),
        faces=faces,
        seats=5,
        points=tuple(draw(st.permutations(range(longest + 2)))),
        miss_points=draw(st.integers(-9, 3)),
        misses=draw(st.integers(1, 6)),
        locks=draw(st.integers(1, count)),
        board=draw(st.one_of(st.none(), any_boards(rows))),
        lucky=tuple(pairs),
    )
