"""All pins: their names, and what makes each anew from the code as it is."""

from collections.abc import Callable, Mapping
from functools import partial

from pins import endings, messages, recorded, solved, stored, surface

GAMES = (
    *("BCDFGJ", "BCDFGK", "BCDFGL", "BCDFGM"),
    *("BCDFGN", "BCDFGP", "BCDFGQ", "BCDFGR", "BCDFGS"),
)
"""The tables of the database where a game has begun."""

Make = Callable[[], str]

PINS: Mapping[str, Make] = {
    **{name: partial(messages.messages_text, kinds) for name, kinds in messages.ALL.items()},
    "openapi.json": surface.openapi_text,
    "codes.txt": surface.codes_text,
    "settings.txt": surface.settings_text,
    "metrics.txt": surface.metrics_text,
    "commands.txt": surface.commands_text,
    "exit-codes.txt": endings.exit_codes_text,
    "solver.txt": solved.solver_text,
    **{f"records/{name}.txt": partial(recorded.record_text, name) for name in recorded.RECORDS},
    "records/errors.txt": recorded.errors_text,
    **{f"games/{code}.txt": partial(stored.database_record, code) for code in GAMES},
    "views.json": stored.database_views,
    "backup-0001.jsonl": partial(stored.older_backup, "0001"),
    "backup-0002.jsonl": partial(stored.older_backup, "0002"),
    "backup-0003.jsonl": stored.newest_backup,
    "backup-views.json": partial(stored.backup_views, "backup-0001.jsonl"),
}
"""What the code makes today must be what was kept."""

KEPT: Mapping[str, Make] = {stored.DATABASE: stored.grown_database}
"""What is only read, whatever the code would make today."""

ALL: Mapping[str, Make] = {**KEPT, **PINS}
"""In an order in which they can be made: some are made from others."""
