"""`rowlock serve`."""

from typing import Annotated, Any

import typer

from rowlock.server.web.settings import explanation, plain, usual


def _option(setting: str, metavar: str) -> Any:
    """A setting as an option: a text, so that it is read and refused as its variable is."""
    return typer.Option(
        help=plain(explanation(setting)),
        metavar=metavar,
        show_default=plain(usual(setting)),
    )


Host = Annotated[str | None, _option("host", "ADDRESS")]
Port = Annotated[str | None, _option("port", "NUMBER")]
Data = Annotated[str | None, _option("data", "FOLDER")]
Database = Annotated[str | None, _option("database", "URL")]
BasePath = Annotated[str | None, _option("base_path", "PATH")]
Pace = Annotated[str | None, _option("pace", "NUMBER")]
BotThreads = Annotated[str | None, _option("bot_threads", "NUMBER")]
Open = Annotated[bool, typer.Option("--open", help="Open the page where there is a desktop.")]
ShowSettings = Annotated[
    bool, typer.Option("--settings", help="Show every setting as a file of variables, and exit.")
]


def serve(
    host: Host = None,
    port: Port = None,
    data: Data = None,
    database: Database = None,
    base_path: BasePath = None,
    pace: Pace = None,
    bot_threads: BotThreads = None,
    open: Open = False,  # noqa: A002  # the option's name
    settings: ShowSettings = False,
) -> None:
    """Serve tables to browsers: friends, bots, one device or many.

    More settings are environment variables; --settings shows them.
    """
    from rowlock.cli.serve_settings import settings_of, show_settings

    options = {
        "host": host,
        "port": port,
        "data": data,
        "database": database,
        "base_path": base_path,
        "pace": pace,
        "bot_threads": bot_threads,
    }
    read = settings_of(options)
    if settings:
        show_settings(read)
        return
    # Loading all of the server takes a second, which nobody should wait to be told of a typo.
    from rowlock.cli.serving import start_serving

    start_serving(read, show=open)
