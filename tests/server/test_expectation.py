"""The exact expectation of a solo game, as a page asks for it and is told."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from browser.serving import Server
from rowlock.record import read_record, verify
from rowlock.rules import Code, Game, Phase, legal_moves
from rowlock.server.messages.asks import Choose, Expect
from rowlock.server.messages.refusals import Refuse
from rowlock.server.messages.tells import Expectation, NotSolved, Refused, View
from rowlock.server.tables.decide import Asker, show_expectation
from rowlock.server.tables.events import ExpectationShown, TableClosed
from rowlock.server.tables.records import record_text
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance
from server.houses import open_house, until
from server.people import Arrive, Page, Person
from server.playing import any_move, positions, sit_down, to_choose
from server.prepared import COMING, damage, foreseen, prepare
from server.tables import happened, lobby, played, started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server that has a table of the original, and of no other game."""
    server = Server(tmp_path_factory.mktemp("server") / "data")
    prepare(server.solved)
    server.start()
    yield server
    server.stop()
    assert not any(word in server.output for word in ("Traceback", "ERROR", "WARNING"))


def expect(view: View, seat: int = 1) -> Expect:
    assert view.game is not None
    return Expect(seat=seat, action=view.game.action)


def is_expected(told: Expectation, game: Game) -> bool:
    """Whether all that was told follows from the position and the prepared table."""
    moves = {str(move): foreseen(game.act([move])) for move in legal_moves(game, 0)}
    found = {judged.move: judged.score for judged in told.moves}
    best = {judged.move for judged in told.moves if judged.best}
    return (
        told.score == foreseen(game)
        and found == (moves if game.rolled else {})
        and best == {move for move, score in found.items() if score == told.score}
    )


async def choose(page: Page, view: View, rng: Random) -> View:
    (own,) = to_choose(view)
    assert view.game is not None
    move = any_move(own.moves, rng)
    after = await page.done(Choose(seat=own.seat, action=view.game.action, move=move))
    return await page.until(lambda view: view.version >= after.version and is_due(view))


def is_due(view: View) -> bool:
    return view.stage != "playing" or bool(to_choose(view))


async def test_it_follows_from_position_and_table_alone(arrive: Arrive) -> None:
    ann, rng = arrive(), Random(7)
    code = ann.create(seats="me", start=True, autopass=False)
    told: dict[tuple[int, str], Expectation] = {}
    async with ann.at(code) as a:
        view = await a.until(is_due)
        while view.stage == "playing":
            assert view.game is not None
            answer = await a.ask(expect(view))
            assert isinstance(answer, Expectation)
            assert answer.action == view.game.action
            told[view.game.turn, view.game.phase] = answer
            view = await choose(a, view, rng)
        over = await a.ask(expect(view))
        assert isinstance(over, Refused)
        assert over.code == Code.GAME_OVER
    record = read_record(ann.get(f"/api/tables/{code}/record").body.decode())
    known = positions(record)
    assert len(told) > 10
    assert all(is_expected(answer, known[at]) for at, answer in told.items())
    assert record.extra["Hints"] == "on"
    verify(record)


