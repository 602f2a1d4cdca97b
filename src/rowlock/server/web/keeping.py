"""What this server keeps and for how long, for the page that tells people."""

from litestar import get

from rowlock.server.live.expiry import Lifetimes
from rowlock.server.messages.answers import Keeping
from rowlock.server.web.problems import AnyRequest, problems
from rowlock.server.web.settings import Settings


def lifetimes_of(settings: Settings) -> Lifetimes:
    """How long tables are kept."""
    return Lifetimes(settings.lobby_days, settings.game_days, settings.finished_days)


@get(
    "/api/keeping",
    operation_id="getKeeping",
    summary="How long games are kept",
    tags=["server"],
    response_description="Days, and who runs this server.",
    responses=problems(),
)
async def keeping(request: AnyRequest) -> Keeping:
    """For how long tables and games are kept here, and who runs this server."""
    settings: Settings = request.app.state.settings
    return Keeping(
        lobby_days=settings.lobby_days,
        game_days=settings.game_days,
        finished_days=settings.finished_days,
        contact=settings.contact,
    )
