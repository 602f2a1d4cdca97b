"""The application: routes, and what lives as long as it does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from rowlock.server.live.expiry import expiring
from rowlock.server.live.hub import Hub
from rowlock.server.live.means import Means
from rowlock.server.live.oracle import Oracle, solved_games
from rowlock.server.live.thinkers import USUAL_THREADS, Thinkers, start_warm_up
from rowlock.server.live.visits import Visits
from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage import company_of, open_store
from rowlock.server.web.api import PLAY_ROUTES
from rowlock.server.web.files import build_of, file, load_files, page
from rowlock.server.web.garbage import garbage_seldom
from rowlock.server.web.headers import add_headers
from rowlock.server.web.health import DatabaseAsked
from rowlock.server.web.http import ROUTES
from rowlock.server.web.keeping import lifetimes_of
from rowlock.server.web.keys import Keys
from rowlock.server.web.limits import MOST_BODY, Limits, TooMany, too_many
from rowlock.server.web.problems import failed, log_failure, not_understood, refused
from rowlock.server.web.qr import QrCodes
from rowlock.server.web.schema import schema
from rowlock.server.web.settings import Settings
from rowlock.server.web.socket import table_socket
from rowlock.server.web.stopping import Stopping


def make_app(settings: Settings) -> Litestar:
    """The application for these settings."""
    limits = Limits(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        with (
            Thinkers(settings.bot_threads or USUAL_THREADS, limits.thinking) as thinkers,
            Oracle(partial(solved_games, settings.solved)) as oracle,
            QrCodes() as app.state.qr_codes,
        ):
            async with open_store(settings.url) as store:
                company = company_of(store)
                means = Means(store, thinkers, settings.pace, company.now, company)
                app.state.hub = Hub(means, oracle)
                app.state.store, app.state.company = store, company
                loading = start_warm_up() if settings.warm_up else None
                hub: Hub = app.state.hub
                expiry = expiring(hub, store, lifetimes_of(settings), company.now)
                async with hub.open(), expiry, garbage_seldom(loading):
                    yield

    return Litestar(
        route_handlers=[*ROUTES, *PLAY_ROUTES, schema, table_socket, page, file],
        middleware=[Keys(settings.base_path)],
        exception_handlers={
            TooMany: too_many,
            Refuse: refused,
            HTTPException: not_understood,
            Exception: failed,
        },
        after_exception=[log_failure],
        before_send=[add_headers],
        lifespan=[lifespan],
        state=State(
            {
                "files": load_files(base_path=settings.base_path),
                "build": build_of(),
                "settings": settings,
                "limits": limits,
                "visits": Visits(),
                "stopping": Stopping(),
                "database": DatabaseAsked(),
            }
        ),
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MOST_BODY,
    )
