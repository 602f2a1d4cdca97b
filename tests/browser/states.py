"""Every page and state of the product, to be looked at in a browser.

The scenes of the pictures, and tables that are as crowded as they can be.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from playwright.sync_api import Error, Page
from scenes import (
    EMA,
    GUEST,
    INVITE,
    LEGAL,
    MENU,
    OPEN,
    SCENES,
    Scene,
    Seats,
    Step,
    at_table,
    choosing,
    ended,
    key_of,
    person,
    tap,
)
from staging import Staged, Wanted, write_tables

from browser.access import come_to_rest
from browser.people import PHONE, People, Screen, Theme
from rowlock.rules import Phase, legal_moves, pawn_landings
from rowlock.server.messages.asks import NewSeat, NewTable
from rowlock.server.tables.table import Table
from server.prepared import prepare

WIDEST = "W" * 24
"""The longest name, of the widest letters."""


def _crowd(size: int) -> Seats:
    """So many people at devices of their own."""
    keys = [EMA, *(key_of(f"person-{place}") for place in range(2, size + 1))]
    return [person(WIDEST) for _ in range(size)], keys


def _crowded(name: str, code: str, variant: str, seats: int, wanted: Wanted | None) -> Scene:
    return at_table(f"crowded-{name}", code, variant, wanted, seats=_crowd(seats))


LATE_WHITE = choosing(Phase.WHITE, since=12, choices=2)
FULL_LOBBY = NewTable("longo", [person(WIDEST)] * 3 + [OPEN, OPEN], lucky="chosen", listed=True)

CROWDED = [
    _crowded("original", "CWBBBB", "original", 5, LATE_WHITE),
    _crowded("longo", "CWCBBB", "longo", 5, LATE_WHITE),
    _crowded("on-board", "CWDBBB", "on-board", 4, choosing(Phase.PAWN, since=9, choices=2)),
    Scene("crowded-watching", "/t/CWDBBB", key=GUEST),
    _crowded("end", "CWFBBB", "original", 5, ended),
    _crowded("end-board", "CWGBBB", "on-board", 4, ended),
    at_table(
        "crowded-hot-seat",
        "CWHBBB",
        "longo",
        LATE_WHITE,
        seats=([person(WIDEST) for _ in range(5)], [EMA] * 5),
    ),
    Scene(
        "crowded-lobby",
        "/t/CWJBBB",
        steps=[tap("#seats + button")],
        staged=Staged("CWJBBB", FULL_LOBBY, [EMA, EMA, EMA, None, None]),
    ),
]


def _beside_a_row_locked_by_others(table: Table) -> bool:
    game = table.game
    if game is None or not LATE_WHITE(table):
        return False
    return game.locked > 0 and not game.sheets[0].locks(game.variant)


def _with_closed_landings(table: Table) -> bool:
    game = table.game
    if game is None or not choosing(Phase.PAWN, choices=2)(table):
        return False
    return len(legal_moves(game, 0)) <= len(pawn_landings(game, 0))


CLOSED = [
    at_table("closed-spaces", "CSBBBB", "original", _beside_a_row_locked_by_others),
    at_table("closed-landings", "CSCBBB", "on-board", _with_closed_landings),
]


def expecting(page: Page) -> None:
    """Have the exact expectation shown. On a busy machine the menu was seen closed again after the
    first tap, so somebody who does not find it open taps once more."""
    page.locator(MENU).click()
    switch = page.get_by_role("switch")
    try:
        switch.wait_for(timeout=5_000)
    except Error:
        page.keyboard.press("Escape")
        page.locator(MENU).click()
    switch.check()
    page.keyboard.press("Escape")


def _known(page: Page) -> None:
    expecting(page)
    page.locator(".score.best").first.wait_for()


def _expecting(name: str, code: str, variant: str, wanted: Wanted, *steps: Step) -> Scene:
    return at_table(f"expecting-{name}", code, variant, wanted, *steps, seats=SOLO)


SOLO: Seats = ([person("Ema")], [EMA])
EXPECTING = [
    _expecting("white", "XPBBBB", "original", choosing(Phase.WHITE), _known),
    _expecting("colour", "XPCBBB", "original", choosing(Phase.COLOUR, 2, 7), _known, tap(LEGAL)),
    _expecting("large", "XPDBBB", "longo", choosing(Phase.WHITE), expecting),
    _expecting("menu", "XPFBBB", "original", choosing(Phase.WHITE), tap(MENU)),
]


def _all_are_waited_for(table: Table) -> bool:
    game = table.game
    if game is None or game.phase is not Phase.WHITE or game.turn < 7:
        return False
    return len(table.waiting) == len(table.seats)


def _thinking(name: str, code: str, *bots: str) -> Scene:
    """Nothing happens by itself at these tables, so their bots think and think."""
    seats = [person("Ema"), *(NewSeat("bot", bot=bot) for bot in bots)]
    keys = [EMA, *(None for _ in bots)]
    return at_table(name, code, "original", _all_are_waited_for, seats=(seats, keys))


def _add_bot(page: Page) -> None:
    page.get_by_role("button", name="+ Bot").click()


MORE_BOTS = ".stepper >> nth=2 >> button >> nth=1"
LEVELS = [
    Scene("levels-home", "/", key=GUEST, steps=[tap(".now .quiet-link")]),
    Scene("levels-new-table", "/", key=GUEST, steps=[tap(INVITE), tap(MORE_BOTS)]),
    Scene("levels-lobby", "/t/LBBBBB", steps=[_add_bot], whole=True),
    _thinking("thinking", "THBBBB", "medium", "grandmaster"),
    _thinking("thinking-crowd", "THCBBB", "master", *["grandmaster"] * 3),
]

STATES: Sequence[Scene] = [*SCENES, *CROWDED, *CLOSED, *EXPECTING, *LEVELS]
STATE_NAMES = [state.name for state in STATES]

SHOWN_ELSEWHERE = {
    "home": "home-continue",
    "new-table": "levels-new-table",
    "lobby": "crowded-lobby",
    "lobby-lucky": "crowded-lobby",
    "first-turn": "crowded-longo",
    "white": "newer",
    "white-selected": "newer",
    "colour": "expecting-colour",
    "nothing-fits": "waiting",
    "locked": "last-round",
    "five-seats": "crowded-longo",
    "hot-seat": "crowded-hot-seat",
    "quick-clock": "absent",
    "longo-white": "crowded-longo",
    "longo-colour": "crowded-longo",
    "board-white": "crowded-on-board",
    "board-pawn": "board-pawn-selected",
    "board-b": "board-pawn-selected",
    "watching": "crowded-watching",
    "menu": "expecting-menu",
    "move-seat": "invite",
    "stop": "delete",
    "stopped": "deletion-wanted",
    "lost": "unavailable",
    "unavailable-home": "unavailable-new-table",
    "end": "crowded-end",
    "end-board": "crowded-end-board",
    "end-longo": "crowded-end",
    "rules-original": "rules-on-board",
    "rules-longo": "rules-on-board",
    "no-table": "claim-used",
    "nowhere": "claim-used",
    "crowded-original": "crowded-longo",
    "closed-spaces": "why-closed",
    "closed-landings": "crowded-on-board",
    "expecting-white": "expecting-colour",
    "thinking": "crowded-longo",
    "thinking-crowd": "crowded-longo",
}
"""States all of whose parts are in another one too, most often in more crowded surroundings."""

READY = "#seats, .own, main > .intro, main > h1 + p.soft"
"""What is there only once a page has all it needs: lobby, table, first page or rules, a message
with a text. That it is connecting a page says without one."""

READY_OF = {"home-continue": "main a[href^='/t/']"}


def find_state(name: str) -> Scene:
    """The state of this name."""
    return next(state for state in STATES if state.name == name)


def write_states(data: Path) -> None:
    """Put all tables into a server's folder before it starts."""
    data.mkdir(parents=True)
    prepare(data / "solved")
    staged = [state.staged for state in STATES if state.staged]
    # Playwright keeps this thread's event loop to itself.
    writing = Thread(target=write_tables, args=(data, staged))
    writing.start()
    writing.join()


def visit(
    people: People,
    state: Scene,
    screen: Screen = PHONE,
    *,
    language: str = "en-GB",
    theme: Theme = "light",
    again: bool = False,
) -> Page:
    """Somebody looks at this state, when all that moves has come to rest; `again` is quicker, with
    the browser that looked before, and for who leaves nothing behind in it."""
    people.allow("ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (40[04]|503)")
    if again:
        page = people.return_(screen, state.path, language=language, theme=theme, key=state.key)
    else:
        page = people.arrive(
            screen, state.path, language=language, theme=theme, key=state.key, own=True
        )
    page.locator(READY_OF.get(state.name, READY)).first.wait_for()
    come_to_rest(page)
    for step in state.steps:
        step(page)
        come_to_rest(page)
    return page
