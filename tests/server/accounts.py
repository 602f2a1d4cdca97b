"""What people at a table were told is kept, compared with what is."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from rowlock.record import read_record, replay, verify
from rowlock.server.messages.asks import Ask, Choose, Ready, Sit, Start
from rowlock.server.messages.tells import View
from rowlock.server.tables import events as ev
from rowlock.server.tables.fold import apply, fold
from rowlock.server.tables.records import record_text
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import sheet_view
from server.people import Page

Asked = ev.MoveChosen | ev.SeatTaken | ev.SeatReady | ev.GameStarted
"""Events that happen only because somebody asks."""

BEGINS = (ev.GameStarted, ev.DiceRolled, ev.ActionRevealed)
"""Events that begin an action, which is named by their number."""


@dataclass(eq=False)
class Sent:
    """Something a person has asked for. `version` is the one it was answered with, None as long as
    there is no answer; `refused`: it was answered that it is not to be."""

    ask: Ask
    version: int | None = None
    refused: bool = False


@dataclass
class Visit:
    """A page that was open for a while, by somebody who knew the table up to `since`. The first
    views are `compared` already."""

    since: int
    page: Page
    compared: int = 0


class Tally(NamedTuple):
    """How many asks were acknowledged, how many are kept though their answer never came, how many
    had no answer and are not kept; how often bots chose and the clock ran out, and how many views
    were compared."""

    acknowledged: int = 0
    unheard: int = 0
    lost: int = 0
    bots: int = 0
    clocks: int = 0
    views: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


@dataclass
class Account:
    """All that was asked, answered and shown at one table; `record` is what the server gave in the
    end."""

    code: str
    record: str | None = None
    sent: list[Sent] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    views: int = 0
    settled: bool = False
    _kept: list[ev.Kept] = field(default_factory=list)
    _tables: list[Table] = field(default_factory=list)

    @property
    def told(self) -> int:
        """The highest version anybody was told of."""
        answers = [sent.version or 0 for sent in self.sent]
        shown = [view.version for visit in self.visits for view in visit.page.views[-1:]]
        return max([0, *answers, *shown])

    @property
    def table(self) -> Table:
        """The table as it was when it was last compared."""
        return self._tables[-1]

    def compare(self, kept: list[ev.Kept]) -> None:
        """The events are what people were told, each once, and the views show them."""
        assert [one.seq for one in kept] == list(range(1, len(kept) + 1)), f"{self.code}: a hole"
        assert kept[: len(self._kept)] == self._kept, f"{self.code}: the past has changed"
        self._fold_on(kept)
        self._match()
        self._compare_views()

    def tally(self) -> Tally:
        """What has come of all asks, once nothing more is going to."""
        unheard = len(self._match())
        silent = sum(sent.version is None and not sent.refused for sent in self.sent)
        answered = sum(sent.version is not None for sent in self.sent)
        by = Counter(one.event.by for one in self._kept if isinstance(one.event, ev.MoveChosen))
        return Tally(answered, unheard, silent - unheard, by["bot"], by["clock"], self.views)

    def settle(self) -> None:
        """Once the game is over and all was compared, its record must be right. Then most of it is
        forgotten."""
        if self.record is None or self.visits or self.settled:
            return
        assert self.record == record_text(self.table)
        record = read_record(self.record)
        verify(record)
        assert replay(record).over
        del self._tables[:-1]
        self.settled = True

    def _fold_on(self, kept: list[ev.Kept]) -> None:
        for one in kept[len(self._kept) :]:
            after = apply(self.table, one) if self._tables else fold(self.code, [one])
            assert after is not None
            self._tables.append(after)
        self._kept = kept

    def _match(self) -> list[Sent]:
        """Every event that somebody asked for has exactly one ask, and every ask that was
        acknowledged its event. Those whose event is kept although they were never answered."""
        open_events = {one.seq: one.event for one in self._kept if _is_asked(one.event)}
        repeated: list[Sent] = []
        for sent in self.sent:
            if sent.version is not None and sent.version <= len(self._kept):
                seq = self._place(sent)
                if seq in open_events:
                    del open_events[seq]
                else:
                    repeated.append(sent)
        unanswered = [sent for sent in self.sent if sent.version is None and not sent.refused]
        unheard: list[Sent] = []
        for seq, event in open_events.items():
            owner = next((sent for sent in unanswered if self._leads_to(sent, seq)), None)
            assert owner is not None, f"{self.code}: nobody asked for {seq} {event}, or only once"
            unanswered.remove(owner)
            unheard.append(owner)
        for sent in repeated:
            assert self._stood(sent), f"{self.code}: {sent} was acknowledged and is not kept"
        return unheard

    def _place(self, sent: Sent) -> int | None:
        """The number of the event that an acknowledged ask has led to."""
        assert sent.version is not None
        seq = sent.version
        while isinstance(self._kept[seq - 1].event, ev.ActionRevealed | ev.DiceRolled):
            # It follows at once, and is kept together with what leads to it.
            seq -= 1
        return seq if self._leads_to(sent, seq) else None

    def _stood(self, sent: Sent) -> bool:
        """Whether it was so already when it was asked for, and nothing had to be written."""
        assert sent.version is not None
        ask, before = sent.ask, self._kept[: sent.version]
        if isinstance(ask, Choose):
            since = [one.event for one in before[ask.action :]]
            mine = [one for one in since if isinstance(one, ev.MoveChosen) and one.seat == ask.seat]
            return bool(mine) and mine[-1].move == ask.move
        ready = [one.event.seat for one in before if isinstance(one.event, ev.SeatReady)]
        return isinstance(ask, Ready) and ask.seat in ready

    def _leads_to(self, sent: Sent, seq: int) -> bool:
        match sent.ask, self._kept[seq - 1].event:
            case Choose(seat=seat, action=action, move=move), ev.MoveChosen(by="person") as chosen:
                known = (chosen.seat, self._action_before(seq), chosen.move)
                return known == (seat, action, move)
            case Sit(nonce=nonce), ev.SeatTaken(nonce=kept):
                return nonce == kept
            case Ready(nonce=nonce), ev.SeatReady(nonce=kept):
                return nonce == kept
            case Start(), ev.GameStarted():
                return True
        return False

    def _action_before(self, seq: int) -> int:
        """The action due when this event happened: it began with the last event that begins one."""
        before = reversed(self._kept[: seq - 1])
        return next(one.seq for one in before if isinstance(one.event, BEGINS))

    def _compare_views(self) -> None:
        for visit in self.visits:
            for view in visit.page.views[visit.compared :]:
                if view.version > len(self._tables):
                    break
                _compare_view(view, self._tables[view.version - 1], visit.since)
                visit.since = view.version
                visit.compared += 1
                self.views += 1
        done = [one for one in self.visits if one.page.close_code is not None]
        for visit in done:
            if visit.compared == len(visit.page.views):
                self.visits.remove(visit)


def _is_asked(event: ev.AnyEvent) -> bool:
    if isinstance(event, ev.MoveChosen):
        return event.by == "person"
    # Who makes a table sits there at once, and gives the nonce later.
    return isinstance(event, Asked) and getattr(event, "nonce", "") is not None


def _compare_view(view: View, table: Table, since: int) -> None:
    """The view shows this table, and the news since a version."""
    assert (view.version, view.stage) == (table.version, table.stage)
    assert view.news == [one for one in table.news if one.version > since]
    if view.game is None or table.game is None:
        assert view.game is None
        assert table.game is None
        return
    sheets = [sheet_view(table.variant, sheet) for sheet in table.game.sheets]
    assert [seat.sheet for seat in view.seats] == sheets
    shown = (view.game.turn, view.game.phase, view.game.action, view.game.waiting)
    assert shown == (table.game.turn, table.game.phase, table.action, table.waiting)
    for own in view.yours:
        choice = table.chosen.get(own.seat)
        assert own.chosen == (choice.move if choice else None)
