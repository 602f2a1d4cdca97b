"""The states of the product that are worth a picture: which table, which page, what was tapped."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from playwright.sync_api import Page
from staging import NONCE, Staged, Wanted

from rowlock.rules import Phase, legal_moves, totals
from rowlock.server.messages.asks import NewSeat, NewTable
from rowlock.server.messages.tells import LastRound, Locked, Missed
from rowlock.server.tables import events as ev
from rowlock.server.tables.identity import key_hash
from rowlock.server.tables.table import Table


def key_of(name: str) -> str:
    """A key for somebody's browser, as long as those that the server gives."""
    return f"{name:-<43}"


EMA, PETR, KATKA, GUEST = map(key_of, ("ema", "petr", "katka", "guest"))
"""The keys of the browsers that look."""

Step = Callable[[Page], None]


@dataclass(frozen=True)
class Scene:
    """A picture: who looks where, what they do first, and the table that must be there."""

    name: str
    path: str
    key: str = EMA
    steps: Sequence[Step] = ()
    staged: Staged | None = None
    whole: bool = False


def tap(selector: str) -> Step:
    """Tap the first element a selector finds, also one that only says why it is closed."""

    def step(page: Page) -> None:
        element = page.locator(selector).first
        element.wait_for()
        element.click(force=True)

    return step


def offline(page: Page) -> None:
    """The network is gone."""
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(WAITING).wait_for()


REFUSE_ALL = """() => {
  WebSocket.prototype.send = function (text) {
    const refused = { type: "refused", n: JSON.parse(text).n, code: "unavailable", message: "" };
    this.onmessage(new MessageEvent("message", { data: JSON.stringify(refused) }));
  };
}"""


def unavailable(page: Page) -> None:
    """The server cannot reach its games."""
    page.route("**/api/tables", lambda route: route.fulfill(status=503))
    page.evaluate(REFUSE_ALL)


def reload(page: Page) -> None:
    """The page is loaded again."""
    page.reload()


def without(file: str) -> Step:
    """A file of the page cannot be loaded."""

    def block(page: Page) -> None:
        page.route(f"**/assets/{file}", lambda route: route.abort())

    return block


def newer(page: Page) -> None:
    """The page finds another build of itself at the server."""
    page.route(
        "**/api/here",
        lambda route: route.fulfill(json={**route.fetch().json(), "build": "newer"}),
    )
    page.evaluate("['offline', 'online'].forEach((what) => dispatchEvent(new Event(what)))")
    page.locator(".newer").wait_for()


def fill(name: str) -> Step:
    """Type a name in an open dialog."""
    return lambda page: page.locator("dialog input.input").first.fill(name)


def shown(selector: str) -> Step:
    """This is there in the end."""
    return lambda page: page.locator(selector).first.wait_for()


def item(place: int) -> str:
    """An item of the table's menu."""
    return f".items li:nth-child({place}) > *"


def person(name: str) -> NewSeat:
    """A seat of somebody with a browser."""
    return NewSeat("me", name)


BOT = NewSeat("bot", bot="cautious")
OPEN = NewSeat("open")
Seats = tuple[list[NewSeat], Sequence[str | None]]
ALONE: Seats = ([person("Ema"), BOT, BOT], [EMA, None, None])
TWO: Seats = ([person("Ema"), person("Petr")], [EMA, PETR])
THREE: Seats = ([person("Ema"), person("Petr"), person("Katka")], [EMA, PETR, KATKA])


def choosing(phase: Phase, since: int = 9, choices: int = 4) -> Wanted:
    """Only the first seat is waited for, with so many things to choose from."""

    def wanted(table: Table) -> bool:
        game = table.game
        return (
            game is not None
            and game.phase is phase
            and game.turn >= since
            and table.waiting == [table.seats[0].id]
            and len(legal_moves(game, 0)) >= choices
        )

    return wanted


def nothing_fits(table: Table) -> bool:
    """The first seat can only pass, and is waited for all the same."""
    game = table.game
    if game is None or game.phase is not Phase.WHITE or game.turn < 4:
        return False
    return _to_choose(table) and len(legal_moves(game, 0)) == 1


def in_full_swing(table: Table) -> bool:
    """A quiet moment late in a game, with a choice in every row and a tight score."""
    if not choosing(Phase.WHITE, since=13, choices=5)(table) or table.game is None:
        return False
    lately = [news for news in table.news if news.turn >= table.game.turn - 1]
    scores = totals(table.game)
    calm = not any(isinstance(news, Missed | Locked) for news in lately)
    return calm and max(scores) - min(scores) < 12 and table.game.sheets[0].misses > 0


