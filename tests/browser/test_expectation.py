"""The exact expectation beside the sheet of a solo game."""

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.access import come_to_rest
from browser.gathering import share_device
from browser.people import DESKTOP, PHONE, People, Screen
from browser.playing import Player, wait_for_due
from browser.serving import Server
from browser.states import expecting, find_state, visit
from rowlock.record import read_record, replay
from rowlock.rules import Game, legal_moves
from server.prepared import foreseen, prepare
from shares import first_of

EXPECTED = re.compile(r"^Expected with perfect play\s+(\d+\.\d)$")
BOXES = """() => [...document.querySelectorAll(".own > *, .bar, .choices > *, .decide > *")].map(
  (one) => { const { x, y, width, height } = one.getBoundingClientRect();
             return [one.className, x, y, width, height].join(); })"""


@pytest.fixture(autouse=True)
def _solved(server: Server) -> None:
    """The original is solved, for all tests here."""
    if not server.solved.exists():
        prepare(server.solved)


def line(page: Page) -> str:
    return page.locator(".own > [role=status]").first.inner_text()


def begin_alone(page: Page, game: str = "Original") -> None:
    """Start a game alone, and wait for a choice."""
    share_device(page, game, ["Ema"])
    wait_for_due([Player(page, Random(1))])


def position(page: Page) -> tuple[Game, dict[str, str]]:
    """The position on the page, and the tags of its record."""
    answer = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/record")
    record = read_record(answer.text())
    return replay(record), dict(record.extra)


def scores(page: Page) -> dict[str, str]:
    """What stands on the choices, by move."""
    page.locator(".score.best").first.wait_for()
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".choices [data-move]")].map(
          (one) => [one.dataset.move, one.querySelector(".score [aria-hidden]").innerText]))"""
    )
    return found


def test_every_choice_shows_what_it_comes_to(people: People, screen: Screen) -> None:
    page = people.arrive(screen, own=True)
    held = Held(page)
    begin_alone(page)
    expect(page.locator(".score")).to_have_count(0)
    assert "Hints" not in position(page)[1]
    shown = scores_that_move_nothing(page, held)
    game, tags = position(page)
    values = {str(move): foreseen(game.act([move])) for move in legal_moves(game, 0)}
    best = max(values.values())
    marked = {
        move: f"✓\u00a0{value:.1f}" if value == best else f"{value:.1f}"
        for move, value in values.items()
    }
    assert shown == marked
    assert EXPECTED.sub(r"\1", line(page)) == f"{best:.1f}"
    assert tags["Hints"] == "on"
    move, value = max(values.items(), key=lambda one: one[1])
    expect(page.locator(f'[data-move="{move}"]')).to_have_accessible_name(
        re.compile(f"best choice, {value:.1f} expected")
    )
    for button in page.locator(".choices [data-move]").all():
        expect(button).to_be_visible()


def test_it_stays_switched_on_and_follows_the_game(people: People) -> None:
    page = people.arrive(PHONE)
    begin_alone(page)
    expecting(page)
    scores(page)
    page.reload()
    scores(page)
    player = Player(page, Random(3))
    for _ in range(4):
        wait_for_due([player])
        scores(page)
        game, _ = position(page)
        expect(page.locator(".own > [role=status]").first).to_contain_text(f"{foreseen(game):.1f}")
        player.choose()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Show the exact expectation").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(".score")).to_have_count(0)
    expect(page.get_by_text("Expected with perfect play")).to_have_count(0)


class Held:
    """Keeps what a page is told of the expectation, until it is let go."""

    def __init__(self, page: Page) -> None:
        self._kept: list[str] = []
        self._open = False
        page.route_web_socket(re.compile("/socket"), self._route)

    def let_go(self) -> None:
        self._open = True
        for text in self._kept:
            self._page.send(text)

    def _route(self, socket: WebSocketRoute) -> None:
        self._page = socket
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            assert isinstance(text, str)
            if self._open or json.loads(text)["type"] != "expectation":
                socket.send(text)
            else:
                self._kept.append(text)

        server.on_message(hear)


def scores_that_move_nothing(page: Page, held: Held) -> dict[str, str]:
    """What stands on the choices once it is shown; all stays where it was meanwhile."""
    expecting(page)
    expect(page.locator(".score")).not_to_have_count(0)
    come_to_rest(page)
    before = page.evaluate(BOXES)
    assert page.locator(".score.best").count() == 0
    held.let_go()
    shown = scores(page)
    assert page.evaluate(BOXES) == before
    return shown


def test_nothing_moves_at_a_desk_when_the_scores_come(people: People) -> None:
    page = people.arrive(DESKTOP, own=True)
    held = Held(page)
    begin_alone(page)
    scores_that_move_nothing(page, held)


def test_while_the_game_is_solved_the_page_says_how_far_it_is(people: People) -> None:
    page = people.arrive(PHONE, own=True)
    answers = [0.1, 0.42]

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def ask(text: str | bytes) -> None:
            asked = json.loads(text)
            if asked["type"] != "expect" or not answers:
                server.send(text)
                return
            told = {"type": "not-solved", "n": asked["n"], "why": "solving", "command": ""}
            socket.send(json.dumps({**told, "progress": answers.pop(0)}))

        socket.on_message(ask)

    page.route_web_socket(re.compile("/socket"), route)
    begin_alone(page)
    expecting(page)
    told = page.get_by_text("The exact expectation is being computed:")
    expect(told).to_contain_text("10%")
    expect(told).to_contain_text("42%")
    scores(page)
    assert EXPECTED.match(line(page))


@pytest.mark.parametrize("state", first_of(["white", "board-white", "watching"], "white"))
def test_other_tables_do_not_offer_it(onlookers: People, state: str) -> None:
    page = visit(onlookers, find_state(state), DESKTOP, again=True)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("switch")).to_have_count(0)


def test_a_large_game_names_the_command(onlookers: People) -> None:
    page = visit(onlookers, find_state("expecting-large"), PHONE)
    command = page.locator(".own code")
    expect(command).to_have_text(re.compile(r"^rowlock solve longo --lucky \d+ \d+$"))
    expect(page.locator(".score")).to_have_count(0)
