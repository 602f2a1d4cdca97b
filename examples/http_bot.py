#!/usr/bin/env python3
"""Plays at a table over HTTP, with nothing but the standard library.

python examples/http_bot.py http://localhost:8000 [the code of a table; else it makes one]
"""

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
        try:
            with urlopen(Request(f"{self.api}/{path}", sent, self.headers), timeout=60) as answer:
                return json.load(answer)
        except HTTPError as problem:
            if problem.code == 429:  # too fast
                time.sleep(float(problem.headers["Retry-After"]))
                return self.call(path, body)
            if problem.code == 409 and body:
                return None
            sys.exit(f"The server refuses: {json.load(problem)['message']}")

    def ask(self, code: str, kind: str, **more: object) -> Any:
        """Do something at a table."""
        return self.call(f"tables/{code}/asks", {"type": kind, **more})


def best(moves: list[dict[str, Any]]) -> str:
    """Cross what skips least; pass rather than skip much, unless that would be a miss."""
    passing = next(move for move in moves if move["kind"] == "pass")
    fewest = min(moves, key=lambda move: (move is passing, len(move["skips"]), -move["gain"]))
    most_skips = 4 if passing["miss"] else 2
    return str((fewest if len(fewest["skips"]) <= most_skips else passing)["move"])


def sit_down(server: Server, code: str) -> str:
    """Take a seat at this table, or at a new one if there is no code; nonces are for the dice."""
    me, nonce = "HTTP bot", secrets.token_hex(16)
    if code:
        return code if server.ask(code, "sit", name=me, nonce=nonce) else sys.exit("No open seat.")
    seats = [{"kind": "me", "name": me}, {"kind": "bot", "bot": "easy"}]
    new = server.call("tables", {"variant": "original", "seats": seats, "start": True})["code"]
    server.ask(new, "ready", seat=1, nonce=nonce)
    return str(new)


def play(server: Server, code: str) -> dict[str, Any]:
    """Play to the end; the last view."""
    view = server.call(f"tables/{code}/view")
    while view["stage"] in ("lobby", "playing"):
        for own in view["yours"]:
            if own["acting"] and own["chosen"] is None:
                choice = {"action": view["game"]["action"], "move": best(own["moves"])}
                server.ask(code, "choose", seat=own["seat"], **choice)
        view = server.call(f"tables/{code}/view?since={view['version']}&wait=25")
    return dict(view)


if __name__ == "__main__":
    server = Server(sys.argv[1])
    code = sit_down(server, "".join(sys.argv[2:3]))
    print(f"Playing at table {code}", flush=True)
    for seat in play(server, code)["seats"]:
        print(seat["name"], seat["sheet"]["total"] if seat["sheet"] else "did not play", sep=": ")
