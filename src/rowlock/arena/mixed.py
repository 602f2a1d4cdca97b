"""Games in which not all bots are compiled: refereed by the rules, with a batch's dice."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Self

from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting
from rowlock.arena.external import PREFIX, ExternalBot
from rowlock.bots import find_bot
from rowlock.bots.exact import exact_move
from rowlock.kernels.batch import COMPILING, most_decisions, say_on_stderr
from rowlock.kernels.bots import NAMES, WITH_MIND, choose
from rowlock.kernels.bridge import to_code, to_state
from rowlock.kernels.compiled import is_kept, is_loaded
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import DECISION, RESULT, Records, part, room
from rowlock.kernels.play import write_down
from rowlock.kernels.search import start_thinking
from rowlock.kernels.state import REASONS
from rowlock.kernels.tables import tables_of
from rowlock.record import Record
from rowlock.rules import Game, Move, Phase, totals

Player = Callable[[Record, Game, int, int], Move]
"""Chooses a move for a seat in the game of a number."""


class TableClosed(Exception):
    """The games of a table are no longer wanted."""


class Programs:
    """The programs among the bots: every thread starts its own for each place in a lineup and
    keeps it. To be used by `with`, which ends them, and the games that other threads still play.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: dict[tuple[int, int, str], ExternalBot] = {}
        self._starting = threading.Lock()
        self._closed = False

    def find(self, place: int, name: str) -> ExternalBot:
        """The program of this thread for a place in the lineup."""
        key = threading.get_ident(), place, name
        with self._starting:
            self.check_wanted()
            if key not in self._running:
                command = name.removeprefix(PREFIX)
                self._running[key] = ExternalBot(command, seconds=self._seconds)
            return self._running[key]

    def check_wanted(self) -> None:
        """Raises TableClosed if the games are no longer wanted."""
        if self._closed:
            raise TableClosed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._starting:
            self._closed = True
        if programs := list(self._running.values()):
            # A program may take seconds for its goodbye, so all say it at once.
            with ThreadPoolExecutor(len(programs)) as pool:
                list(pool.map(ExternalBot.close, programs))


def prepare(meeting: Meeting) -> None:
    """Compiles what the games of a meeting need, or loads it, before any thread asks for it."""
    bots = [name for name in dict.fromkeys(meeting.names) if name in NAMES] or [NAMES[0]]
    kernels = [start_thinking if bot in WITH_MIND else choose for bot in bots]
    if all(map(is_loaded, kernels)):
        return
    if not all(map(is_kept, kernels)):
        say_on_stderr(COMPILING)
    deals = Deals(meeting.variant, len(meeting.entrants), meeting.seed)
    game = deals.start(0)
    for bot in bots:
        deals.choice(0, game.roll(deals.dice(0)(game)), 0, bot)


def play_mixed(meeting: Meeting, span: Span, logged: bool, programs: Programs) -> Chunk:
    """The games of a span, one by one."""
    first, games = span
    deals = Deals(meeting.variant, len(meeting.entrants), meeting.seed)
    results = room(RESULT, games)
    log = room(DECISION, games * most_decisions(meeting.variant, deals.seats) if logged else 0)
    players = [_player(*place, deals, programs) for place in enumerate(meeting.names)]
    if meeting.exact:
        players = [_exact_player(meeting, *players)]
    noted = 0
    for index in range(games):
        number = first + index
        here = part(log, noted, len(log))
        seated = deals.seated(players, number)
        game, decided = _play_game(deals, seated, number, here, programs.check_wanted)
        noted += decided
        results[index].scores[: deals.seats] = totals(game)
        results[index].turns = game.turn
        results[index].reason = REASONS.index(game.reason)
    return Chunk(first, results, part(log, 0, noted) if logged else None)


def _player(place: int, name: str, deals: Deals, programs: Programs) -> Player:
    if name.startswith(PREFIX):
        program = programs.find(place, name)
        # For people and programs, games count from 1.
        return lambda record, game, seat, number: program.choose(record, game, seat, number + 1)
    if name in NAMES:
        return lambda _record, game, seat, number: deals.choice(number, game, seat, name)
    bot = find_bot(name, deals.seats)
    return lambda _record, game, seat, number: bot(
        game, seat, Random(f"{deals.seed}/{number}/{seat}/{game.turn}/{game.phase}")
    )


def _exact_player(meeting: Meeting, otherwise: Player) -> Player:
    """Plays from the exact table in games that were solved when the tournament began."""

    def player(record: Record, game: Game, seat: int, number: int) -> Move:
        if game.sheets[seat].lucky in meeting.exact:
            return exact_move(game)
        return otherwise(record, game, seat, number)

    return player


def _play_game(
    deals: Deals,
    players: Sequence[Player],
    number: int,
    log: Records,
    check_wanted: Callable[[], object],
) -> tuple[Game, int]:
    """The game at its end, and how many decisions were noted in the log."""
    record = Record(deals.start(number), tuple(f"Seat {seat + 1}" for seat in range(deals.seats)))
    game, dice, noted = record.start, deals.dice(number), 0
    while not game.over:
        check_wanted()
        if game.phase is Phase.ROLL:
            roll = dice(game)
            record, game = record.rolled(roll), game.roll(roll)
            continue
        choices = [players[seat](record, game, seat, number) for seat in game.acting]
        if len(log):
            # As in a batch, dice that are out are rolled all the same.
            shown = game._replace(rolled=dice(game._replace(locked=0)))
            noted += _note(shown, choices, number, part(log, noted, len(log)))
        record, game = record.acted(choices), game.act(choices)
    return game, noted


def _note(game: Game, choices: Sequence[Move], number: int, log: Records) -> int:
    tables, state = tables_of(game.variant), to_state(game)
    for index, (seat, move) in enumerate(zip(game.acting, choices, strict=True)):
        state.moves[seat] = to_code(game.variant, move)
        write_down(tables, state, seat, number, log[index])
    return len(choices)
