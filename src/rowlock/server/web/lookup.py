"""Finding the table that somebody names by its code, whatever they want there.

Nothing else in the web part looks a table up by what somebody sent, so whatever tells them whether
there is such a table is counted.
"""

from typing import Any

from litestar.connection import ASGIConnection

from rowlock.server.live.hub import Hub
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables.identity import read_code
from rowlock.server.web.keys import holder_of
from rowlock.server.web.limits import home_at, limits_of


async def table_at(connection: ASGIConnection[Any, Any, Any, Any], text: str) -> LiveTable:
    """The table with this code. Refused if there is none; and if too many codes were tried from
    where this comes from, whether there is one or not, unless whoever asks sits there."""
    # What cannot be a code tells nobody anything, and costs nothing.
    code = read_code(text)
    hub: Hub = connection.app.state.hub
    limits, home = limits_of(connection), home_at(connection)
    # The try is taken before it is known whether it was one: many may be made at the same time.
    guess = limits.guesses.take(home)
    if guess.wait and not await hub.sits_at(code, holder_of(connection)):
        raise limits.too_many_guesses(home, guess.wait)
    try:
        live = await hub.table(code)
    except BaseException as error:
        if not isinstance(error, Refuse) or error.code != Refusal.NO_TABLE:
            guess.put_back()
        raise
    guess.put_back()
    return live
