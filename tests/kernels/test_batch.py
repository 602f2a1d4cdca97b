"""Batches: fixed by the seed, whatever plays them."""

import numpy as np
import pytest

from differential import LINEUPS, TABLES, lineup
from rowlock.kernels import batch as batches
from rowlock.kernels.batch import COMPILING, PIECE, Batch, log_batch, most_decisions, play_batch
from rowlock.kernels.log import Records, decisions, part
from rowlock.kernels.records import log_records
from rowlock.kernels.state import WHITE
from rowlock.record import read_record, replay, write_record
from rowlock.rules import VARIANTS, totals

ORIGINAL = VARIANTS["original"]


def same(one: Records, other: Records) -> bool:
    return one.tobytes() == other.tobytes()


@pytest.mark.parametrize("bots", [("random", "random"), ("heuristic", "cautious", "random")])
def test_threads_and_pieces_change_nothing(bots: tuple[str, ...]) -> None:
    batch, games = Batch(ORIGINAL, bots, seed=9), 3 * PIECE + 5
    alone = play_batch(batch, games)
    assert same(play_batch(batch, games, threads=8), alone)
    for first, count in ((0, 1), (7, 50), (PIECE - 3, 10), (games - 1, 1)):
        assert same(play_batch(batch, count, first), part(alone, first, first + count))


def test_seeds_differ() -> None:
    seeds = [0, 1, -1, 2**64 - 2, 12345678901234567890]
    played = {play_batch(Batch(ORIGINAL, ("random",) * 2, seed), 50).tobytes() for seed in seeds}
    assert len(played) == len(seeds)


def test_a_deal_has_the_same_dice_in_every_seat() -> None:
    batch = Batch(VARIANTS["longo"], ("cautious", "heuristic", "random"), seed=2)
    _, log = log_batch(batch, 6)
    lines = list(decisions(log))
    rolls = [{(line.turn, *line.faces) for line in lines if line.game == n} for n in range(6)]
    for deal in (0, 3):
        shortest = min(rolls[deal : deal + 3], key=len)
        for rolled in rolls[deal : deal + 3]:
            assert len(rolled & shortest) == len(shortest)
    assert rolls[0] != rolls[3]
    assert batch.deals.seated(batch.bots, 4) == ("heuristic", "random", "cautious")


def test_dice_are_even() -> None:
    """Every face of every die, and every pair of dice, in 20,000 rolls: chi squared below the
    one-in-a-million mark."""
    _, log = log_batch(Batch(ORIGINAL, ("random", "random"), seed=4), 2_600)
    # The two games of a deal have the same dice, so only every other one counts.
    white = log[(log.phase == WHITE) & (log.seat == 0) & (log.game % 2 == 0)].view(np.recarray)
    faces = white.faces[:20_000, :6]
    assert len(faces) == 20_000
    for one in range(6):
        assert chi_squared(np.bincount(faces[:, one] - 1, minlength=6)) < 37.4
        for other in range(one):
            pairs = 6 * (faces[:, one] - 1) + faces[:, other] - 1
            assert chi_squared(np.bincount(pairs, minlength=36)) < 90.0


def chi_squared(counts: np.typing.NDArray[np.int64]) -> float:
    wanted = counts.sum() / len(counts)
    return float(((counts - wanted) ** 2 / wanted).sum())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_any_game_is_a_record(name: str, seats: int) -> None:
    batch = Batch(VARIANTS[name], lineup(seats, LINEUPS[1]), seed=3)
    scores = play_batch(batch, 4, 90_000).scores.tolist()
    records = log_records(batch.deals, batch.bots, *log_batch(batch, 4, 90_000))
    for record, points in zip(records, scores, strict=True):
        read = read_record(write_record(record))
        game = replay(read)
        assert read == record
        assert game.over
        assert totals(game) == tuple(points[:seats])
        assert record.extra["Dice"] == "seeded"


def test_games_have_room_for_all_their_decisions() -> None:
    for name, seats in TABLES:
        batch = Batch(VARIANTS[name], lineup(seats, ("random",)), seed=1)
        _, log = log_batch(batch, 200)
        assert np.bincount(log.game).max() < most_decisions(VARIANTS[name], seats)


def test_progress_is_told() -> None:
    steps: list[int] = []
    play_batch(Batch(ORIGINAL, ("random",)), PIECE + 10, done=steps.append)
    assert steps == [PIECE, 10]


def test_it_says_when_it_compiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(batches, "is_loaded", lambda _: False)
    monkeypatch.setattr(batches, "is_kept", lambda _: False)
    play_batch(Batch(ORIGINAL, ("random",)), 1)
    assert capsys.readouterr().err.strip() == COMPILING
    monkeypatch.setattr(batches, "is_kept", lambda _: True)
    play_batch(Batch(ORIGINAL, ("random",)), 1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (("random",) * 6, "1 to 5 seats, not 6"),
        ((), "1 to 5 seats, not 0"),
        (("nobody", "random"), "'nobody': random, cautious, heuristic"),
    ],
)
def test_wrong_lineups(bots: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(ORIGINAL, bots)
