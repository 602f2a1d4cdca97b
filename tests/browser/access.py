"""What axe finds wrong with a page for people with a keyboard, a screen reader or poor sight."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")

NEVER_SERIOUS = (
    "aria-allowed-role",
    "aria-deprecated-role",
    "empty-heading",
    "empty-table-header",
    "form-field-multiple-labels",
    "heading-order",
    "html-xml-lang-mismatch",
    "image-redundant-alt",
    "landmark-banner-is-top-level",
    "landmark-contentinfo-is-top-level",
    "landmark-main-is-top-level",
    "landmark-no-duplicate-banner",
    "landmark-no-duplicate-contentinfo",
    "landmark-no-duplicate-main",
    "landmark-one-main",
    "landmark-unique",
    "meta-viewport",
    "meta-viewport-large",
    "no-autoplay-audio",
    "page-has-heading-one",
    "presentation-role-conflict",
    "region",
    "scope-attr-valid",
    "server-side-image-map",
    "skip-link",
    "table-duplicate-name",
)
"""Rules of axe whose findings are moderate or minor, and take a quarter of its time."""

OPTIONS = {
    # The nodes of passes are not looked at, and need not be described. What would be loaded
    # ahead, style sheets and sounds, is for no rule that finds anything serious.
    "resultTypes": ["violations"],
    "preload": False,
    # A finding is told by its HTML.
    "selectors": False,
    "rules": {rule: {"enabled": False} for rule in NEVER_SERIOUS},
}

# What is behind an open dialog nobody can reach, and is looked at without one.
FINDINGS = """async ([options, but]) => {
  const shown = document.querySelector("dialog[open]") ?? document;
  const context = { include: shown, exclude: but ? [...document.querySelectorAll(but)] : [] };
  return (await axe.run(context, options)).violations;
}"""

# What a change of the page sets in motion begins with the next frame.
AT_REST = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
}"""


def come_to_rest(page: Page) -> None:
    """Wait until nothing moves any more, on the page that is there after it has reloaded itself."""
    try:
        page.evaluate(AT_REST)
    except Error as error:
        if "navigation" not in error.message:
            raise
        page.wait_for_load_state()
        come_to_rest(page)


def serious_findings(page: Page, but: str | None = None) -> list[str]:
    """The findings that keep people out, each with the places it was found at; `but` says which
    parts are left out."""
    come_to_rest(page)
    bring_axe(page)
    violations = page.evaluate(FINDINGS, [OPTIONS, but])
    return [_told(one) for one in violations if one["impact"] in SERIOUS]


def bring_axe(page: Page) -> None:
    """Load axe, which is there from now on whatever this page goes to: that is quicker than to
    bring it each time."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
        page.add_init_script(_axe())


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def _told(violation: dict[str, Any]) -> str:
    places = "\n".join(
        f"  {node['html']}\n  {node['failureSummary']}" for node in violation["nodes"]
    )
    return f"{violation['id']} ({violation['impact']}): {violation['help']}\n{places}"
