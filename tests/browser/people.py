"""People with browsers of their own, whose pages are watched for what should not happen."""

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    WebError,
)

from rowlock.server.web.keys import COOKIE

Theme = Literal["light", "dark"]

TEMPO = 10
"""How many times faster than for people everything moves, so that nobody waits for it to rest."""


@dataclass(frozen=True)
class Screen:
    """What a person holds in the hand, or has on the desk."""

    width: int
    height: int
    touch: bool

    @property
    def size(self) -> ViewportSize:
        """As Playwright wants it."""
        return {"width": self.width, "height": self.height}


PHONE = Screen(390, 844, touch=True)
SMALL_PHONE = Screen(360, 640, touch=True)
DESKTOP = Screen(1440, 900, touch=False)


Look = tuple[Screen, str, Theme]

ASIDE = "/api/here"
"""Where a page is while nobody uses it: at the server, so that it stays in its process."""


class People:
    """Whoever comes to the server at `home`, each with cookies and settings of their own.

    Errors in the console, errors of a page and requests to another host are kept in `problems`.
    """

    def __init__(self, browser: Browser, home: str) -> None:
        self.problems: list[str] = []
        self._browser = browser
        self._home = home
        self._allowed: list[str] = []
        self._contexts: list[BrowserContext] = []
        self._regulars: dict[Look, Page] = {}
        self._used: list[tuple[Look, Page]] = []
        self._free: dict[Look, list[Page]] = defaultdict(list)

    def arrive(
        self,
        screen: Screen = PHONE,
        path: str = "/",
        *,
        language: str = "en-GB",
        theme: Theme = "light",
        key: str | None = None,
        own: bool = False,
    ) -> Page:
        """Another person opens this page of the server; a `key` makes it a person known there.

        Nobody else ever has a browser that is their `own`: for who puts a clock, a script or a
        socket into it, which stay. Others may get one that somebody left, with nothing in it but
        files of the page, because a new one takes longer to begin than most pages to be shown."""
        self._dismiss_regulars()
        look = (screen, language, theme)
        page = self._new_page(*look) if own or not self._free[look] else self._free[look].pop()
        if not own:
            self._used.append((look, page))
        self._go(page, path, key)
        return page

    def return_(
        self, screen: Screen, path: str, *, language: str, theme: Theme, key: str | None
    ) -> Page:
        """Somebody opens this page with a browser that was used before, if there is one."""
        look = (screen, language, theme)
        if look not in self._regulars:
            self._regulars[look] = self._new_page(*look)
        page = self._regulars[look]
        page.context.set_offline(False)
        page.unroute_all()
        if page.url != "about:blank":
            page.evaluate("sessionStorage.clear()")
        page.set_viewport_size(screen.size)
        self._go(page, path, key)
        return page

    def allow(self, pattern: str) -> None:
        """Let problems pass that this matches: those that a test is about."""
        self._allowed.append(pattern)

    def unexpected(self) -> list[str]:
        """The problems that no test has allowed."""
        return [
            problem
            for problem in self.problems
            if not any(re.search(pattern, problem) for pattern in self._allowed)
        ]

    def forget(self) -> None:
        """What happened so far, and what was allowed, is nobody's concern any more."""
        self.problems.clear()
        self._allowed.clear()

    def part(self) -> None:
        """All go, and leave browsers for others."""
        kept = {page.context for page in self._regulars.values()}
        for look, page in self._used:
            try:
                self._empty(page, look[0])
            except Error:
                continue
            self._free[look].append(page)
        self._used.clear()
        kept |= {page.context for pages in self._free.values() for page in pages}
        for context in self._contexts:
            if context not in kept:
                context.close()
        self._contexts = [context for context in self._contexts if context in kept]

    def leave(self) -> None:
        """All close their browsers."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        self._regulars.clear()
        self._used.clear()
        self._free.clear()

    def _dismiss_regulars(self) -> None:
        """Let nobody be at a table who only looked at it before."""
        for page in self._regulars.values():
            if not page.url.endswith(("about:blank", ASIDE)):
                page.context.set_offline(False)
                page.unroute_all()
                page.goto(ASIDE)

    def _empty(self, page: Page, screen: Screen) -> None:
        """Let nothing be left of who used it."""
        page.context.set_offline(False)
        page.unroute_all()
        page.evaluate("[sessionStorage, localStorage].forEach((storage) => storage.clear())")
        page.goto(ASIDE)
        page.context.clear_cookies()
        page.set_viewport_size(screen.size)

    def _new_page(self, screen: Screen, language: str, theme: Theme) -> Page:
        context = self._browser.new_context(
            base_url=self._home,
            viewport=screen.size,
            has_touch=screen.touch,
            is_mobile=screen.touch,
            locale=language,
            color_scheme=theme,
        )
        self._contexts.append(context)
        self._watch(context)
        page = context.new_page()
        motion = context.new_cdp_session(page)
        motion.send("Animation.enable")
        motion.send("Animation.setPlaybackRate", {"playbackRate": TEMPO})
        return page

    def _go(self, page: Page, path: str, key: str | None) -> None:
        if key is not None:
            page.context.add_cookies([{"name": COOKIE, "value": key, "url": self._home}])
        page.goto(path)

    def _watch(self, context: BrowserContext) -> None:
        context.on("console", self._heard)
        context.on("weberror", self._failed)
        context.on("request", lambda request: self._asked(request.url))
        context.on(
            "page",
            lambda page: page.on("websocket", lambda socket: self._asked(socket.url)),
        )

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location['url']})")

    def _failed(self, error: WebError) -> None:
        self.problems.append(f"page: {error.error.stack or error.error.message}")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self._home).netloc:
            self.problems.append(f"request to another host: {url}")
