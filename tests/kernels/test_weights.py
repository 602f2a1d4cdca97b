"""Networks that are kept: which one a game gets, and who thinks with it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from helpers import ON_BOARD, all_variants
from rowlock.kernels import minds as minds_module
from rowlock.kernels import weights as weights_module
from rowlock.kernels.features import shape_of
from rowlock.kernels.minds import KEPT, mind_of
from rowlock.kernels.network import BOTH, HIDDEN, KERNELS, LINES
from rowlock.kernels.tables import TooLarge
from rowlock.kernels.weights import (
    FOLDER,
    PATIENCE,
    NoNetwork,
    mind_name,
    mind_with,
    new_weights,
    pack,
    packaged,
    turns_of,
    unpack,
)
from rowlock.rules import Variant, find_variant, on_path, on_side, path_text

ORIGINAL, LONGO = find_variant("original"), find_variant("longo")
KEPT_FILES = sorted(
    file.name
    for file in (files("rowlock.kernels") / FOLDER).iterdir()
    if file.name.endswith(".npz")
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place for networks, empty at first."""
    (tmp_path / FOLDER).mkdir()
    monkeypatch.setattr(weights_module, "files", lambda _: tmp_path)
    packaged.cache_clear()
    monkeypatch.setattr(minds_module._own, "minds", {}, raising=False)
    yield tmp_path / FOLDER
    packaged.cache_clear()


def keep(folder: Path, variant: Variant, seats: int, name: str | None = None) -> None:
    weights = new_weights(variant, seats, np.random.default_rng(seats))
    (folder / f"{name or mind_name(variant, seats)}.npz").write_bytes(pack(weights))


def test_there_are_networks() -> None:
    assert "original-2.npz" in KEPT_FILES
    size = sum(len((files("rowlock.kernels") / FOLDER / name).read_bytes()) for name in KEPT_FILES)
    assert size < 8_000_000, "a few megabytes in all"


@pytest.mark.parametrize("name", KEPT_FILES)
def test_every_network_belongs_to_a_game(name: str) -> None:
    owners = {
        f"{mind_name(variant, seats)}.npz": (variant, seats)
        for variant in all_variants()
        for seats in range(1, variant.seats + 1)
    }
    variant, seats = owners[name]
    weights, trained = packaged(variant, seats)
    kernels = turns_of(variant, seats).kernels
    assert trained == seats
    assert weights.first.shape == (seats * shape_of(variant, seats).block, kernels)
    assert weights.bias.shape == (kernels,)
    assert weights.second.shape == (KERNELS, HIDDEN)
    assert weights.second_bias.shape == (HIDDEN,)
    assert weights.head.shape == (2, BOTH + 1)
    assert all(np.isfinite(layer).all() for layer in weights)
    assert all(layer.dtype == np.float32 for layer in weights)


def test_names() -> None:
    assert mind_name(ORIGINAL, 5) == "original-5"
    assert [mind_name(on_side(ON_BOARD, side), 2) for side in "AB"] == [
        "on-board-a-2",
        "on-board-b-2",
    ]
    own = on_path(ON_BOARD, " ".join(path_text(ON_BOARD).split()[::-1]))
    assert mind_name(own, 3) == "on-board-a-3", "a path of one's own"


def test_more_seats_are_played_with_the_most_there_are(folder: Path) -> None:
    keep(folder, ORIGINAL, 2)
    keep(folder, ORIGINAL, 3)
    assert [packaged(ORIGINAL, seats)[1] for seats in (2, 3, 4, 5)] == [2, 3, 3, 3]
    mind = mind_of(ORIGINAL, 5)
    assert mind.switches.seats == 3
    assert mind.patience == PATIENCE


def test_without_a_network(folder: Path) -> None:
    keep(folder, ORIGINAL, 3)
    for seats in (1, 2):
        with pytest.raises(NoNetwork, match=f"no network for original with {seats} seats"):
            packaged(ORIGINAL, seats)
    with pytest.raises(NoNetwork, match="no network for longo with 4 seats"):
        mind_of(LONGO, 4)


def test_the_network_of_another_game_is_not_taken(folder: Path) -> None:
    """A game of one's own may be called as one of ours."""
    keep(folder, LONGO, 2, "original-2")
    with pytest.raises(NoNetwork):
        packaged(ORIGINAL, 2)


def test_what_has_no_room_is_refused() -> None:
    wide = replace(LONGO, name="wide", seats=6)
    weights = new_weights(wide, 6, np.random.default_rng(0))
    with pytest.raises(TooLarge, match=f"room for {LINES} positions of switches, not 2712"):
        mind_with(wide, 6, weights)


def test_every_thread_has_its_own(folder: Path) -> None:
    keep(folder, ORIGINAL, 2)
    mine = mind_of(ORIGINAL, 2)
    assert mind_of(ORIGINAL, 2) is mine
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(mind_of, ORIGINAL, 2).result()
    assert other is not mine
    assert other == mine, "with the same network"


def test_a_thread_keeps_those_it_used_last(folder: Path) -> None:
    keep(folder, ORIGINAL, 2)
    games = [replace(ORIGINAL, misses=4, miss_points=-n) for n in range(KEPT + 1)]
    first = mind_of(games[0], 2)
    for variant in games[1:KEPT]:
        mind_of(variant, 2)
    assert mind_of(games[0], 2) is first, "there is room for so many"
    mind_of(games[KEPT], 2)
    assert mind_of(games[0], 2) is first, "it was used since"
    kept = minds_module._own.minds
    assert len(kept) == KEPT
    assert (games[1], 2) not in kept


def test_what_is_packed_can_be_used() -> None:
    weights = new_weights(LONGO, 3, np.random.default_rng(1))
    again = unpack(pack(weights))
    assert unpack(pack(again)).first.tobytes() == again.first.tobytes(), "rounded once"
    assert again.head.tobytes() == weights.head.tobytes()
