"""The application: routes, and what lives as long as it does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from rowlock.server.live.hub import Hub
from rowlock.server.live.oracle import Oracle, solved_games
from rowlock.server.live.table import Means
from rowlock.server.live.thinkers import USUAL_THREADS, Thinkers, start_warm_up
from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage import open_store
from rowlock.server.web.files import file, load_files, page
from rowlock.server.web.headers import add_headers
from rowlock.server.web.http import ROUTES, log_failure, not_understood, refused
from rowlock.server.web.keys import Keys
from rowlock.server.web.socket import table_socket

MOST_BODY = 16 * 1024


@dataclass(frozen=True)
class Config:
    """How a server runs. `pace` stretches the pauses at the tables; `listening` is the address it
    is bound to; bots think in `bot_threads`, which all tables share."""

    database: Path
    listening: str = "127.0.0.1"
    pace: float = 1.0
    bot_threads: int = USUAL_THREADS

    @property
    def solved(self) -> Path:
        """The folder of solved games, beside the database."""
        return self.database.parent / "solved"

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        return f"sqlite+aiosqlite:///{self.database}"


def make_app(config: Config) -> Litestar:
    """The application for these settings."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        with (
            Thinkers(config.bot_threads) as thinkers,
            Oracle(partial(solved_games, config.solved)) as oracle,
        ):
            async with open_store(config.url) as store:
                app.state.hub = Hub(Means(store, thinkers, config.pace), oracle)
                start_warm_up()
                yield

    return Litestar(
        route_handlers=[*ROUTES, table_socket, page, file],
        middleware=[Keys()],
        exception_handlers={Refuse: refused, HTTPException: not_understood},
        after_exception=[log_failure],
        before_send=[add_headers],
        lifespan=[lifespan],
        state=State({"files": load_files(), "listening": config.listening}),
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MOST_BODY,
    )
