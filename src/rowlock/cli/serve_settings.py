"""The settings of `rowlock serve`, from its options and the environment."""

import os
from collections.abc import Mapping
from typing import NoReturn

import typer

from rowlock.cli.complaints import complain
from rowlock.cli.exits import Exit
from rowlock.record import visible
from rowlock.server.web.settings import (
    BadSetting,
    Settings,
    environment_file,
    read_settings,
    unknown_settings,
)


def settings_of(options: Mapping[str, str | None]) -> Settings:
    """The settings; a wrong one ends the command, an unknown one is told of."""
    try:
        settings = read_settings(os.environ, options)
    except BadSetting as error:
        cannot(str(error))
    for sentence in unknown_settings(os.environ):
        complain("serve", sentence)
    return settings


def show_settings(settings: Settings) -> None:
    """Every setting in force, its variable and what it is for."""
    print("\n".join(map(visible, environment_file(settings))))


def cannot(why: str) -> NoReturn:
    """Say why there is nothing to serve, and end."""
    complain("serve", why)
    raise typer.Exit(Exit.BAD_INPUT)
