"""A tournament: its meetings, played one after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rowlock.arena.chunk import Chunk, spans
from rowlock.arena.cluster import NoCluster
from rowlock.arena.elo import Rating, rate
from rowlock.arena.entrants import Meeting
from rowlock.arena.export import BadExport
from rowlock.arena.external import BotFailed
from rowlock.arena.keep import BadKeep, DamagedKeep
from rowlock.arena.run import Runner, Terms, chunk_size
from rowlock.arena.statistics import MeetingSummary, Played, possible_ends, summarise

INTERRUPTED = "interrupted"

FAILURES = (BotFailed, NoCluster, BadExport, BadKeep)
"""What ends a tournament early, but does not spoil the games before."""


@dataclass
class Outcome:
    """What was played so far, meeting by meeting; `stopped` says why it is not all, `damaged`
    whether that is due to games that were kept."""

    wanted: int
    played: list[Played] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)
    stopped: str | None = None
    damaged: bool = False

    @property
    def interrupted(self) -> bool:
        """Whether somebody wanted it to stop."""
        return self.stopped == INTERRUPTED

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(played.turns) for played in self.played)

    def summaries(self) -> list[MeetingSummary]:
        """The numbers of each meeting."""
        pairs = zip(self.meetings, self.played, strict=True)
        return [summarise(played, possible_ends(meeting.variant)) for meeting, played in pairs]

    def ratings(self) -> list[Rating] | None:
        """The Elo table of a round robin; None when all sat at one table, or each alone."""
        bots_met = any(len(played.lineup) > 1 for played in self.played)
        return list(rate(self.played)) if bots_met and len(self.played) > 1 else None


def games_of(meeting: Meeting, games: int) -> int:
    """So many games, made up to whole deals."""
    seats = len(meeting.entrants)
    return -(-games // seats) * seats


def play_tournament(
    meetings: Sequence[Meeting],
    games: int,
    runner: Runner,
    terms: Terms,
    done: Callable[[int, Meeting, Chunk], object],
) -> Outcome:
    """Play `games` of each meeting. A failure and an interruption by the keyboard end it early,
    with all games that were finished.

    `done` is told every chunk, with the number of its meeting counted from 1.
    """
    outcome = Outcome(sum(games_of(meeting, games) for meeting in meetings))
    for number, meeting in enumerate(meetings, start=1):
        chunks: list[Played] = []
        wanted = spans(games, len(meeting.entrants), chunk_size(meeting, terms))
        try:
            for chunk in runner(meeting, terms, wanted):
                done(number, meeting, chunk)
                chunks.append(chunk.played(meeting))
        except KeyboardInterrupt:
            outcome.stopped = INTERRUPTED
        except FAILURES as error:
            outcome.stopped = str(error)
            outcome.damaged = isinstance(error, DamagedKeep)
        if chunks:
            outcome.meetings.append(meeting)
            outcome.played.append(Played.joined(chunks))
        if outcome.stopped:
            break
    return outcome