def lucky(table: Table) -> bool:
    """The first seat's lucky number has come up."""
    game = table.game
    if not choosing(Phase.WHITE, choices=3)(table) or game is None or game.rolled is None:
        return False
    return game.rolled.white_sum in (game.sheets[0].lucky or ())


def told(kind: type) -> Wanted:
    """This has just happened, and the first seat is to choose."""

    def wanted(table: Table) -> bool:
        game = table.game
        recent = [news for news in table.news if game and news.turn >= game.turn - 1]
        return any(isinstance(news, kind) for news in recent) and _to_choose(table)

    return wanted


def _to_choose(table: Table) -> bool:
    return table.stage == "playing" and table.waiting == [table.seats[0].id]


def ended(table: Table) -> bool:
    """The game is over, and not too short."""
    return table.stage == "over" and table.game is not None and table.game.turn >= 15


def at_table(
    name: str,
    code: str,
    variant: str,
    wanted: Wanted | None,
    *steps: Step,
    seats: Seats = ALONE,
    key: str = EMA,
    **more: object,
) -> Scene:
    """A picture of a game."""
    new = NewTable(variant, seats[0], start=True, **more)  # type: ignore[arg-type]  # NewTable's
    return Scene(name, f"/t/{code}", key, steps, Staged(code, new, seats[1], wanted))


def but(
    scene: Scene, *, late: int | None = None, after: Sequence[ev.AnyEvent] = (), seed: int = 0
) -> Scene:
    """The same picture, with the clock passing for a seat, or after something more happened, or
    found from a seed on."""
    assert scene.staged is not None
    return replace(scene, staged=replace(scene.staged, late=late, after=after, seed=seed))


CHOICE = ".choices button"
MENU = "header button"
LEGAL = ".space.legal"
CLOSED = ".space:not(.legal):not(.crossed):not(.skipped)"
RULES = "a[href^='/rules/']"
CONFIRM = ".confirm"
OPEN_TABLE = "dialog .button.primary"
WAITING = "p[role=status]:has(span)"
INVITE = "button:has-text('Invite'), button:has-text('Pozv')"
NEW_LOBBY = NewTable("longo", [person("Ema"), OPEN, BOT], lucky="chosen")
LOBBY = Staged("LBBBBB", NEW_LOBBY, [EMA, None, None])
PETR_COMES: Sequence[ev.AnyEvent] = [
    ev.SeatTaken(2, key_hash(PETR), "Petr", NONCE),
    ev.LuckyPicked(2, (5, 8)),
]
CLOSED_LOBBY = Staged("LBDBBB", NEW_LOBBY, [EMA, None, None], after=[ev.TableClosed()])
LUCKY_LOBBY = Staged("LBCBBB", NEW_LOBBY, [EMA, None, None], after=PETR_COMES)

