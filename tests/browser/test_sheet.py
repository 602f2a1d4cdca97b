"""The sheet can be read by eye on a small phone, by ear, and without motion."""

from playwright.sync_api import expect

from browser.looks import LEAST_CHOICE, LEAST_COLUMN
from browser.people import DESKTOP, PHONE, SMALL_PHONE, People
from browser.sheets import game_in, spaces_of
from browser.states import find_state, visit
from rowlock.rules import points

DICE_MOTION = """() => [...document.querySelectorAll(".die")].map((die) => {
  const { animationName, animationDuration } = getComputedStyle(die);
  return animationName === "none" ? 0 : Number.parseFloat(animationDuration);
})"""
HALF_A_SECOND = 0.5

# Asked for one by one, boxes take longer than all the rest.
COLUMNS = """() => [...document.querySelectorAll(".own [data-row]")].map((row) =>
  [...row.querySelectorAll("[data-space], .lock")].map(
    (one) => one.getBoundingClientRect().width))"""
CHOICES = """() => [...document.querySelectorAll(".choices button")].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return Math.min(width, height);
})"""


def test_longo_has_columns_wide_enough_on_a_small_phone(onlookers: People) -> None:
    page = visit(onlookers, find_state("longo-white"), SMALL_PHONE, again=True)
    rows = page.evaluate(COLUMNS)
    assert [len(columns) for columns in rows] == [16] * 4
    assert min(width for columns in rows for width in columns) >= LEAST_COLUMN
    choices = page.evaluate(CHOICES)
    assert choices
    assert min(choices) >= LEAST_CHOICE


def test_rows_and_spaces_have_names_for_who_hears_them(onlookers: People) -> None:
    page = visit(onlookers, find_state("closed-spaces"), DESKTOP, again=True)
    game = game_in("closed-spaces")
    worth = points(game.variant, game.sheets[0]).rows
    for row, bits, gained in zip(game.variant.rows, game.sheets[0].rows, worth, strict=True):
        count = bits.bit_count()
        crosses = "1 cross" if count == 1 else f"{count} crosses"
        counted = "1 point" if gained == 1 else f"{gained} points"
        name = f"{row.name.capitalize()} row, {crosses}, {counted}"
        expect(page.get_by_role("group", name=name)).to_be_visible()
    spaces = page.locator(".own [data-space]").evaluate_all(
        "all => all.map((one) => one.ariaLabel)"
    )
    expected = [f"{space.row.name} {space.number}" for space in spaces_of(game)]
    assert [name.split(", ")[0] for name in spaces] == expected
    assert game.rolled is not None
    first, second = game.rolled.white
    dice = page.get_by_role("img", name=f"White dice {first} and {second}, sum {first + second}")
    expect(dice).to_be_visible()


def test_dice_settle_soon_and_at_once_for_who_wants_no_motion(onlookers: People) -> None:
    page = visit(onlookers, find_state("white"), PHONE)
    moving = page.evaluate(DICE_MOTION)
    assert len(moving) == 6
    assert all(0 < seconds < HALF_A_SECOND for seconds in moving)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(DICE_MOTION) == [0] * 6
