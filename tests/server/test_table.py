"""At a table with real sockets: races, moved seats, rematches, stopped games."""

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from rowlock.record import BadRecord, read_record, replay, verify
from rowlock.server.messages import asks
from rowlock.server.messages.answers import Lists, TableCard
from rowlock.server.messages.tells import Done, Link, Refused, Revealed, View
from server.people import Arrive, Page, Person, new_nonce
from server.playing import play_together, sit_down, to_choose


def is_white(view: View) -> bool:
    return view.game is not None and view.game.phase == "white"


def choice(page: Page, seat: int, move: str = "-") -> asks.Choose:
    assert page.view.game is not None
    return asks.Choose(seat=seat, action=page.view.game.action, move=move)


def reveals(page: Page) -> list[Revealed]:
    return [one for view in page.views for one in view.news if isinstance(one, Revealed)]


async def white_action(stack: AsyncExitStack, people: list[Person]) -> tuple[str, list[Page]]:
    """A game of these people in its first white action, where nothing happens by itself."""
    seats = " ".join(["me", *["open"] * (len(people) - 1)])
    code = people[0].create(seats=seats, autopass=False)
    pages = await sit_down(stack, code, people)
    await pages[0].done(asks.Start())
    for page in pages:
        await page.until(is_white)
    return code, pages


async def test_of_many_who_want_the_last_seat_one_gets_it(arrive: Arrive) -> None:
    ann, others = arrive(), [arrive() for _ in range(6)]
    code = ann.create()
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(person.at(code)) for person in others]
        sits = (page.ask(asks.Sit(name="Ben", nonce=new_nonce())) for page in pages)
        answers = await asyncio.gather(*sits)
        refused = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert refused == ["table-full"] * 5
        held = [await page.until(lambda view: view.seats[1].kind != "open") for page in pages]
        assert sum(view.seats[1].yours for view in held) == 1


async def test_the_last_choices_at_once_are_revealed_together(arrive: Arrive) -> None:
    people = [arrive() for _ in range(4)]
    async with AsyncExitStack() as stack:
        _, pages = await white_action(stack, people)
        answers = await asyncio.gather(*(page.ask(choice(page, page.seat)) for page in pages))
        assert all(isinstance(answer, Done) for answer in answers)
        for page in pages:
            view = await page.until(lambda view: not is_white(view))
            assert len(reveals(page)) == 1
            assert view.game is not None


