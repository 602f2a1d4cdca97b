"""Events that pass as if people had sent them lead to a table that can be served."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.record import read_record
from rowlock.server.tables.events import Kept
from rowlock.server.tables.names import clean_name
from rowlock.server.tables.pace import all_due, roll_events
from rowlock.server.tables.reading import Unreadable, read_event
from rowlock.server.tables.records import record_text
from rowlock.server.tables.vetting import healed, vet_table
from rowlock.server.tables.view import Viewer, view_of
from rowlock.server.tables.votes import Attendance
from server.older import CODES, ROWS

ROWS_OF_EVENTS = [
    row for row in map(json.loads, ROWS.read_text("utf-8").splitlines()) if "body" in row
]
HUGE = 10**400
ESCAPE = "\x1b]0;owned\x07\x1b[31mAnn\u202e"
LATE = 1_790_100_000.0

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 2**31, 2**63, 2**64, HUGE, 1e308, -1e308]),
    st.sampled_from(["", "-", "r5", "BCDFGH", "0" * 64, "0" * 32, "cautious", "original", ESCAPE]),
    st.text(max_size=30),
    st.lists(st.integers(-3, 12), max_size=3),
    st.sampled_from([{}, {"type": "seat-left", "seat": 1}, [[]], ["-", "-"]]),
)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_passes_can_be_shown_recorded_and_played_on(data: st.DataObject) -> None:
    code = data.draw(st.sampled_from(CODES))
    mine = [dict(row) for row in ROWS_OF_EVENTS if row["code"] == code]
    row = data.draw(st.sampled_from(mine))
    body = json.loads(row["body"])
    body[data.draw(st.sampled_from(sorted(body)))] = data.draw(ODD)
    row["body"] = json.dumps(body)
    kept = [read_event_of(row) for row in mine]
    if None in kept:
        return
    try:
        table = vet_table(code, [one for one in kept if one])
    except Unreadable:
        return
    assert all(clean_name(seat.name) == seat.name for seat in table.seats if seat.name)
    for holder in ("", table.creator):
        view_of(table, Viewer(holder, 0), Attendance(), LATE)
    if table.record:
        assert read_record(record_text(table)).names == tuple(seat.name for seat in table.seats)
    for due in all_due(table, 1.0):
        assert due.kind != "roll" or roll_events(table)


def read_event_of(row: dict[str, Any]) -> Kept | None:
    try:
        body = healed(row["body"].encode())
        return read_event(row["code"], row["seq"], row["at"], body)
    except Unreadable:
        return None
