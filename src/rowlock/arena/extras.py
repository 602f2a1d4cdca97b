"""Libraries that only some commands need, and that may not be installed."""

import importlib
from types import ModuleType


class MissingExtra(Exception):
    """What was asked for needs a library that is not installed; the message says how to get it."""


def extra_module(module: str, extra: str, purpose: str) -> ModuleType:
    """The module, or an error that says which extra of Rowlock brings it.

    `purpose` begins the sentence: "pictures need …".
    """
    library = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
        raise MissingExtra(f"{purpose} need {library}: pip install 'rowlock[{extra}]'") from None
