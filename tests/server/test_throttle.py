"""What happens again and again is told of once in a while, and nothing of it is lost."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rowlock.server.throttle import ANY_NETWORK, MINUTE, Repeated, Throttle
from server.houses import Clock

KINDS = st.sampled_from(("garbage", "upgrade"))
NETWORKS = st.sampled_from([f"192.0.{number}.0/24" for number in range(6)])


def test_the_first_passes_and_the_rest_is_counted() -> None:
    clock = Clock()
    throttle = Throttle(now=clock)
    assert [throttle.note("garbage", "a") for _ in range(1000)] == [1] + [None] * 999
    assert throttle.note("garbage", "b") == 1
    assert throttle.note("upgrade", "a") == 1
    clock.now += MINUTE
    assert throttle.note("garbage", "a") == 1000
    assert throttle.note("garbage", "a") is None


def test_what_was_held_back_is_told_when_its_time_is_over() -> None:
    clock = Clock()
    throttle = Throttle(now=clock)
    for _ in range(5):
        throttle.note("garbage", "a")
    throttle.note("garbage", "b")
    assert list(throttle.due()) == []
    clock.now += MINUTE
    assert list(throttle.due()) == [Repeated("garbage", "a", 4)]
    assert list(throttle.due()) == []
    assert throttle.note("garbage", "a") is None, "it has just been told of"
    clock.now += MINUTE
    assert list(throttle.due()) == [Repeated("garbage", "a", 1)]
    clock.now += MINUTE
    assert list(throttle.due()) == []
    assert len(throttle) == 0, "what is over is forgotten"


def test_at_the_end_all_that_was_held_back_is_told() -> None:
    throttle = Throttle(now=Clock())
    for network in "aab":
        throttle.note("garbage", network)
    assert list(throttle.rest()) == [Repeated("garbage", "a", 1)]
    assert list(throttle.rest()) == []


def test_a_crowd_of_networks_is_one() -> None:
    throttle = Throttle(now=Clock(), most_keys=10)
    told = [throttle.note("garbage", str(network)) for network in range(1000)]
    assert told.count(1) == 11
    assert len(throttle) == 11
    assert list(throttle.rest()) == [Repeated("garbage", ANY_NETWORK, 989)]


@given(st.lists(st.tuples(KINDS, NETWORKS, st.floats(0, 40), st.booleans()), max_size=80))
def test_counts_add_up_and_lines_are_a_minute_apart(
    happened: list[tuple[str, str, float, bool]],
) -> None:
    clock = Clock()
    throttle = Throttle(now=clock, most_keys=4)
    told: Counter[str] = Counter()
    last: dict[tuple[str, str], float] = {}

    def tell(kind: str, network: str, count: int) -> None:
        told[kind] += count
        assert clock.now - last.get((kind, network), -MINUTE) >= MINUTE
        last[kind, network] = clock.now

    for kind, network, seconds, look in happened:
        clock.now += seconds
        known = network if (kind, network) in throttle or len(throttle) < 4 else ANY_NETWORK
        count = throttle.note(kind, network)
        if count is not None:
            tell(kind, known, count)
        for one in throttle.due() if look else ():
            tell(*one)
    for one in throttle.rest():
        told[one.kind] += one.times
    assert told == Counter(kind for kind, *_ in happened)
