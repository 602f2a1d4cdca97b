"""Before the start: who sits where, and what the creator may do."""

import pytest

from rowlock.rules import VARIANTS
from rowlock.server.messages import asks
from rowlock.server.messages.answers import Created, Here, Lists, TableCard
from rowlock.server.messages.asks import NewSeat
from rowlock.server.messages.tells import View
from rowlock.server.web.qr import qr_svg
from server.people import Arrive, Person, new_nonce, new_seat, new_table

LONGO = VARIANTS["longo"]


def names(view: View) -> list[str]:
    return [seat.name for seat in view.seats]


def ids(view: View) -> list[int]:
    return [seat.id for seat in view.seats]


async def test_people_sit_rename_and_leave(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create(seats="me open open")
    async with ann.at(code) as a, ben.at(code) as b:
        view = await b.until(lambda _: True)
        assert (view.stage, view.creator, view.yours, view.game) == ("lobby", False, [], None)
        third = view.seats[2].id
        view = await b.done(asks.Sit(name="Ben", nonce=new_nonce(), seat=third))
        assert names(view) == ["Ann", "", "Ben"]
        assert [seat.yours for seat in view.seats] == [False, False, True]
        assert [seat.creator for seat in view.seats] == [True, False, False]
        await b.done(asks.Rename(seat=third, name="  Benedikt\t z  Brna\n"))
        view = await a.until(lambda view: view.seats[2].name == "Benedikt z Brna")
        assert view.creator
        view = await b.done(asks.Leave(seat=third))
        assert [seat.kind for seat in view.seats] == ["person", "open", "open"]


async def test_a_name_asked_for_again_changes_nothing(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create()
    async with ann.at(code) as a:
        before = await a.until(lambda _: True)
        view = await a.done(asks.Rename(seat=a.seat, name=" Ann "))
        assert view.version == before.version


async def test_one_browser_brings_more_players(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create(seats="me")
    async with ann.at(code) as a, ben.at(code) as b:
        await a.until(lambda _: True)
        await b.until(lambda _: True)
        assert await b.refused(asks.Sit(name="Ben", nonce=new_nonce())) == "table-full"
        for count in range(2, VARIANTS["original"].seats + 1):
            view = await a.done(asks.Sit(name="Ann too", nonce=new_nonce()))
            assert [seat.yours for seat in view.seats] == [True] * count
        assert await a.refused(asks.Sit(name="Ann six", nonce=new_nonce())) == "table-full"
        assert await a.refused(asks.AddSeat()) == "table-full"


async def test_the_creator_adds_orders_and_removes(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create()
    async with ann.at(code) as a, ben.at(code) as b:
        await b.until(lambda _: True)
        await b.done(asks.Sit(name="Ben", nonce=new_nonce()))
        await a.done(asks.AddSeat(bot="cautious"))
        view = await a.done(asks.AddSeat())
        assert [seat.kind for seat in view.seats] == ["person", "person", "bot", "open"]
        one, two, three, four = ids(view)
        view = await a.done(asks.Reorder(seats=[three, two, one, four]))
        assert names(view) == ["Cautious", "Ben", "Ann", ""]
        assert await a.refused(asks.Reorder(seats=[three, two, one])) == "stale"
        assert await a.refused(asks.Reorder(seats=[three, three, one, four])) == "stale"
        for ask in (asks.Reorder(seats=[]), asks.AddSeat(), asks.Remove(seat=one), asks.Start()):
            assert await b.refused(ask) == "not-creator"
        assert await a.refused(asks.AddSeat(bot="nobody")) == "bad-setup"
        await a.done(asks.Remove(seat=two))
        view = await b.until(lambda view: two not in ids(view))
        assert not any(seat.yours for seat in view.seats)
        assert await b.refused(asks.Leave(seat=two)) == "no-seat"
        view = await a.done(asks.AddSeat())
        assert view.seats[-1].id == four + 1, "the number of a removed seat is never used again"


async def test_only_open_seats_go_when_a_game_starts(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create(seats="open me random open", autopass=False)
    async with ann.at(code) as a:
        await a.until(lambda _: True)
        await a.done(asks.Start())
        view = await a.until(lambda view: view.game is not None and view.game.waiting == [a.seat])
        assert names(view) == ["Ann", "Random"]
        assert await a.refused(asks.Start()) == "started"
        assert await a.refused(asks.Sit(name="Late", nonce=new_nonce())) == "started"


async def test_a_game_needs_a_person_who_is_ready(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create(seats="me random")
    async with ann.at(code) as a:
        await a.until(lambda _: True)
        await a.done(asks.Leave(seat=a.seat))
        assert await a.refused(asks.Start()) == "not-ready"
    assert ann.post("/api/tables", new_table(seats="random", start=True)).problem == "not-ready"


async def test_a_table_of_ones_own_starts_when_the_nonces_are_there(arrive: Arrive) -> None:
    ann = arrive()
    mine = NewSeat("me", "Ann")
    new = asks.NewTable("original", [mine, new_seat("random"), mine], start=True)
    code = ann.post("/api/tables", new).read(Created).code
    async with ann.at(code, ready=False) as a:
        view = await a.until(lambda _: True)
        assert (view.stage, len(view.fairness.commitment)) == ("lobby", 64)
        assert await a.refused(asks.Start()) == "not-ready"
        one, _, three = ids(view)
        view = await a.done(asks.Ready(seat=one, nonce=new_nonce()))
        assert [seat.ready for seat in view.seats] == [True, True, False]
        again = await a.done(asks.Ready(seat=one, nonce=new_nonce()))
        assert again.version == view.version, "a nonce is given once"
        view = await a.done(asks.Ready(seat=three, nonce=new_nonce()))
        assert view.stage == "playing"


async def test_a_closed_table_is_closed(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create()
    async with ann.at(code) as a, ben.at(code) as b:
        await b.until(lambda _: True)
        assert await b.refused(asks.Close()) == "not-creator"
        view = await a.done(asks.Close())
        assert (view.stage, view.fairness.seed) == ("closed", None)
        await b.until(lambda view: view.stage == "closed")
        assert await b.refused(asks.Sit(name="Ben", nonce=new_nonce())) == "closed"
        assert await a.refused(asks.Start()) == "closed"
        assert await a.refused(asks.Choose(seat=1, action=1, move="-")) == "not-started"
        assert (await a.done(asks.Close())).version == view.version
    assert ann.get("/api/tables").read(Lists).yours == []
    assert ann.get(f"/api/tables/{code}/record").problem == "not-started"


async def test_lucky_numbers_are_picked_or_dealt(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create("longo", "me me me cautious random", lucky="chosen", autopass=False)
    async with ann.at(code) as a:
        one, two, three, *_ = ids(await a.until(lambda _: True))
        await a.done(asks.PickLucky(seat=one, pair=(6, 11)))
        await a.done(asks.PickLucky(seat=two, pair=(4, 9)))
        view = await a.done(asks.PickLucky(seat=three, pair=(2, 16)))
        assert [seat.pick for seat in view.seats[:3]] == [(6, 11), (4, 9), (2, 16)]
        await a.done(asks.PickLucky(seat=two, pair=None))
        for pair in ((5, 5), (1, 8), (8, 17)):
            assert await a.refused(asks.PickLucky(seat=one, pair=pair)) == "bad-setup"
        view = await a.done(asks.Start())
        pairs = [seat.sheet.lucky for seat in view.seats if seat.sheet]
        assert (pairs[0], pairs[2], len(set(pairs))) == ((6, 11), (2, 16), 5)
        assert {pairs[1], *pairs[3:]} <= set(LONGO.lucky)


@pytest.mark.parametrize(("variant", "lucky"), [("longo", "dealt"), ("original", "chosen")])
async def test_lucky_numbers_are_not_picked_elsewhere(
    variant: str, lucky: str, arrive: Arrive
) -> None:
    ann = arrive()
    async with ann.at(ann.create(variant, lucky=lucky)) as a:
        await a.until(lambda _: True)
        assert await a.refused(asks.PickLucky(seat=a.seat, pair=(6, 11))) == "bad-setup"


def test_codes_are_read_in_any_way_people_write_them(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create()
    for written in (code, code.lower(), f"{code[:3]}%20{code[3:]}", "-".join(code).lower()):
        assert ann.get(f"/api/tables/{written}").read(TableCard).code == code
    for unknown in ("BCDFG", f"{code}B", "AEIOUY", "%E2%98%83", "x" * 500):
        answer = ann.get(f"/api/tables/{unknown}")
        assert (answer.status, answer.problem) == (404, "no-table")


def test_listed_tables_are_found_as_long_as_there_is_a_seat(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create(listed=True, clock="quick")
    by_link, full = ann.create(), ann.create(seats="me random", listed=True)
    started = ann.create(seats="me random", listed=True, start=True)

    def codes(cards: list[TableCard]) -> set[str]:
        return {card.code for card in cards} & {code, by_link, full, started}

    mine, others = ann.get("/api/tables").read(Lists), ben.get("/api/tables").read(Lists)
    assert codes(mine.yours) == {code, by_link, full, started}
    assert codes(mine.joinable) == set()
    assert codes(others.yours) == set()
    assert codes(others.joinable) == {code}
    found = next(card for card in others.joinable if card.code == code)
    assert (found.names, found.open, found.clock, found.turn) == (["Ann"], 1, "quick", None)


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (new_table("chess"), "bad-setup"),
        (new_table("on-board", "me me me me me"), "bad-setup"),
        (new_table("on-board", side="C"), "bad-setup"),
        (new_table("original", side="A"), "bad-setup"),
        (new_table(seats="me nobody"), "bad-setup"),
        (new_table(seats="me open", start=True), "bad-setup"),
        (asks.NewTable("original", [NewSeat("me")]), "bad-setup"),
        (asks.NewTable("original", [NewSeat("bot")]), "bad-setup"),
        (asks.NewTable("original", [NewSeat("me", "\u200b\u00ad")]), "bad-name"),
        (asks.NewTable("original", [NewSeat("me", "A" * 121)]), "bad-message"),
        (asks.NewTable("original", []), "bad-message"),
        (asks.NewTable("original", [new_seat("me")] * 6), "bad-message"),
        ({"variant": "original", "seats": [{"kind": "open"}], "seed": "00"}, "bad-message"),
        ({"variant": "original", "seats": [{"kind": "open"}], "start": 1}, "bad-message"),
        ([], "bad-message"),
    ],
)
def test_tables_that_cannot_be_are_refused(new: object, code: str, arrive: Arrive) -> None:
    ann = arrive()
    assert ann.post("/api/tables", new).problem == code
    assert ann.get("/api/tables").read(Lists).yours == []


def test_boards_have_a_side_unless_one_is_chosen(arrive: Arrive) -> None:
    ann = arrive()
    for side, given in ((None, "A"), ("B", "B")):
        code = ann.create("on-board", side=side)
        assert ann.get(f"/api/tables/{code}").read(TableCard).side == given


def test_the_server_says_who_can_be_asked_to_play(arrive: Arrive) -> None:
    ann = arrive()
    here = ann.get("/api/here").read(Here)
    assert here.bots == ["easy", "medium", "hard", "master", "grandmaster"], "from weak to strong"
    assert here.origin == ann.address
    for bot in here.bots:
        code = ann.create(seats=f"me {bot}")
        assert ann.get(f"/api/tables/{code}").read(TableCard).bots == [bot]


def test_the_qr_code_is_of_the_link_to_the_table(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create()
    answer = ann.get(f"/api/tables/{code}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.body == qr_svg(f"{ann.address}/t/{code}")


def test_a_guest_gets_a_key_with_any_answer_and_keeps_it(arrive: Arrive) -> None:
    guest = Person(arrive().address)
    given = guest.get("/api/tables").headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=Lax" in given
    assert "set-cookie" not in guest.get("/api/tables").headers
    assert Person(guest.address).get("/").headers["set-cookie"] != given
