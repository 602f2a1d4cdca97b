"""Whole games, step by step, with what must hold at every step."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import rowlock.rules
from rowlock.record import Record, read_record, replay, write_record
from rowlock.rules import Game, Phase, Reason, points, winners
from rowlock.rules.row import has_lock
from strategies import choices, rolls, starts

HIGHEST = {"original": 266, "on-board": 286, "longo": 422, "mixx-a": 266, "mixx-b": 266}
LOWEST = -20


class GameMachine(RuleBasedStateMachine):
    """Plays any game with any dice and any legal choices."""

    game: Game
    before: Game
    at_roll: Game
    record: Record

    @initialize(start=starts())
    def begin(self, start: Game) -> None:
        self.game = self.before = start
        self.record = Record(start, tuple(f"P{seat}" for seat in range(len(start.sheets))))

    @precondition(lambda self: self.game.phase is Phase.ROLL)
    @rule(data=st.data())
    def roll(self, data: st.DataObject) -> None:
        roll = data.draw(rolls(self.game))
        self.at_roll = self.game
        self.before, self.game = self.game, self.game.roll(roll)
        self.record = self.record.rolled(roll)

    @precondition(lambda self: self.game.acting)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        moves = data.draw(choices(self.game))
        self.before, self.game = self.game, self.game.act(moves)
        self.record = self.record.acted(moves)

    @precondition(lambda self: self.game.over)
    @rule()
    def stay_over(self) -> None:
        assert winners(self.game)
        assert not self.game.acting

    @invariant()
    def crosses_go_from_left_to_right(self) -> None:
        for was, now in zip(self.before.sheets, self.game.sheets, strict=True):
            for old, new in zip(was.rows, now.rows, strict=True):
                added = new & ~old
                assert new & old == old, "no cross is ever taken away"
                assert added == 0 or added >= 1 << old.bit_length(), "all new ones are to the right"

    @invariant()
    def one_cross_an_action(self) -> None:
        for was, now in zip(self.before.sheets, self.game.sheets, strict=True):
            spaces = sum(
                (new & ~old & row.all_bits).bit_count()
                for row, old, new in zip(self.game.variant.rows, was.rows, now.rows, strict=True)
            )
            assert spaces <= 1

    @invariant()
    def locks_need_their_crosses(self) -> None:
        for sheet in self.game.sheets:
            for index, (row, bits) in enumerate(
                zip(self.game.variant.rows, sheet.rows, strict=True)
            ):
                ends = (bits & row.end_bits).bit_count()
                assert ends == int(has_lock(row, bits)), "one end number, one lock cross"
                if has_lock(row, bits):
                    assert (bits & row.all_bits & ~row.end_bits).bit_count() >= row.needs
                    assert self.game.is_locked(index)

    @invariant()
    def locked_rows_stay_as_they_are(self) -> None:
        assert self.game.locked & self.before.locked == self.before.locked
        for was, now in zip(self.before.sheets, self.game.sheets, strict=True):
            for index, bits in enumerate(was.rows):
                assert not self.before.is_locked(index) or now.rows[index] == bits

    @invariant()
    def scores_stay_in_their_bounds(self) -> None:
        for sheet in self.game.sheets:
            total = points(self.game.variant, sheet).total
            assert LOWEST <= total <= HIGHEST[self.game.variant.name]

    @invariant()
    def only_the_active_seat_misses(self) -> None:
        for seat, (was, now) in enumerate(zip(self.before.sheets, self.game.sheets, strict=True)):
            assert now.misses == was.misses or (
                now.misses == was.misses + 1 and seat == self.before.active
            )

    @invariant()
    def the_end_comes_closer_every_turn(self) -> None:
        """Each whole turn adds a cross or a miss to the active sheet, and there is room for only
        so many of them: no game goes on for ever."""
        whole = self.game.phase is Phase.ROLL or self.game.reason in (Reason.MISSES, Reason.FINISH)
        if whole and self.before is not self.game:
            active = self.before.active
            was, now = self.at_roll.sheets[active], self.game.sheets[active]
            assert (now.rows, now.misses) != (was.rows, was.misses)

    @invariant()
    def the_game_goes_on_until_a_reason_to_end(self) -> None:
        variant, sheets = self.game.variant, self.game.sheets
        ends = self.game.locked.bit_count() >= variant.locks or any(
            sheet.misses >= variant.misses for sheet in sheets
        )
        assert self.game.over == (ends or self.game.reason is Reason.FINISH)

    @invariant()
    def pawns_stand_apart(self) -> None:
        pawns = [sheet.pawn for sheet in self.game.sheets if sheet.pawn]
        assert len(set(pawns)) == len(pawns)

    @invariant()
    def the_record_holds_it_all(self) -> None:
        again = read_record(write_record(self.record))
        assert again == self.record
        assert replay(again) == self.game

    @invariant()
    def the_value_pastes_back(self) -> None:
        pasted = eval(repr(self.game), vars(rowlock.rules))
        assert pasted == self.game
        assert hash(pasted) == hash(self.game)


TestGames = pytest.mark.thorough(GameMachine.TestCase)
TestGames.settings = settings(max_examples=15, stateful_step_count=60)


@pytest.mark.soak
def test_games_for_long() -> None:
    run_state_machine_as_test(
        GameMachine, settings=settings(max_examples=1_000, stateful_step_count=80)
    )