async def test_a_choice_sent_twice_or_late_counts_once(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    async with AsyncExitStack() as stack:
        _, (a, b) = await white_action(stack, [ann, ben])
        mine = choice(a, a.seat, a.view.yours[0].moves[0].move)
        first, second = await asyncio.gather(a.ask(mine), a.ask(mine))
        assert isinstance(first, Done)
        assert isinstance(second, Done)
        assert first.version == second.version
        await b.until(lambda view: view.seats[0].chosen)
        late = choice(b, b.seat)
        answers = await asyncio.gather(b.ask(late), b.ask(late), b.ask(choice(b, b.seat, "r2")))
        assert isinstance(answers[0], Done)
        assert [answer.code for answer in answers[1:] if isinstance(answer, Refused)] == [
            "stale",
            "stale",
        ]


async def test_nobody_chooses_for_another(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    async with AsyncExitStack() as stack:
        _, (a, b) = await white_action(stack, [ann, ben])
        for ask in (
            choice(b, a.seat),
            asks.Withdraw(seat=a.seat, action=choice(b, 1).action),
            asks.MakeLink(seat=a.seat),
            asks.TakeBack(seat=a.seat),
        ):
            assert await b.refused(ask) == "not-yours"
        assert await b.refused(asks.Vote(seat=a.seat)) == "not-absent"
        assert await b.refused(asks.Close()) == "not-creator"


async def test_two_pages_of_one_browser_are_one_person(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    async with AsyncExitStack() as stack:
        code, (a, b) = await white_action(stack, [ann, ben])
        second = await stack.enter_async_context(ann.at(code))
        await second.until(is_white)
        await second.done(choice(second, second.seat))
        view = await a.until(lambda view: view.yours[0].chosen == "-")
        assert view.game is not None
        assert view.game.waiting == [b.seat]


async def test_a_choice_can_be_changed_until_the_last_one_is_in(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    async with AsyncExitStack() as stack:
        _, (a, b) = await white_action(stack, [ann, ben])
        moves = [move.move for move in a.view.yours[0].moves]
        for move in moves:
            view = await a.done(choice(a, a.seat, move))
            assert view.yours[0].chosen == move
        assert a.view.game is not None
        view = await a.done(asks.Withdraw(seat=a.seat, action=a.view.game.action))
        assert view.yours[0].chosen is None
        await b.done(choice(b, b.seat))
        await a.done(choice(a, a.seat, moves[0]))
        view = await b.until(lambda view: not is_white(view))
        (revealed,) = reveals(b)
        assert [one.move for one in revealed.choices] == [moves[0], "-"]


async def test_hot_seat_players_choose_one_after_the_other(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create(seats="me me me", autopass=False, start=True)
    async with ann.at(code) as a:
        view = await a.until(lambda view: len(to_choose(view)) == 3)
        for left in (2, 1):
            own = to_choose(view)[0]
            view = await a.done(choice(a, own.seat, own.moves[0].move))
            assert len(to_choose(view)) == left
        (own,) = to_choose(view)
        await a.done(choice(a, own.seat))
        view = await a.until(lambda view: not is_white(view))
        assert len(view.yours) == 3
        assert view.game is not None
        assert view.game.waiting == [view.game.active]


async def test_a_seat_moves_to_another_device_once(arrive: Arrive) -> None:
    ann, ben, phone, thief = arrive(), arrive(), arrive(), arrive()
    async with AsyncExitStack() as stack:
        code, (a, b) = await white_action(stack, [ann, ben])
        seat = a.seat
        older, link = await a.ask(asks.MakeLink(seat=seat)), await a.ask(asks.MakeLink(seat=seat))
        assert isinstance(older, Link)
        assert isinstance(link, Link)
        address, _, secret = link.url.partition("#")
        assert address == f"{ann.address}/claim"
        assert link.qr.startswith("data:image/svg+xml")
        stale = older.url.partition("#")[2]
        assert thief.post("/api/claim", asks.Claim(stale)).problem == "link-used"
        assert thief.post("/api/claim", asks.Claim(f"{code}-guess")).problem == "link-used"
        assert thief.post("/api/claim", asks.Claim("BBBBBB-guess")).problem == "no-table"
        claimed = await asyncio.to_thread(phone.post, "/api/claim", asks.Claim(secret))
        assert claimed.status == 201
        again = await asyncio.to_thread(thief.post, "/api/claim", asks.Claim(secret))
        assert (again.status, again.problem) == (410, "link-used")
        view = await a.until(lambda view: not any(known.yours for known in view.seats))
        assert (view.creator, view.yours) == (False, [])
        assert await a.refused(choice(a, seat)) == "not-yours"
        moved = await stack.enter_async_context(phone.at(code))
        view = await moved.until(is_white)
        assert (view.creator, moved.seat) == (True, seat)
        await moved.done(choice(moved, seat))
        await b.until(lambda view: view.seats[0].chosen)
    assert [card.code for card in phone.get("/api/tables").read(Lists).yours] == [code]
    assert ann.get("/api/tables").read(Lists).yours == []


async def test_of_two_who_use_one_link_one_has_the_seat(arrive: Arrive) -> None:
    ann, thieves = arrive(), [arrive() for _ in range(4)]
    async with ann.at(ann.create()) as a:
        await a.until(lambda _: True)
        link = await a.ask(asks.MakeLink(seat=a.seat))
        assert isinstance(link, Link)
        claim = asks.Claim(link.url.partition("#")[2])
        claims = (asyncio.to_thread(one.post, "/api/claim", claim) for one in thieves)
        assert sorted(one.status for one in await asyncio.gather(*claims)) == [201, 410, 410, 410]


async def test_a_stopped_game_shows_its_seed_and_can_be_checked(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    async with AsyncExitStack() as stack:
        code, (a, b) = await white_action(stack, [ann, ben])
        running = await asyncio.to_thread(ann.get, f"/api/tables/{code}/record")
        record = read_record(running.body.decode())
        assert not replay(record).over
        assert set(record.extra) & {"Commitment", "Seed", "Nonces"} == {"Commitment"}
        with pytest.raises(BadRecord):
            verify(record)
        await a.done(choice(a, a.seat, a.view.yours[0].moves[0].move))
        view = await a.done(asks.Close())
        assert view.stage == "stopped"
        assert view.game is not None
        assert (view.game.reason, view.game.winners) == ("stopped", None)
        assert view.fairness.seed is not None
        await b.until(lambda view: view.stage == "stopped")
        assert b.view.news[-1].version == view.version
        stopped = await asyncio.to_thread(ben.get, f"/api/tables/{code}/record")
        record = read_record(stopped.body.decode())
        verify(record)
        assert record.turns[0].actions == (), "what was not revealed was not played"
        assert (
            stopped.headers["content-disposition"] == f'attachment; filename="rowlock-{code}.rlk"'
        )


async def test_a_rematch_begins_when_all_are_ready(arrive: Arrive) -> None:
    people = [arrive(), arrive()]
    rng = Random(5)
    async with AsyncExitStack() as stack:
        code, pages = await white_action(stack, people)
        assert await pages[1].refused(asks.Rematch()) == "not-over"
        ends = await play_together(pages, rng)
        eve = await stack.enter_async_context(arrive().at(code))
        await eve.until(lambda _: True)
        assert await eve.refused(asks.Rematch()) == "not-yours"
        asked = await asyncio.gather(*(page.ask(asks.Rematch()) for page in pages))
        assert all(isinstance(answer, Done) for answer in asked)
        codes = {(await page.until(lambda view: bool(view.rematch))).rematch for page in pages}
        (again,) = codes
        assert again is not None
        first = await asyncio.to_thread(_first, people[0], code)
        pair = [person.at(again, ready=False) for person in people]
        a, b = [await stack.enter_async_context(page) for page in pair]
        view = await a.until(lambda _: True)
        assert [seat.name for seat in view.seats] == [seat.name for seat in ends[0].seats]
        assert [seat.ready for seat in view.seats] == [False, False]
        assert view.fairness.commitment != ends[0].fairness.commitment
        await b.until(lambda _: True)
        await b.done(asks.Ready(seat=b.seat, nonce=new_nonce()))
        await a.done(asks.Ready(seat=a.seat, nonce=new_nonce()))
        view = await b.until(is_white)
        assert view.game is not None
        assert view.game.active == view.seats[(first + 1) % 2].id


async def test_a_rematch_goes_on_without_who_does_not_come(arrive: Arrive) -> None:
    people = [arrive(), arrive(), arrive()]
    async with AsyncExitStack() as stack:
        _, pages = await white_action(stack, people)
        await pages[0].done(asks.Close())
        await pages[1].until(lambda view: view.stage == "stopped")
        view = await pages[1].done(asks.Rematch())
        assert view.rematch is not None
        b, a = [await stack.enter_async_context(people[n].at(view.rematch)) for n in (1, 0)]
        view = await b.until(lambda _: True)
        assert view.creator, "who asks for a rematch makes its table"
        await a.until(lambda _: True)
        for page in (a, b):
            await page.done(asks.Ready(seat=page.seat, nonce=new_nonce()))
        assert await b.refused(asks.Start()) == "not-ready"
        await b.done(asks.Remove(seat=view.seats[2].id))
        assert (await b.done(asks.Start())).stage == "playing"


async def test_lists_say_whose_turn_it_is(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    async with AsyncExitStack() as stack:
        code, (a, _) = await white_action(stack, [ann, ben])
        path = f"/api/tables/{code}"
        card = (await asyncio.to_thread(ann.get, path)).read(TableCard)
        assert (card.your_turn, card.turn, card.stage) == (True, 1, "playing")
        await a.done(choice(a, a.seat))
        assert not (await asyncio.to_thread(ann.get, path)).read(TableCard).your_turn
        assert (await asyncio.to_thread(ben.get, path)).read(TableCard).your_turn


async def test_a_page_that_returns_gets_what_it_missed_and_nothing_else(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create(seats="me random", start=True)
    async with ann.at(code) as a:
        await play_together([a], Random(3))
        news = [one for view in a.views for one in view.news]
        versions = [view.version for view in a.views]
        assert [one.version for one in news] == sorted(one.version for one in news)
    for since in (0, versions[len(versions) // 3], versions[-2], versions[-1], versions[-1] + 9):
        async with ben.at(code, since) as b:
            view = await b.until(lambda _: True)
            assert view.news == [one for one in news if one.version > since]


def _first(person: Person, code: str) -> int:
    return read_record(person.get(f"/api/tables/{code}/record").body.decode()).start.first
