"""Whether the database takes what is written."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from os import urandom

from sqlalchemy import Connection, delete, insert

from rowlock.server.storage.losses import DAMAGED, Loss, Unavailable, refusing
from rowlock.server.storage.schema import EVENTS

NOWHERE = ""
"""The code of no table."""

TRIED = 16_384
"""So many bytes are written to try it out: more than what is free on some page."""

_log = logging.getLogger(__name__)


class Condition:
    """What the last write has shown: `lost` is why it failed, None if it did not."""

    def __init__(self) -> None:
        self.lost: Loss | None = None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Whoever writes herein is refused if the database cannot be used."""
        try:
            with refusing():
                yield
        except Unavailable as refused:
            self.lost = refused.loss
            raise
        if self.lost not in (None, DAMAGED):
            _log.warning("the games can be written again")
        self.lost = None


def try_out(connection: Connection) -> None:
    """Write as a game would, and take it back before anybody can see it. It is to be committed:
    some disks are found to be full only then."""
    connection.execute(
        insert(EVENTS), {"code": NOWHERE, "seq": 0, "at": 0.0, "body": urandom(TRIED)}
    )
    connection.execute(delete(EVENTS).where(EVENTS.c.code == NOWHERE))
