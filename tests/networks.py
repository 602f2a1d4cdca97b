"""Networks for games that none is trained for: ones that know nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from rowlock.kernels import minds
from rowlock.kernels.weights import NoNetwork, Weights, new_weights, packaged
from rowlock.rules import Variant


def any_network(variant: Variant, seats: int) -> tuple[Weights, int]:
    """The trained network of a game, or if there is none, a new one."""
    try:
        return packaged(variant, seats)
    except NoNetwork:
        return new_weights(variant, seats, np.random.default_rng(0)), seats


@contextmanager
def networks_for_all() -> Iterator[None]:
    """Every game can be thought about, in this thread and in those started meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minds, "packaged", any_network)
        patch.setattr(minds._own, "minds", {}, raising=False)
        yield
