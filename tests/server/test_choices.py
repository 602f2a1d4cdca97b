"""Who has chosen is told in few words, and whoever is told knows as much as by a whole view."""

from pathlib import Path

from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Choose, Withdraw
from rowlock.server.messages.tells import AnyTold, Choices, Presence, View
from rowlock.server.tables.view import Viewer
from server.houses import House, open_house, told, until, view_of
from server.people import with_choices


async def _at_white(house: House) -> tuple[LiveTable, list[Page]]:
    live = await house.table("me open", "ben", autopass=False)
    pages = await house.come(live, "ann", "ben", "")
    await until(lambda: live.table.waiting == [1, 2])
    for page in pages:
        while (await view_of(page)).version < live.table.version:
            pass
    return live, pages


async def _last(page: Page) -> AnyTold:
    return (await told(page))[-1]


async def test_choices_and_those_taken_back_are_told_without_a_view(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live, (ann, ben, guest) = await _at_white(house)
        before = live.table.version
        await house.ask(live, "ann", Choose(seat=1, action=live.table.action, move="-"))
        assert await _last(ann) == Choices(before + 1, [1], [2], ["-"], None)
        assert await _last(ben) == Choices(before + 1, [1], [2], [None], None)
        assert await _last(guest) == Choices(before + 1, [1], [2], [], None)
        await house.ask(live, "ann", Withdraw(seat=1, action=live.table.action))
        assert await _last(ann) == Choices(before + 2, [], [1, 2], [None], None)


async def test_what_choices_reveal_is_a_view(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live, (_, ben, _) = await _at_white(house)
        action = live.table.action
        await house.ask(live, "ann", Choose(seat=1, action=action, move="-"))
        await house.ask(live, "ben", Choose(seat=2, action=action, move="-"))
        shown = await _last(ben)
        assert isinstance(shown, View)
        assert shown == live.view(Viewer("ben", action))


async def test_who_came_and_went_meanwhile_is_known_already(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live, (_, ben, _) = await _at_white(house)
        shown = live.view(Viewer("ben", live.table.version))
        (again,) = await house.come(live, "ann")
        live.leave(again)
        (ann,) = [page for page in live.pages if page.holder == "ann"]
        live.leave(ann)
        presence = await _last(ben)
        assert isinstance(presence, Presence)
        assert presence.here == [2]
        await house.ask(live, "ann", Choose(seat=1, action=live.table.action, move="-"))
        choices = await _last(ben)
        assert isinstance(choices, Choices)
        seats = live.view(Viewer("ben", live.table.version)).seats
        assert [seat.chosen for seat in with_choices(shown, choices).seats] == [
            seat.chosen for seat in seats
        ]
