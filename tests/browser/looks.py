"""What is wrong with how a page looks: too wide, too small to tap, or with words missing."""

import contextlib
import re
from collections.abc import Iterable

from playwright.sync_api import Error, Page, ViewportSize

SIZES: dict[int, ViewportSize] = {
    size["width"]: size
    for size in (
        ViewportSize(width=360, height=640),
        ViewportSize(width=390, height=844),
        ViewportSize(width=768, height=1024),
        ViewportSize(width=1440, height=900),
        ViewportSize(width=2560, height=1300),
    )
}
"""By width."""

WIDEST_TO_TOUCH = 768
"""Wider screens are mostly used with a mouse."""

PATIENCE = 30_000
LEAST_TARGET = 40
LEAST_CHOICE = 44
LEAST_COLUMN = 20

# Parts that measure themselves follow a new size a frame later.
FITS = "(width) => document.documentElement.scrollWidth <= width"
FITS_SOON = f"""async (width) => {{
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return ({FITS})(width);
}}"""

TOO_WIDE = """(width) => {
  const found = [];
  const whole = document.documentElement.scrollWidth;
  if (whole > width) found.push(`the page is ${whole} wide`);
  for (const element of document.body.querySelectorAll("*")) {
    if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth) continue;
    if (["auto", "scroll"].includes(getComputedStyle(element).overflowX)) {
      found.push(`${element.tagName}.${element.className} scrolls sideways`);
    }
  }
  return found;
}"""

# A box or a round button with words is hit anywhere on its label. Behind an open dialog nothing is.
TARGETS = """() => {
  const dialog = document.querySelector("dialog[open]");
  const box = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return { width, height };
  };
  const found = [];
  for (const element of (dialog ?? document).querySelectorAll("a, button, input, summary")) {
    const ticked = element.matches("[type=radio], [type=checkbox]");
    const target = ticked ? element.closest("label") : element;
    if (!target.checkVisibility({ visibilityProperty: true })) continue;
    const name = target.ariaLabel || target.textContent.trim() || target.className;
    const on = ["move", "space", "landing"].find((kind) => kind in target.dataset) ?? "page";
    found.push({ name, on, legal: !target.ariaDisabled, ...box(target) });
  }
  return found;
}"""

WORDS = """() => {
  const named = ["aria-label", "alt", "title", "placeholder"];
  const said = [...document.querySelectorAll(named.map((name) => `[${name}]`).join())].flatMap(
    (element) => named.map((name) => element.getAttribute(name) ?? ""),
  );
  return [document.title, document.body.innerText, ...said];
}"""

MISSING_WORDS = re.compile(r"⟨[^⟩]*⟩?|\{\s*\$?\w*|\bundefined\b|\bnull\b|\bNaN\b|\[object \w+")


def misfits(page: Page, widths: Iterable[int] = SIZES) -> list[str]:
    """What makes people scroll sideways or a finger miss, at each of these widths."""
    found = []
    for width in widths:
        page.set_viewport_size(SIZES[width])
        if not page.evaluate(FITS_SOON, width):
            _wait_for_fit(page, width)
        found += [f"at {width}: {what}" for what in _misfits_at(page, width)]
    return found


def _wait_for_fit(page: Page, width: int) -> None:
    """On a busy machine a new size takes longer than two frames to be followed; what is too wide
    for good is found afterwards."""
    with contextlib.suppress(Error):
        page.wait_for_function(FITS, arg=width, timeout=PATIENCE)


def too_wide(page: Page, width: int) -> list[str]:
    """What makes people scroll sideways on a screen as wide as this."""
    found: list[str] = page.evaluate(TOO_WIDE, width)
    return found


def _misfits_at(page: Page, width: int) -> Iterable[str]:
    yield from too_wide(page, width)
    if width <= WIDEST_TO_TOUCH:
        yield from _small_targets(page)


def _small_targets(page: Page) -> Iterable[str]:
    targets = page.evaluate(TARGETS)
    choices = sum(target["on"] == "move" for target in targets)
    for target in targets:
        least = LEAST_CHOICE if target["on"] == "move" else LEAST_TARGET
        # Spaces of sheet and board may be small where the choices are there again as buttons.
        repeated = target["on"] in ("space", "landing") and (choices or not target["legal"])
        if not repeated and min(target["width"], target["height"]) < least:
            yield f"{target['name']!r} is {target['width']:.0f}×{target['height']:.0f}"


def missing_words(page: Page) -> list[str]:
    """What stands where words should be, on the page and in its names for screen readers."""
    texts = page.evaluate(WORDS)
    return [match.group() for text in texts for match in MISSING_WORDS.finditer(text)]
