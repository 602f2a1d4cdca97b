"""Games between bots that take long: played side by side, and kept so that nothing is lost."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rowlock.arena.chunk import Chunk, Span, spans
from rowlock.arena.entrants import Meeting, meetings, read_entrants
from rowlock.arena.keep import kept_in
from rowlock.arena.run import Runner, Terms, in_order, play_alone
from rowlock.arena.statistics import MeetingSummary, Played, summarise
from rowlock.arena.tournament import games_of
from rowlock.cli.progress import progress
from rowlock.kernels.batch import Batch, play_batch
from rowlock.kernels.compiled import SOURCES, cache_folder
from rowlock.kernels.weights import pack, packaged
from rowlock.rules import VARIANTS, Variant, on_side, side_of

SEED = 1_000_003
"""None of the games that networks learn from has it."""

DEALS_AT_ONCE = {"grandmaster": 10}
MOST_DEALS_AT_ONCE = 500
"""How many deals are played between two looks at the keyboard: fewer where somebody thinks long."""


class Contest(NamedTuple):
    """Bots at one table."""

    variant: Variant
    bots: tuple[str, ...]

    @property
    def meeting(self) -> Meeting:
        """The same for the arena."""
        (table,) = meetings(self.variant, read_entrants(self.bots), None, SEED)
        return table

    @property
    def chunk(self) -> int:
        """How many games are played and kept together."""
        deals = min(DEALS_AT_ONCE.get(bot, MOST_DEALS_AT_ONCE) for bot in self.bots)
        return deals * len(self.bots)


def all_games() -> dict[str, Variant]:
    """Every game by the name it has in tables; those with a board once for each side of it."""
    found = {}
    for name, variant in VARIANTS.items():
        for side, _ in variant.sides or (("", ""),):
            found[f"{name} {side}".strip()] = on_side(variant, side) if side else variant
    return found


def command(contest: Contest, games: int) -> str:
    """What plays the same games again."""
    variant, side = contest.variant, side_of(contest.variant) if contest.variant.sides else None
    words = ["rowlock arena", *contest.bots, f"--variant {variant.name}"]
    words += [f"--board {side}"] if side else []
    return " ".join([*words, f"--games {games}", f"--seed {SEED}"])


def player_of(contest: Contest) -> str:
    """A name for all that decides how the bots of a contest play: the kernels and the network. What
    was played by others is of no use."""
    weights, seats = packaged(contest.variant, len(contest.bots))
    about = hashlib.sha256(cache_folder(SOURCES).name.encode())
    about.update(f"{seats}".encode() + pack(weights))
    return about.hexdigest()[:16]


def side_by_side(threads: int) -> Runner:
    """One chunk a thread."""

    def run(meeting: Meeting, terms: Terms, wanted: Iterable[Span]) -> Iterator[Chunk]:
        # All is compiled or loaded before threads ask for it.
        play_batch(Batch(meeting.variant, meeting.names, meeting.seed), 0)
        with ThreadPoolExecutor(threads) as pool:
            play = partial(play_alone, meeting, terms)
            begin: Callable[[Span], Future[Chunk]] = partial(pool.submit, play)
            yield from in_order(wanted, threads, begin, Future.result, Future.cancel)

    return run


def play(contest: Contest, games: int, threads: int, folder: Path) -> MeetingSummary:
    """The results of a contest. Games that are in the folder are not played again."""
    meeting, terms = contest.meeting, Terms()
    runner = kept_in(folder / player_of(contest), side_by_side(threads))
    wanted = spans(games, len(contest.bots), contest.chunk)
    chunks: list[Played] = []
    label = f"{contest.variant.name}: {', '.join(contest.bots)}"
    with progress(label, games_of(meeting, games)) as advance:
        for chunk in runner(meeting, terms, wanted):
            chunks.append(chunk.played(meeting))
            advance(len(chunk.results))
    return summarise(Played.joined(chunks))
