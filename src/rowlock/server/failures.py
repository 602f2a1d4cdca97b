"""Failures in the log: each kind once a minute, with a count of those that were held back."""

import logging
import time
from collections.abc import Callable, Mapping
from traceback import extract_tb

from rowlock.server.throttle import Throttle

_throttle = Throttle()


def tell(
    log: logging.Logger,
    level: int,
    kind: str,
    message: str,
    *args: object,
    error: BaseException | None = None,
    fields: Mapping[str, object] | None = None,
) -> None:
    """Log this with these fields, unless something of its kind was logged within the last minute.
    With an `error` its traceback follows."""
    count = _throttle.note(kind)
    if count is None:
        return
    times = {"times": count} if count > 1 else {}
    log.log(level, message, *args, exc_info=error, extra={**(fields or {}), **times})


def tell_fault(log: logging.Logger, error: BaseException, message: str, *args: object) -> None:
    """Log a fault of ours with its traceback; one that happens at another place is another kind."""
    tell(log, logging.ERROR, f"{message} {place_of(error)}", message, *args, error=error)


def place_of(error: BaseException) -> str:
    """What kind of error it is, and where in the program it happened."""
    frames = extract_tb(error.__traceback__)
    where = f" {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def forget(now: Callable[[], float] = time.monotonic) -> None:
    """Log the next of every kind; go by this clock from now on."""
    global _throttle  # noqa: PLW0603  # there is one log
    _throttle = Throttle(now=now)
