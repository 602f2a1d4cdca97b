"""What a network says of positions as they come up in games of `master` against itself, and what
became of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from rowlock.kernels.batch import most_turns
from rowlock.kernels.compiled import apart
from rowlock.kernels.features import features
from rowlock.kernels.log import Records, part, room
from rowlock.kernels.master import play_turn
from rowlock.kernels.network import (
    GAME,
    POINTS,
    SCORE,
    WIN,
    Mind,
    add_up,
    chance,
    head_of,
    share,
)
from rowlock.kernels.rng import CHOICES, DICE, LUCKY, WRAPPING, seed_key, stream
from rowlock.kernels.state import OVER
from rowlock.kernels.tables import Tables, tables_of
from rowlock.kernels.turn import begin, total
from rowlock.kernels.weights import Weights, mind_with
from rowlock.rules import Variant

JUDGEMENT = np.dtype(
    [
        ("game", np.int64),
        ("chance", np.float32),
        ("expected", np.float32),
        ("won", np.float32),
        ("points", np.int16),
        ("turn", np.int16),
        ("seat", np.int8),
    ],
    align=True,
)
"""A position at the end of a turn as one seat sees it: the chance to win and the score that the
network expects, and the share of the win and the points that the seat had in the end."""

PIECE = 200
"""So many games are played at once."""


@apart
def judge_games(
    t: Tables, mind: Mind, seats: int, seed: np.uint64, first: int, games: int, notes: Records
) -> int:
    """Plays games number `first` and on, and notes what the network says after every turn; how many
    notes there are."""
    s, noted = mind.states[GAME], 0
    for game in range(first, first + games):
        dice_key, choices_key = stream(seed, DICE, game), stream(seed, CHOICES, game)
        began = noted
        begin(t, s, seats, stream(seed, LUCKY, game))
        while s.phase != OVER:
            turn = s.turn
            play_turn(t, mind, s, dice_key, choices_key)
            if s.phase != OVER:
                for seat in range(seats):
                    slots = features(t, mind.switches, s, seat, mind.now)
                    add_up(mind, mind.now, slots, mind.shifted)
                    head_of(mind)
                    line = notes[noted]
                    line.game, line.turn, line.seat = game, turn, seat
                    line.chance = chance(mind.out[WIN])
                    line.expected = mind.out[SCORE] * np.float32(POINTS)
                    noted += 1
        for note in range(began, noted):
            line = notes[note]
            line.won, line.points = share(t, s, line.seat), total(t, s, line.seat)
    return noted


@WRAPPING
def judge_piece(variant: Variant, weights: Weights, seats: int, seed: int, span: range) -> Records:
    """What a network says in the games of these numbers, as a record array of `JUDGEMENT`."""
    notes = room(JUDGEMENT, len(span) * most_turns(variant, seats) * seats)
    mind, key = mind_with(variant, seats, weights), seed_key(seed)
    tables = tables_of(variant)
    noted = judge_games(tables, mind, seats, key, span.start, len(span), notes)
    kept: Records = part(notes, 0, noted).copy()
    return kept


def judge(
    variant: Variant,
    weights: Weights,
    seats: int,
    games: int,
    seed: int,
    threads: int = 1,
    done: Callable[[int], object] = lambda _: None,
) -> Records:
    """The same for so many games from number 0 on, however many threads play them. `done` is told
    from time to time how many more games are over."""
    pieces = [range(at, min(at + PIECE, games)) for at in range(0, games, PIECE)]

    def played() -> Iterator[Records]:
        with ThreadPoolExecutor(threads) as pool:
            work = pool.map(lambda span: judge_piece(variant, weights, seats, seed, span), pieces)
            for span, notes in zip(pieces, work, strict=True):
                done(len(span))
                yield notes

    nothing = room(JUDGEMENT, 0)
    found: Records = np.concatenate([nothing, *played()]).view(np.recarray)
    return found
