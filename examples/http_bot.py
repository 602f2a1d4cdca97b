"""Plays at a table over HTTP, with nothing but the standard library.

python examples/http_bot.py http://localhost:8000 [the code of a table; else it makes one]"""

import json
import secrets
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Server:
    """A server, and the token that it knows this program by."""

    def __init__(self, address: str) -> None:
        self.api = f"{address.rstrip('/')}/api"
        self.headers: dict[str, str] = {}
        self.headers["Authorization"] = f"Bearer {self.call('tokens', {})['token']}"

    def call(self, path: str, body: object = None) -> Any:
        """What the server answers; None if something else has happened at the table first."""
        sent = None if body is None else json.dumps(body).encode()
        while True:  # nothing here does harm if it comes twice
            try:
                with urlopen(Request(f"{self.api}/{path}", sent, self.headers), timeout=60) as got:
                    return json.load(got)
            except HTTPError as problem:
                if problem.code == 409 and body:
                    return None
                if problem.code not in (429, 503):  # too fast, or not for the moment
                    sys.exit(f"The server refuses: {json.load(problem)['message']}")
                time.sleep(float(problem.headers.get("Retry-After", 1)))
            except OSError as problem:  # it may be starting again
                print(f"Trying again: {problem}", file=sys.stderr)
                time.sleep(1)


def best(moves: list[dict[str, Any]]) -> str:
    """Cross what skips least; pass rather than skip much, unless that would be a miss."""
    passing = next(move for move in moves if move["kind"] == "pass")
    fewest = min(moves, key=lambda move: (move is passing, len(move["skips"]), -move["gain"]))
    most_skips = 4 if passing["miss"] else 2
    return str((fewest if len(fewest["skips"]) <= most_skips else passing)["move"])


def sit_down(server: Server, code: str) -> str:
    """Take a seat at this table, or at a new one if there is no code; nonces are for the dice."""
    me, view = {"name": "HTTP bot", "nonce": secrets.token_hex(16)}, f"tables/{code}/view"
    if code:
        free = [seat["id"] for seat in server.call(view)["seats"] if seat["kind"] == "open"]
        server.call(f"tables/{code}/asks", {"type": "sit", "seat": [*free, None][0], **me})
        mine = any(seat["yours"] for seat in server.call(view)["seats"])
        return code if mine else sys.exit("No open seat.")
    seats = [{"kind": "me", "name": me["name"]}, {"kind": "bot", "bot": "easy"}]
    new = server.call("tables", {"variant": "original", "seats": seats, "start": True})["code"]
    server.call(f"tables/{new}/asks", {"type": "ready", "seat": 1, "nonce": me["nonce"]})
    return str(new)


def play(server: Server, code: str) -> dict[str, Any]:
    """Play to the end; the last view."""
    view = server.call(f"tables/{code}/view")
    while view["stage"] in ("lobby", "playing"):
        for own in view["yours"]:
            if own["acting"] and own["chosen"] is None:
                ask = {"type": "choose", "seat": own["seat"], "action": view["game"]["action"]}
                server.call(f"tables/{code}/asks", {**ask, "move": best(own["moves"])})
        view = server.call(f"tables/{code}/view?since={view['version']}&wait=25")
    return dict(view)


if __name__ == "__main__":
    server = Server(sys.argv[1])
    code = sit_down(server, "".join(sys.argv[2:3]))
    print(f"Playing at table {code}", flush=True)
    for seat in play(server, code)["seats"]:
        print(seat["name"], seat["sheet"]["total"] if seat["sheet"] else "did not play", sep=": ")
