"""People who play: they see what is lit, tap it, and confirm, until the game is over."""

import re
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TypedDict

from playwright.sync_api import Locator, Page, expect

PATIENCE = 60.0
"""Seconds in which something must happen."""

LOOK_AGAIN = 15
"""Milliseconds until one looks again whether something has happened."""

WHIM = 0.12
"""How often people change their mind, each time and way."""

SEEN = """() => {
  const moves = [...document.querySelectorAll(".choices [data-move]")];
  // Where one can only pass, the table does so by itself.
  const due = document.querySelector(".confirm") !== null && moves.length > 1;
  const pressed = moves.find((one) => one.ariaPressed === "true")?.dataset.move ?? null;
  const skips = (move) => {
    const [, row, number] = /^([a-z])(\\d+)/.exec(move) ?? [];
    const spaces = [...document.querySelectorAll(`.own [data-row="${row}"] [data-space]`)];
    const last = spaces.findLastIndex((space) => space.classList.contains("crossed"));
    return spaces.findIndex((space) => space.dataset.space === number) - last - 1;
  };
  return {
    over: document.querySelector("#end-title") !== null,
    due,
    offered: moves.map((one) => one.dataset.move),
    skips: moves.map((one) => Math.max(0, skips(one.dataset.move))),
    miss: document.querySelector(".pass small") !== null,
    selected: due ? pressed : null,
    chosen: due ? null : pressed,
  };
}"""

# The choice was sent and answered, and the page shows what came of it.
SENT = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  return !has("[aria-busy=true]") && !(has(".confirm") && has(".choices [aria-pressed=true]"));
}"""

WITHDRAWN = """() => document.querySelector("[aria-busy=false] .confirm") !== null"""

PASS = "-"
MOST_SKIPPED = 3


class Seen(TypedDict):
    """What a page shows: the moves as tokens, one of them perhaps selected or sent already, how
    many spaces each would skip, and whether passing would be a miss."""

    over: bool
    due: bool
    offered: list[str]
    skips: list[int]
    miss: bool
    selected: str | None
    chosen: str | None


class Player:
    """Somebody at a table who decides by whim; `keys` is for who rather types than taps, `passes`
    for who ends up with nothing but misses, and soon."""

    def __init__(
        self, page: Page, rng: Random, *, keys: bool = False, passes: bool = False
    ) -> None:
        self.page = page
        self.taps = 0
        self._rng = rng
        self._keys = keys
        self._passes = passes
        self._touch = page.evaluate("navigator.maxTouchPoints > 0")

    def see(self) -> Seen:
        """What the page shows now."""
        seen: Seen = self.page.evaluate(SEEN)
        return seen

    def has_whim(self) -> bool:
        """Whether one does something for no reason."""
        return self._rng.random() < WHIM

    def tap(self, place: str | Locator) -> None:
        """Tap or click, as this device does."""
        self.taps += 1
        at = self.page.locator(place) if isinstance(place, str) else place
        if self._touch:
            at.tap()
        else:
            at.click()

    def choose(self) -> None:
        """Select something, perhaps something else after all, and confirm it."""
        seen = self.see()
        if self.has_whim():
            self.select(self._rng.choice(seen["offered"]))
            if self._rng.random() < 0.5:
                self.undo()
        self.select(PASS if self._passes else _liked(seen))
        self.confirm()

    def change(self) -> None:
        """Put another choice in the place of the one sent, or take it back and choose again."""
        seen = self.see()
        others = [move for move in seen["offered"] if move != seen["chosen"]]
        if others and self._rng.random() < 0.5:
            self.select(self._rng.choice(others))
            self.confirm()
        else:
            self.tap(".undo")
            self.page.wait_for_function(WITHDRAWN)
            self.choose()

    def select(self, move: str) -> None:
        """Have this move selected, by whichever way there is."""
        selected = self.see()["selected"]
        if selected == move:
            return
        if selected and _space(selected) == _space(move):
            # Taps on one space go through all that is possible there.
            self.undo()
        if self._keys:
            self._type(move)
        else:
            self.tap(self._place_of(move))
        expect(self._button(move)).to_have_attribute("aria-pressed", "true")

    def undo(self) -> None:
        """Let nothing be selected."""
        if self._keys:
            self.page.keyboard.press("Escape")
        else:
            self.tap(".undo")
        expect(self.page.locator(".confirm")).to_be_disabled()

    def confirm(self) -> None:
        """Send what is selected, and wait until it was taken."""
        expect(self.page.locator(".confirm")).to_be_enabled()
        if self._keys:
            self.page.keyboard.press("Enter")
        else:
            self.tap(".confirm")
        self.page.wait_for_function(SENT)

    def _type(self, move: str) -> None:
        if move == PASS:
            self.page.keyboard.press("p")
            return
        seen = self.see()
        crosses = [one for one in seen["offered"] if one != PASS]
        at = crosses.index(seen["selected"]) if seen["selected"] in crosses else -1
        for _ in range((crosses.index(move) - at) % len(crosses) or len(crosses)):
            self.page.keyboard.press("ArrowRight")

    def _button(self, move: str) -> Locator:
        return self.page.locator(f'.choices [data-move="{move}"]')

    def _place_of(self, move: str) -> Locator:
        """Where to tap for a move: its button, or what it stands for on sheet or board."""
        button = self._button(move)
        if button.is_visible() and self._rng.random() < 0.7:
            return button
        return self._space_of(move) or button

    def _space_of(self, move: str) -> Locator | None:
        if cross := re.fullmatch(r"([a-z])(\d+)", move):
            row, number = cross.groups()
            return self.page.locator(f'.own [data-row="{row}"] [data-space="{number}"]')
        if advance := re.fullmatch(r"\+(\d+)", move):
            steps = self.page.locator(".steps", has_text=re.compile(f"^{advance[1]}$"))
            return self.page.locator("[data-landing]").filter(has=steps)
        return None


def _liked(seen: Seen) -> str:
    """The cross that skips least, so that rows come to be locked; none that skips too much."""
    skips = {
        move: skipped
        for move, skipped in zip(seen["offered"], seen["skips"], strict=True)
        if move != PASS and (seen["miss"] or skipped <= MOST_SKIPPED)
    }
    return min(skips, key=skips.__getitem__, default=PASS)


def _space(move: str) -> str:
    return move.rstrip("*")


def play_to_the_end(players: Sequence[Player]) -> None:
    """All choose whenever they are asked to, until every page shows the end."""
    play_until(players, lambda due: not due)


def play_until(players: Sequence[Player], stop: Callable[[list[Player]], bool]) -> None:
    """All choose whenever they are asked to, until those who are asked next make it stop."""
    while not stop(due := wait_for_due(players)):
        for player in due:
            player.choose()
            # While another one here is asked, the action cannot end under one's hands.
            if player is not due[-1] and player.has_whim():
                player.change()


def wait_for_due(players: Sequence[Player]) -> list[Player]:
    """Those who are asked for a choice, as soon as there is one; nobody at the end."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        seen = [player.see() for player in players]
        due = [player for player, shown in zip(players, seen, strict=True) if shown["due"]]
        if due or all(shown["over"] for shown in seen):
            return due
        players[0].page.wait_for_timeout(LOOK_AGAIN)
    raise TimeoutError("nobody is asked for a choice, and the game is not over")
