"""Tournaments on a Ray cluster: the same seeds, the same results."""

import logging
import os
import socket
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting
from rowlock.arena.external import BotFailed
from rowlock.arena.extras import extra_module
from rowlock.arena.run import AHEAD, Runner, Terms, in_order, play_alone

LOCAL = "local"
"""The address of a cluster that is started for the occasion, on this machine."""

PATIENCE = 5.0
"""Seconds to wait for a machine that does not answer; Ray itself would wait for minutes."""


class NoCluster(Exception):
    """A cluster that cannot be reached, or that is lost."""


def run_on_ray(address: str, **options: object) -> Runner:
    """On a cluster; `options` go to `ray.init`."""
    ray = connect(address, **options)
    play = ray.remote(num_cpus=1)(play_or_fail)
    ahead = AHEAD * int(ray.cluster_resources().get("CPU", 1))
    end = partial(finish, ray)

    def run(meeting: Meeting, terms: Terms, spans: Iterable[Span]) -> Iterator[Chunk]:
        begin = partial(play.remote, meeting, terms)
        return in_order(spans, ahead, begin, end, ray.cancel)

    return run


def play_or_fail(meeting: Meeting, terms: Terms, span: Span) -> Chunk | BotFailed | ValueError:
    """What a worker does. A failure is an answer: an exception would come as one of Ray's own,
    with a traceback in its message."""
    try:
        return play_alone(meeting, terms, span)
    except (BotFailed, ValueError) as error:
        return error


def finish(ray: Any, task: object) -> Any:
    """The answer of a task; one that is an error is raised."""
    try:
        answer = ray.get(task)
    except ray.exceptions.RayError as error:
        # Its last line says what went wrong; those before it say where.
        why = str(error).strip().splitlines()[-1]
        raise NoCluster(f"the Ray cluster cannot go on: {why}") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def connect(address: str, **options: object) -> Any:
    """Ray, connected to the cluster at this address; `options` go to `ray.init`."""
    ray: Any = extra_module("ray", "cluster", "clusters")
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            # A Ray of our own does not tell its makers that it is used, unless somebody wants it.
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            ray.init(address=LOCAL, include_dashboard=False, **quiet, **options)
        else:
            _knock(address)
            ray.init(address=address, **quiet, **options)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error).partition("\n")[0].partition(". ")[0]
        raise NoCluster(f"no Ray cluster at {address}: {why}") from None
    return ray


def _knock(address: str) -> None:
    """Raises OSError if nobody listens at the address."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
