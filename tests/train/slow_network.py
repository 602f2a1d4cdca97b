"""The network once more, written plainly and with double precision."""

import numpy as np
import numpy.typing as npt

from rowlock.kernels.network import KERNELS, TURNED, Mind
from rowlock.kernels.weights import Weights, new_weights
from rowlock.rules import Variant
from rowlock.train.lessons import SCORE_WEIGHT

Doubles = npt.NDArray[np.float64]

LAYERS = ("first", "bias", "second", "second_bias", "head")


def lively_weights(variant: Variant, seats: int, seed: int) -> Weights:
    """A new network whose later layers have something to say."""
    rng = np.random.default_rng(seed)
    weights = new_weights(variant, seats, rng)
    layers = (rng.normal(0, 0.3, layer.shape).astype(np.float32) for layer in weights[1:])
    return Weights(weights.first, *layers)


def layers_of(mind: Mind) -> dict[str, Doubles]:
    return {name: np.array(getattr(mind, name), np.float64) for name in LAYERS}


def outputs(layers: dict[str, Doubles], switches: list[int]) -> Doubles:
    """The chance to win, before the logistic function, and the score."""
    first = np.maximum(layers["bias"] + layers["first"][switches].sum(axis=0), 0)
    pooled = first.reshape(TURNED, KERNELS).sum(axis=0)
    second = np.maximum(pooled @ layers["second"] + layers["second_bias"], 0)
    both = np.concatenate([pooled, second, [1.0]])
    result: Doubles = layers["head"] @ both
    return result


def loss(layers: dict[str, Doubles], switches: list[int], win: float, score: float) -> float:
    """What a lesson lowers: the cross entropy of the win, and half the squared error of the score
    with its weight."""
    logit, expected = outputs(layers, switches)
    entropy = np.logaddexp(0, logit) - win * logit
    return float(entropy + float(SCORE_WEIGHT) * (expected - score) ** 2 / 2)
