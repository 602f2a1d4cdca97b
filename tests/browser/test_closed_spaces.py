"""A tap on a closed space says why, with the numbers of the sheet; so does a refused choice.

In Czech only `make soak` looks at it: the words themselves are tested in `client/tests`."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from scenes import GUEST

from browser.looks import too_wide
from browser.people import SMALL_PHONE, People
from browser.sheets import Space, game_in, spaces_of
from browser.states import find_state, visit
from shares import first_of

LANGUAGES = {"en": "en-GB", "cs": "cs-CZ"}


COLOURS = {
    "en": {"red": "red", "yellow": "yellow", "green": "green", "blue": "blue"},
    "cs": {"red": "červená", "yellow": "žlutá", "green": "zelená", "blue": "modrá"},
}


def expected(language: str, reason: str, space: Space, white_sum: int) -> str:
    """What must be said, as a pattern."""
    number, row = space.number, space.row
    colour = COLOURS[language][row.name]
    begun = colour.capitalize()
    last, has = (space.crosses or [0])[-1], len(space.crosses)
    patterns = {
        "en": {
            "crossed": f"You have crossed {colour} {number} already",
            "behind": f"{number} is left of your last cross, {last}",
            "locked": f"{begun} row is locked for everybody",
            "needs": f"{number} needs {row.needs} crosses in this row, you have {has}",
            "number": f"The white dice make {white_sum}, not {number}",
            "colour": f"No white and colour die make {colour} {number}",
        },
        "cs": {
            "crossed": f"{begun} {number} už křížek má",
            "behind": f"{number} je vlevo od posledního křížku .{last}.",
            "locked": f"{begun} řada je pro všechny uzamčena",
            "needs": f"{number} chce v této řadě aspoň {row.needs} křížků, máš {has}",
            "number": f"Bílé kostky dávají {white_sum}, ne {number}",
            "colour": f"{begun} {number}: žádná bílá s barevnou kostkou",
        },
    }
    return patterns[language][reason]


def look(people: People, state: str, language: str) -> Page:
    return visit(people, find_state(state), SMALL_PHONE, language=LANGUAGES[language], again=True)


def tap_closed(space: Locator) -> None:
    # Playwright would wait for what is closed to open, so it is told not to look whether it is, nor
    # whether the bar at the foot is in the way.
    space.evaluate("(space) => space.scrollIntoView({ block: 'center' })")
    space.tap(force=True)


def expect_said(page: Page, words: str) -> None:
    expect(page.locator(".own [role=status]")).to_have_text(re.compile(f"^{words}"))
    assert too_wide(page, SMALL_PHONE.width) == []


def check_space(page: Page, language: str, reason: str, space: Space, white_sum: int) -> None:
    row = page.locator(f'.own [data-row="{space.row.letter}"]')
    tap_closed(row.locator(f'[data-space="{space.number}"]'))
    expect_said(page, expected(language, reason, space, white_sum))


@pytest.mark.parametrize("language", first_of(LANGUAGES, "en"))
def test_a_tap_on_a_closed_space_says_why(onlookers: People, language: str) -> None:
    game = game_in("closed-spaces")
    assert game.rolled is not None
    white_sum = game.rolled.white_sum
    page = visit(
        onlookers,
        find_state("closed-spaces"),
        SMALL_PHONE,
        language=LANGUAGES[language],
        again=True,
    )
    closed = [space for space in spaces_of(game) if space.number != white_sum]
    reasons = {space.reason: space for space in closed}
    assert reasons.keys() == {"crossed", "behind", "locked", "needs", "number"}
    for reason, space in reasons.items():
        check_space(page, language, reason, space, white_sum)


@pytest.mark.parametrize("language", first_of(LANGUAGES, "en"))
def test_a_number_that_no_colour_die_makes(onlookers: People, language: str) -> None:
    game = game_in("longo-colour")
    assert game.rolled is not None
    page = visit(
        onlookers, find_state("longo-colour"), SMALL_PHONE, language=LANGUAGES[language], again=True
    )
    faces = dict(game.rolled.colours)
    sums = {die: {white + face for white in game.rolled.white} for die, face in faces.items()}
    space = next(
        space
        for space in spaces_of(game)
        if space.reason == "number" and space.number not in sums[space.row.letter]
    )
    check_space(page, language, "colour", space, game.rolled.white_sum)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The pawn may not land on {colour} {number}"),
        pytest.param("cs", "{begun} {number}: tam figurka nesmí", marks=pytest.mark.soak),
    ],
)
def test_a_space_of_the_board_says_why_no_pawn_may_land(
    onlookers: People, language: str, words: str
) -> None:
    page = look(onlookers, "closed-landings", language)
    closed = page.locator("[data-landing][aria-disabled=true]").first
    landing = int(closed.get_attribute("data-landing") or 0)
    board = game_in("closed-landings").variant.board
    assert board is not None
    row, number = board.path[landing - 1]
    tap_closed(closed)
    name = next(one.name for one in game_in("closed-landings").variant.rows if one.letter == row)
    colour = COLOURS[language][name]
    expect_said(page, words.format(colour=colour, begun=colour.capitalize(), number=number))


def _send_late(socket: WebSocketRoute) -> None:
    """Every choice is sent as one for the action before."""
    server = socket.connect_to_server()

    def send(message: str | bytes) -> None:
        ask = json.loads(message)
        if ask["type"] == "choose":
            ask["action"] -= 1
        server.send(json.dumps(ask))

    socket.on_message(send)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "That action is over"),
        pytest.param("cs", "Tahle akce už skončila", marks=pytest.mark.soak),
    ],
)
def test_what_the_server_refuses_is_said(onlookers: People, language: str, words: str) -> None:
    page = visit(onlookers, find_state("white"), SMALL_PHONE, language=LANGUAGES[language])
    page.route_web_socket("**/socket?*", _send_late)
    page.reload()
    page.locator(".choices [data-move]").first.tap()
    page.locator(".confirm").tap()
    expect(page.get_by_role("alert").get_by_text(words)).to_be_visible()
    expect(page.locator(".confirm")).to_be_enabled()


def test_a_code_that_leads_nowhere_is_said_on_the_first_page(onlookers: People) -> None:
    onlookers.allow("status of 404")
    page = onlookers.arrive(SMALL_PHONE, key=GUEST)
    page.get_by_label("Code of the table").fill("zzz zzz")
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("alert")).to_have_text("There is no such table.")
