"""What an ask is answered with, however it came."""

from collections.abc import Callable

from rowlock.server import meters
from rowlock.server.live.hub import Hub
from rowlock.server.live.table import LiveTable
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refuse
from rowlock.server.messages.tells import Done, Expectation, Link, NotSolved
from rowlock.server.web.addresses import address_of
from rowlock.server.web.keys import AnyConnection, holder_of
from rowlock.server.web.limits import Limits, home_at, limits_of
from rowlock.server.web.qr import qr_codes_of

Answer = Done | Link | Expectation | NotSolved

_COUNTED: dict[type[asks.Ask], Callable[[Limits, str], None]] = {
    asks.Rematch: Limits.table,
    asks.MakeLink: Limits.picture,
}
"""What costs more than other asks, and as what it is counted."""

_DONE = meters.ASKS.labels("done")


async def answer_ask(connection: AnyConnection, live: LiveTable, ask: asks.AnyAsk) -> Answer:
    """Do what is asked at a table, and say so; raises Refuse."""
    try:
        answer = await _do(connection, live, ask)
    except Refuse as refused:
        meters.ASKS.labels(refused.code).inc()
        raise
    _DONE.inc()
    return answer


async def _do(connection: AnyConnection, live: LiveTable, ask: asks.AnyAsk) -> Answer:
    hub: Hub = connection.app.state.hub
    holder = holder_of(connection)
    if counted := _COUNTED.get(type(ask)):
        counted(limits_of(connection), home_at(connection))
    if isinstance(ask, asks.MakeLink):
        # What follows the # is never sent to a server, so no log has it.
        secret = await hub.make_link(live, holder, ask.seat)
        url = f"{address_of(connection)}/claim#{secret}"
        return Link(ask.n, ask.seat, url, await qr_codes_of(connection).image(url))
    if isinstance(ask, asks.Expect):
        return await hub.expect(live, holder, ask)
    if isinstance(ask, asks.Sit):
        with limits_of(connection).sitting(home_at(connection), live.table.code):
            table = await hub.ask(live, holder, ask)
    else:
        table = await hub.ask(live, holder, ask)
    return Done(ask.n, table.version)
