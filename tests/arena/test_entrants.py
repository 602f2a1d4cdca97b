"""Who takes part, and who meets whom."""

import re
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.arena.entrants import check_programs, meetings, read_entrants
from rowlock.bots import BOTS
from rowlock.rules import VARIANTS, find_variant

ORIGINAL = find_variant("original")
NAMES = [*BOTS, "cmd:x", "cmd:x 2", "cmd:x 2 2", "cmd:x 3"]


def labels(*names: str) -> list[str]:
    return [entrant.label for entrant in read_entrants(names)]


@given(st.lists(st.sampled_from(NAMES), max_size=12))
def test_every_label_is_another_one(names: list[str]) -> None:
    entrants = read_entrants(names)
    assert [entrant.name for entrant in entrants] == names
    assert len({entrant.label for entrant in entrants}) == len(names)
    for at, entrant in enumerate(entrants):
        assert (entrant.label == entrant.name) == (entrant.name not in names[:at])


def test_labels_count() -> None:
    assert labels("random", "cautious", "random", "random") == [
        "random",
        "cautious",
        "random 2",
        "random 3",
    ]
    assert labels("cmd:x", "cmd:x", "cmd:x 2") == ["cmd:x", "cmd:x 3", "cmd:x 2"]


def test_a_bot_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no bot 'deep'; there are random, cautious, heuristic"):
        read_entrants(["random", "deep"])


def test_programs_are_looked_for(tmp_path: Path) -> None:
    bot, text = tmp_path / "bot.py", tmp_path / "readme.txt"
    bot.touch()
    text.touch()
    check_programs(read_entrants(["random", f"cmd:{bot} --brave"]))
    for name, why in [
        (f"cmd:{tmp_path}/nothing", f"there is no program {tmp_path}/nothing"),
        (f"cmd:{tmp_path}", f"{tmp_path} is a folder"),
        (f"cmd:{text}", f"{text} is not executable"),
        ("cmd:", "a program must be named"),
        ('cmd:"bot', "a quote is opened and not closed"),
    ]:
        with pytest.raises(ValueError, match=re.escape(f"{name} cannot be started: {why}")):
            check_programs(read_entrants(["random", name]))


class TestMeetings:
    def test_all_sit_at_one_table(self) -> None:
        (table,) = meetings(ORIGINAL, read_entrants(["random", "cautious", "random"]), None, 7)
        assert table.names == ("random", "cautious", "random")
        assert table.labels == ("random", "cautious", "random 2")
        assert (table.variant, table.seed) == (ORIGINAL, 7)

    @given(st.sampled_from(list(VARIANTS)), st.integers(1, 7), st.data())
    def test_every_group_meets_once(self, name: str, bots: int, data: st.DataObject) -> None:
        variant = find_variant(name)
        seats = data.draw(st.integers(1, min(bots, variant.seats)))
        tables = meetings(variant, read_entrants(["random"] * bots), seats, 3)
        groups = {frozenset(table.labels) for table in tables}
        assert len(tables) == len(groups) == comb(bots, seats)
        assert all(len(group) == seats for group in groups)
        assert {(table.variant, table.seed) for table in tables} == {(variant, 3)}

    @pytest.mark.parametrize(
        ("variant", "bots", "seats", "message"),
        [
            ("original", 2, 3, "3 seats need as many bots, not 2: name one for each"),
            ("original", 6, None, "original has 1 to 5 seats, not 6: with --seats, every group"),
            ("on-board", 5, None, "on-board has 1 to 4 seats, not 5: with --seats, every group"),
            ("on-board", 5, 5, "on-board has 1 to 4 seats, not 5$"),
            ("original", 2, 0, "original has 1 to 5 seats, not 0$"),
            ("original", 0, None, "original has 1 to 5 seats, not 0"),
        ],
    )
    def test_tables_that_cannot_be(
        self, variant: str, bots: int, seats: int | None, message: str
    ) -> None:
        entrants = read_entrants(["random"] * bots)
        with pytest.raises(ValueError, match=message):
            meetings(find_variant(variant), entrants, seats, 1)
