"""What axe finds wrong with a page for people with a keyboard, a screen reader or poor sight."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")

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


def serious_findings(page: Page) -> list[str]:
    """The findings that keep people out, each with the places it was found at."""
    come_to_rest(page)
    page.evaluate(_axe())
    violations = page.evaluate(
        "async (options) => (await axe.run(options)).violations",
        # The nodes of passes are not looked at, and need not be described. What would be loaded
        # ahead, style sheets and sounds, is for no rule that finds anything serious.
        {"resultTypes": ["violations"], "preload": False},
    )
    return [_told(one) for one in violations if one["impact"] in SERIOUS]


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def _told(violation: dict[str, Any]) -> str:
    places = "\n".join(
        f"  {node['html']}\n  {node['failureSummary']}" for node in violation["nodes"]
    )
    return f"{violation['id']} ({violation['impact']}): {violation['help']}\n{places}"
