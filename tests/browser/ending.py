"""The end of a game as a page shows it, and as its record has it."""

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from rowlock.record import Record, read_record, replay, verify
from rowlock.rules import Game, points, winners

SCORES = """() => [...document.querySelectorAll(".end tbody tr")].map((line) => ({
  name: line.querySelector("th").firstChild.textContent.trim(),
  points: [...line.querySelectorAll("td")].map((cell) => cell.textContent.trim()),
  won: line.querySelector("th").childElementCount > 0,
}))"""


@dataclass(frozen=True)
class Score:
    """A seat's line: points by row, of misses, of the board if there is one, and in all."""

    name: str
    points: tuple[int, ...]
    won: bool


def shown_scores(page: Page) -> list[Score]:
    """The points on the page, best first."""
    return [
        Score(line["name"], tuple(_number(cell) for cell in line["points"]), line["won"])
        for line in page.evaluate(SCORES)
    ]


def _number(cell: str) -> int:
    return int(cell.replace("−", "-"))


def replayed_scores(record: Record, names: Sequence[str]) -> list[Score]:
    """The points that the record leads to, best first."""
    game = replay(record)
    won = winners(game) or ()
    scores = [Score(name, _points(game, seat), seat in won) for seat, name in enumerate(names)]
    return sorted(scores, key=lambda score: -score.points[-1])


def _points(game: Game, seat: int) -> tuple[int, ...]:
    worth = points(game.variant, game.sheets[seat])
    bonus = () if game.variant.board is None else (worth.bonus,)
    return (*worth.rows, worth.misses, *bonus, worth.total)


def downloaded_record(page: Page) -> Record:
    """The record, by the link at the end."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    return read_record(download.value.path().read_bytes())


def check_end(pages: Sequence[Page], names: Sequence[str]) -> Record:
    """Every page shows, under these names, what the record leads to, whose dice were fair."""
    record = downloaded_record(pages[0])
    verify(record)
    scores, rolls = replayed_scores(record, names), len(record.turns)
    for page in pages:
        shown = shown_scores(page)
        assert shown == scores, f"the page shows {shown}, the record leads to {scores}"
        expect(page.get_by_text(f"all {rolls} rolls follow from it")).to_be_visible()
    return record