SCENES = [
    Scene("home", "/", key=GUEST, whole=True),
    Scene("home-continue", "/", whole=True),
    Scene(
        "new-table",
        "/",
        key=GUEST,
        steps=[tap(INVITE)],
    ),
    Scene("lobby", "/t/LBBBBB", staged=LOBBY, whole=True),
    Scene("lobby-guest", "/t/LBBBBB", key=GUEST, whole=True),
    Scene("lobby-lucky", "/t/LBCBBB", key=PETR, staged=LUCKY_LOBBY, whole=True),
    Scene("lobby-closed", "/t/LBDBBB", staged=CLOSED_LOBBY),
    at_table("first-turn", "FRBBBB", "original", choosing(Phase.WHITE, since=1)),
    at_table("white", "WHBBBB", "original", choosing(Phase.WHITE)),
    but(at_table("white-selected", "WHPBBB", "original", in_full_swing, tap(LEGAL)), seed=37),
    at_table("why-closed", "WHDBBB", "original", choosing(Phase.WHITE), tap(CLOSED)),
    at_table("waiting", "WTBBBB", "original", choosing(Phase.WHITE), seats=TWO, key=PETR),
    at_table("colour", "CLBBBB", "original", choosing(Phase.COLOUR), tap(LEGAL)),
    at_table("nothing-fits", "NFBBBB", "original", nothing_fits, seats=TWO, autopass=False),
    at_table("locked", "LKBBBB", "original", told(Locked)),
    at_table(
        "five-seats",
        "FVBBBB",
        "original",
        choosing(Phase.WHITE, since=12),
        seats=([person("Ema"), BOT, BOT, BOT, BOT], [EMA, None, None, None, None]),
    ),
    at_table(
        "hot-seat",
        "HTBBBB",
        "original",
        choosing(Phase.WHITE, since=5),
        seats=([person("Ema"), person("Petr"), person("Katka")], [EMA, EMA, EMA]),
    ),
    at_table("quick-clock", "QKBBBB", "original", choosing(Phase.WHITE), clock="quick"),
    at_table("longo-white", "LNBBBB", "longo", choosing(Phase.WHITE)),
    at_table("longo-lucky", "LNCBBB", "longo", lucky),
    at_table("longo-colour", "LNDBBB", "longo", choosing(Phase.COLOUR), tap(LEGAL)),
    at_table("board-white", "BRBBBB", "on-board", choosing(Phase.WHITE)),
    at_table("board-pawn", "BRCBBB", "on-board", choosing(Phase.PAWN, since=7, choices=3)),
    at_table(
        "board-pawn-selected",
        "BRDBBB",
        "on-board",
        choosing(Phase.PAWN, 7, 3),
        tap(".choices button"),
    ),
    at_table("board-b", "BRFBBB", "on-board", choosing(Phase.PAWN, since=7), side="B"),
    at_table("last-round", "LRBBBB", "on-board", told(LastRound)),
    at_table("mixx", "MXBBBB", "mixx-a", choosing(Phase.WHITE)),
    at_table("enlarged", "NLBBBB", "original", choosing(Phase.WHITE), tap("aside .cards button")),
    but(
        at_table(
            "absent",
            "BSBBBB",
            "original",
            choosing(Phase.WHITE),
            seats=THREE,
            clock="relaxed",
        ),
        late=2,
    ),
    but(
        at_table("lent", "LTBBBB", "original", choosing(Phase.WHITE), seats=TWO),
        after=[ev.BotStoodIn(1, "cautious")],
    ),
    at_table("watching", "WCBBBB", "on-board", choosing(Phase.WHITE), key=GUEST),
    at_table("menu", "MNBBBB", "original", choosing(Phase.WHITE), tap(MENU)),
    at_table("invite", "NVBBBB", "original", choosing(Phase.WHITE), tap(MENU), tap(item(1))),
    at_table("move-seat", "MVBBBB", "original", choosing(Phase.WHITE), tap(MENU), tap(item(3))),
    at_table("dice", "DCBBBB", "original", choosing(Phase.WHITE), tap(MENU), tap(item(4))),
    at_table("settings", "STBBBB", "original", choosing(Phase.WHITE), tap(MENU), tap(item(6))),
    at_table("stop", "SPBBBB", "original", choosing(Phase.WHITE), tap(MENU), tap(item(7))),
    but(
        at_table("stopped", "SPCBBB", "original", choosing(Phase.WHITE), seats=TWO),
        after=[ev.TableClosed()],
    ),
    but(
        at_table(
            "delete",
            "DLBBBB",
            "original",
            choosing(Phase.WHITE),
            tap(MENU),
            tap(item(7)),
            seats=THREE,
        ),
        after=[ev.TableClosed()],
    ),
    but(
        at_table("deletion-wanted", "DLCBBB", "original", choosing(Phase.WHITE), seats=THREE),
        after=[ev.TableClosed(), ev.DeletionAsked(key_hash(PETR))],
    ),
    at_table("lost", "LSBBBB", "original", choosing(Phase.WHITE), offline),
    at_table(
        "unavailable",
        "NVCBBB",
        "original",
        choosing(Phase.WHITE),
        unavailable,
        tap(LEGAL),
        tap(CONFIRM),
        shown(WAITING),
    ),
    Scene("unavailable-home", "/", key=GUEST, steps=[unavailable, reload, shown(WAITING)]),
    Scene(
        "unavailable-new-table",
        "/",
        key=GUEST,
        steps=[
            unavailable,
            tap(INVITE),
            fill("Ema"),
            tap(OPEN_TABLE),
            shown(".foot [role=status]"),
        ],
    ),
    at_table("newer", "NWBBBB", "original", choosing(Phase.WHITE), tap(LEGAL), newer),
    Scene(
        "part-missing",
        "/",
        key=GUEST,
        steps=[without("RulesPage*"), tap(RULES), shown(".notice h1")],
    ),
    at_table("end", "NDBBBB", "original", ended),
    at_table("end-board", "NDCBBB", "on-board", ended),
    at_table("end-longo", "NDDBBB", "longo", ended),
    Scene("rules-original", "/rules/original", key=GUEST, whole=True),
    Scene("rules-on-board", "/rules/on-board", key=GUEST, whole=True),
    Scene("rules-longo", "/rules/longo", key=GUEST, whole=True),
    Scene("privacy", "/privacy", key=GUEST, whole=True),
    Scene("no-table", "/t/ZZZZZZ", key=GUEST),
    Scene("claim-used", "/claim#ZZZZZZ-nothing", key=GUEST),
    Scene("nowhere", "/rules/chess", key=GUEST),
]
