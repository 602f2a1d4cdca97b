from rowlock.dice import ways


def test_ways() -> None:
    assert [ways(6, number) for number in (1, 2, 7, 12, 13)] == [0, 1, 6, 1, 0]


def test_ways_by_counting() -> None:
    for faces in (2, 3, 6, 8):
        sums = [first + second for first in range(1, faces + 1) for second in range(1, faces + 1)]
        assert [ways(faces, n) for n in range(20)] == [sums.count(n) for n in range(20)]
