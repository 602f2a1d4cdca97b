"""How many connections a home may have, and who has to go when there is no place left."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.server import meters
from rowlock.server.web.connections import TOO_MANY, Connections, Homes, Place, connections_for
from rowlock.server.web.descriptors import BATCHES, OWN, Room, raise_limit, room_in
from rowlock.server.web.kinds import networks
from rowlock.server.web.settings import Settings

PROXIES = networks("10.0.0.0/8")


class Wire(asyncio.Transport):
    """A connection that knows whether it was cut."""

    def __init__(self) -> None:
        self.is_cut = False

    def abort(self) -> None:
        self.is_cut = True


class Crowd:
    """Connections, and who has one. What is cut has gone when somebody looks."""

    def __init__(self, most: int, most_of_home: int) -> None:
        self.connections = Connections(most, most_of_home, PROXIES)
        self.places: list[Place] = []

    def come(self, address: str, busy: bool = False) -> Place | None:
        place = self.connections.enter(address, Wire())
        if place is not None:
            place.busy = busy
            self.places.append(place)
        self.clear_away()
        return place

    def clear_away(self) -> None:
        for place in [one for one in self.places if cut(one)]:
            self.leave(place)

    def leave(self, place: Place) -> None:
        self.places.remove(place)
        self.connections.leave(place)

    def homes(self) -> list[str]:
        return [place.home for place in self.places]


def cut(place: Place) -> bool:
    assert isinstance(place.transport, Wire)
    return place.transport.is_cut


def hits() -> float:
    return float(meters.LIMITS_HIT.labels(TOO_MANY)._value.get())


def test_a_home_has_its_limit_and_others_have_theirs() -> None:
    crowd, before = Crowd(100, 3), hits()
    assert [crowd.come("192.0.2.1") is None for _ in range(4)] == [False] * 3 + [True]
    assert hits() == before + 1
    assert crowd.come("192.0.2.2") is not None
    crowd.leave(crowd.places[0])
    assert crowd.come("192.0.2.1") is not None


def test_a_network_of_64_bits_is_one_home_and_ipv4_is_ipv4() -> None:
    crowd = Crowd(100, 2)
    addresses = ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:0:1::3", "2001:db8:0:1::1")
    assert [crowd.come(one) is None for one in addresses] == [False, False, True, False]
    addresses = ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2")
    assert [crowd.come(one) is None for one in addresses] == [False, False, True, False]


def test_a_trusted_proxy_brings_everybody() -> None:
    crowd = Crowd(20, 3)
    assert all(crowd.come("10.1.2.3") for _ in range(20))
    assert crowd.come("10.1.2.3") is None, "nobody has more than the others"
    crowd.leave(crowd.places[0])
    assert crowd.come("192.0.2.1") is not None
    assert crowd.come("10.1.2.3") is not None
    assert "192.0.2.1" not in crowd.homes(), "a home goes before everybody"


def test_the_newest_idle_one_of_the_largest_home_has_to_go() -> None:
    crowd = Crowd(6, 6)
    busy = [crowd.come("192.0.2.1", busy=True) for _ in range(2)]
    idle = [crowd.come("192.0.2.1") for _ in range(2)]
    assert crowd.come("192.0.2.1", busy=True)
    assert crowd.come("192.0.2.2")
    assert crowd.come("192.0.2.3")
    assert [place in crowd.places for place in (*busy, *idle)] == [True, True, True, False]
    assert crowd.come("192.0.2.4")
    assert [place in crowd.places for place in (*busy, *idle)] == [True, True, False, False]
    assert crowd.come("192.0.2.5")
    assert [place in crowd.places for place in busy] == [True, True], "the newest of the busy ones"


def test_who_has_most_gets_no_more_when_all_is_taken() -> None:
    crowd = Crowd(4, 4)
    for _ in range(4):
        assert crowd.come("192.0.2.1")
    assert crowd.come("192.0.2.1") is None
    assert crowd.come("192.0.2.2")
    assert crowd.come("192.0.2.2")
    assert crowd.come("192.0.2.2") is None, "both have two"
    assert sorted(crowd.homes()) == ["192.0.2.1"] * 2 + ["192.0.2.2"] * 2


@given(
    st.integers(1, 12),
    st.integers(1, 12),
    st.lists(st.tuples(st.integers(0, 4), st.booleans(), st.integers(0, 3)), max_size=80),
)
def test_nobody_who_has_less_is_kept_out(
    most: int, most_of_home: int, happens: list[tuple[int, bool, int]]
) -> None:
    crowd = Crowd(most, most_of_home)
    for number, busy, leave in happens:
        home = f"192.0.2.{number}"
        had = {one: crowd.homes().count(one) for one in {*crowd.homes(), home}}
        largest = max(had.values())
        place = crowd.come(home, busy)
        if had[home] < most_of_home and (sum(had.values()) < most or had[home] + 1 < largest):
            assert place is not None
        assert len(crowd.places) == len(crowd.connections) <= most
        for one in set(crowd.homes()):
            assert crowd.homes().count(one) == crowd.connections.of_home(one) <= most_of_home
        if leave == 0 and crowd.places:
            crowd.leave(crowd.places[number % len(crowd.places)])


@given(st.integers(256, 2_000_000))
def test_room_is_left_for_the_database_and_for_those_who_come_at_once(descriptors: int) -> None:
    room = room_in(descriptors)
    assert room.all + BATCHES * room.batch + OWN <= descriptors
    assert 0 < 2 * room.home <= room.all
    assert room.all >= descriptors // 2, "most of it is for people"
    assert 8 <= room.batch <= 64


@given(st.integers(0, 256))
def test_with_next_to_nothing_there_is_still_some_room(descriptors: int) -> None:
    room = room_in(descriptors)
    assert (room.all >= 16, room.home >= 8, room.batch >= 1) == (True, True, True)


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        ({}, 50),
        ({"limit_connections": 20}, 20),
        ({"limit_connections": 0}, 50),
        ({"limits": False, "limit_connections": 20}, 100),
    ],
)
def test_the_settings_say_how_many_a_home_may_have(settings: dict[str, Any], most: int) -> None:
    connections = connections_for(Settings(**settings), Room(100, 50, 8))
    came = [connections.enter("192.0.2.1", Wire()) for _ in range(110)]
    assert sum(place is not None for place in came) == most


def test_the_process_takes_as_many_descriptors_as_it_may() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(200, hard), hard))
        allowed = raise_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (allowed, hard)
        assert allowed == min(hard, 65_536)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_full_house_takes_no_longer_for_many_homes() -> None:
    """Nobody looks through all homes to find the largest."""
    crowd = Crowd(1000, 1000)
    for number in range(1000):
        assert crowd.come(f"192.0.{number // 250}.{number % 250}")
    looked: list[str] = []
    size = Homes.size

    def count(homes: Homes, home: str) -> int:
        looked.append(home)
        return size(homes, home)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Homes, "size", count)
        assert crowd.come("192.0.9.9") is None
    assert len(looked) < 5
