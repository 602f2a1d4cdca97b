"""The server is gone in the middle of a game; when it is back, all goes on."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser.gathering import open_table, share_device, sit_down, start_game
from browser.people import DESKTOP, PHONE, People
from browser.playing import PASS, Player, play_until
from browser.serving import Server
from rowlock.record import Record, read_record

LOST = "Connection lost"
CUT_OFF = "WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET"


def _turn(page: Page) -> int:
    turn = re.search(r"turn (\d+)", page.locator("header").inner_text())
    assert turn is not None
    return int(turn[1])


def _record(page: Page) -> Record:
    """What the server has of the game so far."""
    code = page.url.rsplit("/", 1)[1]
    return read_record(page.request.get(f"/api/tables/{code}/record").body())


def _alone(people: People, rng: Random) -> Player:
    """Somebody begins a game without bots, which each server would have to load."""
    people.allow(CUT_OFF)
    page = people.arrive(PHONE)
    share_device(page, "Original", ["Ema"])
    return Player(page, rng)


def test_both_go_on_after_the_server_was_killed(people: People, server: Server) -> None:
    people.allow(CUT_OFF)
    host = people.arrive(PHONE)
    friend = people.arrive(DESKTOP, open_table(host, "Original", "Ema", friends=1))
    sit_down(friend, "Petr")
    start_game(host, players=2)
    players = [Player(host, Random(4)), Player(friend, Random(5))]
    play_until(players, lambda due: _turn(host) >= 3 and len(due) == 2)

    # One choice is in, one is selected, and a third is on its way when the power goes.
    ema, petr = players
    sent = next(move for move in ema.see()["offered"] if move != PASS)
    ema.select(sent)
    ema.confirm()
    expect(friend.get_by_text("has chosen").first).to_be_attached()
    wanted = next(move for move in petr.see()["offered"] if move != PASS)
    petr.select(wanted)
    turn = _turn(host)
    server.freeze()
    petr.tap(".confirm")
    server.kill()
    for page in (host, friend):
        expect(page.get_by_text(LOST)).to_be_visible()
    expect(friend.get_by_role("alert").get_by_text("The connection was lost")).to_be_visible()

    server.start()
    for page in (host, friend):
        expect(page.get_by_text(LOST)).to_be_hidden()
    assert ema.see()["chosen"] == sent
    assert petr.see()["selected"] == wanted
    petr.confirm()

    play_until(players, lambda _: _turn(host) >= turn + 2 and _turn(friend) >= turn + 2)
    record = _record(host)
    chosen = [str(move) for move in record.turns[turn - 1].actions[0]]
    assert chosen == [sent, wanted]


@pytest.mark.soak
def test_a_page_comes_back_by_itself_when_the_server_was_stopped(
    people: People, server: Server
) -> None:
    player = _alone(people, Random(6))
    page = player.page
    play_until([player], lambda _: _turn(page) >= 2)
    assert server.stop() == 0
    server.start()
    # What is tapped before the page is back is not sent, and stays chosen.
    expect(page.get_by_text(LOST)).to_be_hidden()
    play_until([player], lambda _: _turn(page) >= 3)


def test_a_page_goes_on_from_an_old_copy_that_the_server_was_given(
    people: People, server: Server
) -> None:
    player = _alone(people, Random(7))
    page = player.page
    play_until([player], lambda due: _turn(page) == 2 and len(due) == 1)
    assert server.stop() == 0
    games = server.data / "rowlock.db"
    old = games.read_bytes()
    server.start()
    expect(page.get_by_text(LOST)).to_be_hidden()
    play_until([player], lambda _: _turn(page) >= 4)
    assert server.stop() == 0
    games.write_bytes(old)
    server.start()
    expect(page.get_by_text(LOST)).to_be_hidden()
    assert _turn(page) == 2
    play_until([player], lambda _: _turn(page) >= 3)