async def test_a_game_in_which_nobody_asked_has_no_hints(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create(seats="me", start=True, autopass=False)
    async with ann.at(code) as a:
        await choose(a, await a.until(is_due), Random(1))
    assert "Hints" not in read_record(ann.get(f"/api/tables/{code}/record").body.decode()).extra


async def test_only_whose_game_it_is_may_ask(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    guest = Person(ann.address)
    code = ann.create(seats="me", start=True, autopass=False)
    async with ann.at(code) as a, ben.at(code) as b, guest.at(code) as g:
        view = await a.until(is_due)
        for other in (b, g):
            assert await other.refused(expect(view)) == "not-yours"
        assert await a.refused(expect(view, seat=2)) == "no-seat"
        assert isinstance(await a.ask(expect(view)), Expectation)
        assert not any(isinstance(told, Expectation) for page in (b, g) for told in page.told)


async def test_it_is_kept_once_that_it_was_shown(tmp_path: Path) -> None:
    prepare(tmp_path / "solved")
    async with open_house(tmp_path) as house:
        live = await house.table("me", autopass=False)
        await house.come(live, "ann")
        await until(lambda: live.table.waiting)
        assert "Hints" not in read_record(record_text(live.table)).extra
        for _ in range(3):
            ask = Expect(seat=1, action=live.table.action)
            assert isinstance(await house.hub.expect(live, "ann", ask), Expectation)
        kept = await house.store.read(live.table.code)
        assert sum(isinstance(one.event, ExpectationShown) for one in kept) == 1
        assert read_record(record_text(live.table)).extra["Hints"] == "on"


async def test_before_the_roll_nothing_is_known_of_it(tmp_path: Path) -> None:
    prepare(tmp_path / "solved")
    async with open_house(tmp_path) as house:
        # Nobody is there, so nothing is rolled.
        tables = [await house.table("me") for _ in range(2)]
        told = []
        for live in tables:
            assert live.table.game is not None
            assert live.table.game.phase is Phase.ROLL
            ask = Expect(seat=1, action=live.table.action)
            told.append(await house.hub.expect(live, "ann", ask))
        assert tables[0].table.setup.seed != tables[1].table.setup.seed
        action = tables[0].table.action
        assert told == [Expectation(0, action, COMING, [])] * 2


async def test_what_was_never_shown_is_not_kept_as_shown(arrive: Arrive) -> None:
    ann = arrive()
    code = ann.create("longo", "me", start=True, autopass=False)
    async with ann.at(code) as a:
        view = await a.until(is_due)
        answer = await a.ask(expect(view))
        lucky = view.seats[0].sheet.lucky if view.seats[0].sheet else None
        assert lucky is not None
        command = "rowlock solve longo --lucky {} {}".format(*lucky)
        assert answer == NotSolved(answer.n, "large", 0.0, command)
    assert "Hints" not in read_record(ann.get(f"/api/tables/{code}/record").body.decode()).extra


def is_waited_for_alone(view: View) -> bool:
    """Nothing happens any more until the page's only seat has chosen."""
    own = [seat.seat for seat in to_choose(view)]
    return view.game is not None and own != [] and view.game.waiting == own


@pytest.mark.parametrize(("variant", "seats"), [("original", "me random"), ("on-board", "me")])
async def test_other_games_have_none(variant: str, seats: str, arrive: Arrive) -> None:
    ann = arrive()
    async with AsyncExitStack() as stack:
        code = ann.create(variant, seats, start=True, autopass=False)
        (a,) = await sit_down(stack, code, [ann])
        view = await a.until(is_waited_for_alone)
        assert await a.refused(expect(view)) == "not-solvable"


def refusal_of(table: Table, action: int | None = None) -> str:
    ask = Expect(seat=1, action=table.action if action is None else action)
    with pytest.raises(Refuse) as refused:
        show_expectation(table, ask, Asker("ann", Attendance(), Random(1)))
    return refused.value.code


def test_it_is_asked_for_the_action_that_is_due() -> None:
    table = played(started("ann"), "w41")
    assert refusal_of(table, table.action - 1) == "stale"
    assert refusal_of(lobby("ann")) == "not-started"
    assert refusal_of(happened(table, TableClosed())) == "closed"


def test_a_server_loads_nothing_for_it_before_somebody_asks(tmp_path: Path) -> None:
    heavy = ("numpy", "numba", "rowlock.solver")
    program = (
        "import sys; from pathlib import Path; "
        "from rowlock.server.web.app import make_app; import rowlock.cli.serving; "
        "from rowlock.server.web.settings import Settings; "
        f"make_app(Settings(data=Path('x'))); print([one for one in {heavy} if one in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.soak
async def test_a_damaged_table_is_solved_again_while_people_play(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    damage(prepare(server.solved))
    server.start()
    try:
        ann = Person(server.address)
        ann.get("/api/here")
        code = ann.create(seats="me", start=True, autopass=False)
        async with ann.at(code) as a:
            view = await a.until(is_due)
            progress = []
            while isinstance(answer := await a.ask(expect(view)), NotSolved):
                assert answer.why == "solving"
                progress.append(answer.progress)
            assert progress == sorted(progress)
            assert isinstance(answer, Expectation)
            assert 60 < answer.score < 140
    finally:
        server.stop()
    assert "is removed" in server.output
    assert "Traceback" not in server.output
