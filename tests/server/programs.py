"""Programs for tests: they come with a token, and play over plain HTTP."""

from random import Random

from rowlock.server.messages.answers import GivenToken
from rowlock.server.messages.asks import Ask, Choose
from rowlock.server.messages.tells import Done, View
from server.people import Answer, Person
from server.playing import any_move, to_choose

WAIT = 10


class Program(Person):
    """Somebody without a browser."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.token = ""
        self.token = self.post("/api/tokens", None).read(GivenToken).token

    def http(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> Answer:
        known = f"Bearer {self.token}" if self.token else None
        sent = {"Origin": None, "Cookie": None, "Authorization": known, **headers}
        return super().http(method, path, body, **sent)

    def see(self, code: str, since: int = 0, wait: int = 0) -> View:
        """Look at a table, or wait for something newer."""
        answer = self.get(f"/api/tables/{code}/view?since={since}&wait={wait}")
        assert answer.status == 200, answer
        return answer.read(View)

    def ask(self, code: str, ask: Ask) -> Answer:
        """Ask for something at a table, whatever comes of it."""
        return self.post(f"/api/tables/{code}/asks", ask)

    def done(self, code: str, ask: Ask) -> int:
        """Ask for something that must be done; the version that shows it."""
        answer = self.ask(code, ask)
        assert answer.status == 200, answer
        return answer.read(Done).version

    def refused(self, code: str, ask: Ask) -> tuple[int, str]:
        """Ask for something that must be refused and must change nothing."""
        before = self.see(code).version
        answer = self.ask(code, ask)
        assert self.see(code).version == before
        return answer.status, answer.problem

    def play_on(self, code: str, rng: Random) -> View:
        """Play all own seats to the end of the game."""
        view = self.see(code)
        while view.stage != "over":
            for own in to_choose(view):
                assert view.game is not None
                move = any_move(own.moves, rng)
                choice = Choose(seat=own.seat, action=view.game.action, move=move)
                answer = self.ask(code, choice)
                assert answer.status == 200 or answer.problem == "stale", answer
            view = self.see(code, view.version, WAIT)
        return view
