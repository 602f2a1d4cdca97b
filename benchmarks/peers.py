"""Those who play random two-player games beside the kernels: OpenSpiel, and our rules in Python."""

import importlib
from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from rowlock.dice.source import deal_faces
from rowlock.rules import Phase, Variant, legal_moves, start

SEATS = 2
SPIEL_GAMES = ("pig", "backgammon")

Play = Callable[[int], object]
"""Plays so many games."""
Counted = Callable[[int], int]
"""Plays so many games; how many decisions they had."""


class Peer(NamedTuple):
    """A way to play random games, and how many decisions these have on average.

    Every choice a seat is asked for is a decision, even where there is only one.
    """

    play: Play
    decisions: float


def rules_peer(variant: Variant, sample: int) -> Peer:
    """The rules in Python."""
    play = rules_player(variant, Random(0))
    return Peer(play, play(sample) / sample)


def rules_player(variant: Variant, rng: Random) -> Counted:
    """Plays by the rules and nothing else: no bots, no records."""
    faces = range(1, variant.faces + 1)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            game = start(variant, SEATS)
            while not game.over:
                if game.phase is Phase.ROLL:
                    rolled = rng.choices(faces, k=2 + len(game.dice_in_play))
                    game = game.roll(deal_faces(game, rolled))
                choices = [rng.choice(legal_moves(game, seat)) for seat in game.acting]
                game = game.act(choices)
                decisions += len(choices)
        return decisions

    return play


def open_spiel() -> ModuleType | None:
    """OpenSpiel, where it is installed. Nothing depends on it, so it is not imported above."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def spiel_peers(spiel: ModuleType, sample: int) -> dict[str, Peer]:
    """OpenSpiel's games: between its own bots with one call a game, and step by step."""
    peers = {}
    for name in SPIEL_GAMES:
        game = spiel.load_game(name)
        steps = step_player(spiel, game, Random(0))
        decisions = steps(sample) / sample
        peers[f"OpenSpiel {name}, one call a game"] = Peer(call_player(spiel, game), decisions)
        peers[f"OpenSpiel {name}, step by step"] = Peer(steps, decisions)
    return peers


def call_player(spiel: ModuleType, game: Any) -> Play:
    """Plays between OpenSpiel's random bots: a game comes back to Python only when it is over."""
    bots = [spiel.make_uniform_random_bot(seat, seat) for seat in range(SEATS)]

    def play(games: int) -> None:
        for seed in range(games):
            spiel.evaluate_bots(game.new_initial_state(), bots, seed)

    return play


def step_player(spiel: ModuleType, game: Any, rng: Random) -> Counted:
    """Plays with a call from Python for every question and every step."""
    chance, over = int(spiel.PlayerId.CHANCE), int(spiel.PlayerId.TERMINAL)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while (turn := state.current_player()) != over:
                if turn == chance:
                    action = drawn(state.chance_outcomes(), rng.random())
                else:
                    actions = state.legal_actions()
                    action = actions[int(rng.random() * len(actions))]
                    decisions += 1
                state.apply_action(action)
        return decisions

    return play


def drawn(outcomes: Sequence[tuple[int, float]], at: float) -> int:
    """The outcome at a point between 0 and 1; the last one where rounding leaves a gap."""
    for outcome, chance in outcomes:
        at -= chance
        if at < 0:
            return outcome
    return outcomes[-1][0]
