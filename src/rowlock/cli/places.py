"""Where commands write: what cannot be written should be known before hours of work."""

import errno
import os
from pathlib import Path

from rowlock.arena.extras import extra_module
from rowlock.arena.picture import picture_kind


def check_place(file: Path) -> None:
    """Raises ValueError if there can be no file of this name."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder; what is written there needs a name")
    if not file.parent.is_dir():
        raise ValueError(f"{file}: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ValueError(f"{file}: {os.strerror(errno.EACCES)}")


def check_picture(file: Path) -> None:
    """The same for a picture, which needs an ending that is known and something to draw it."""
    picture_kind(file)
    extra_module("matplotlib", "arena", "pictures")
    check_place(file)
