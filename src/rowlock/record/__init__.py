"""Games as text and back: reading, writing, replaying and checking records."""

from rowlock.record.errors import BadRecord, BrokenGame, RecordError
from rowlock.record.read import MOST_BYTES, read_record
from rowlock.record.record import Record, Turn
from rowlock.record.replay import replay
from rowlock.record.verify import verify
from rowlock.record.views import error_view, moves_view, replay_view
from rowlock.record.visible import visible
from rowlock.record.write import write_record

__all__ = [
    "MOST_BYTES",
    "BadRecord",
    "BrokenGame",
    "Record",
    "RecordError",
    "Turn",
    "error_view",
    "moves_view",
    "read_record",
    "replay",
    "replay_view",
    "verify",
    "visible",
    "write_record",
]
