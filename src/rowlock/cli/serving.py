"""Starting the server from the command line."""

import asyncio
import contextlib
import logging
import os
import sys
from typing import NoReturn

from sqlalchemy.exc import DBAPIError

from rowlock.cli.exits import Exit
from rowlock.cli.serve_settings import cannot
from rowlock.server.storage import bring_up_to_date
from rowlock.server.storage.engine import UnsafeDatabase
from rowlock.server.storage.lockfile import InUse, locked
from rowlock.server.storage.upgrade import NewerDatabase
from rowlock.server.web.addresses import CannotListen
from rowlock.server.web.serve import serve
from rowlock.server.web.settings import Settings, variable

SHARE = variable("share_file")


def start_serving(settings: Settings, show: bool) -> None:
    """Serve; what stands in the way is told in a sentence."""
    try:
        # A new one is its owner's alone: what is kept has seeds and hidden choices in it.
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        cannot(f"the folder {settings.data} cannot be made: {error.strerror}")
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(locked(settings.url, settings.share_file))
            # Whatever is wrong with the database is known before anything is promised.
            asyncio.run(bring_up_to_date(settings.url))
        except InUse as error:
            cannot(f"{error}, serve another file, or set {SHARE}=on for both (see --settings)")
        except (NewerDatabase, UnsafeDatabase) as error:
            cannot(str(error))
        except Exception as error:
            cannot(f"the database {settings.shown_url} cannot be used: {_reason(error)}")
        try:
            serve(settings, show)
        except CannotListen as error:
            cannot(str(error))
        _leave()


def _leave() -> NoReturn:
    """End at once. All is kept and said; what bots still think about, or what is still compiled
    for them, Python would wait for, in threads that are of no use to anybody now."""
    logging.shutdown()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(Exit.FINE)


def _reason(error: Exception) -> object:
    """What the database says; anything else is a fault of ours, and no reason."""
    if isinstance(error, DBAPIError):
        # The driver's own words, where SQLAlchemy has put its own around them.
        return getattr(error.orig, "__cause__", None) or error.orig
    if isinstance(error, OSError) or hasattr(error, "sqlstate"):
        return error
    raise error
