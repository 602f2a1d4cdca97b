"""Messages that no page sends: near misses of good ones mostly, and some plain rubbish.

What is asked is taken from a view, so that most of it can be read and has to be judged by the
rules of the game and of the table.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from rowlock.server.messages.tells import View
from server.odd_names import any_name

Ask = dict[str, Any]

FATAL = ("close", "delete")
"""What ends a table for good, when its creator asks for it."""

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 2**31, 2**63, 2**64, 10**30, 1e300),
    *("", "-", "r5", "\u0000", "ř" * 30, "x" * 300, "'; DROP TABLE events; --", "<b>"),
    *([], [1], [[]], {}, {"type": "start"}, [None] * 50),
]
JUNK = ["", "null", "[]", "{}", "7", '"start"', "{", "[" * 900, '{"type":"start"}}', "\u0000", "ž"]


def message(view: View, rng: Random, without: tuple[str, ...] = ()) -> str | bytes:
    """The next message of somebody who sees this."""
    ask = _ask(view, rng, without)
    dice = rng.random()
    if dice < 0.6:
        return json.dumps(ask)
    if dice < 0.8:
        return json.dumps(_bent(ask, rng))
    if dice < 0.95:
        return _damaged(json.dumps(ask), rng)
    junk = rng.choice(JUNK)
    return junk if rng.random() < 0.7 else rng.randbytes(rng.randrange(1, 40))


def _ask(view: View, rng: Random, without: tuple[str, ...]) -> Ask:
    """An ask that can be read. Most often it is a choice, when there is something to choose."""
    if view.game is not None and rng.random() < 0.5:
        return _choice(view, rng)
    kind = rng.choice([kind for kind in KINDS if kind not in without])
    fields = KINDS[kind](view, rng)
    return {"type": kind, **fields, **({"n": rng.randrange(1000)} if rng.random() < 0.5 else {})}


def _choice(view: View, rng: Random) -> Ask:
    own = rng.choice(view.yours) if view.yours else None
    moves = ["r5", "y12", "g2", "b16", "-", "+1", "+6", "r7*"]
    if own is not None and own.moves and rng.random() < 0.2:
        moves = [move.move for move in own.moves]
    elif own is not None and own.closed:
        moves = list(own.closed)
    return {**_acting(view, rng), "type": "choose", "move": rng.choice(moves)}


def _acting(view: View, rng: Random) -> Ask:
    action = view.game.action if view.game else 0
    return {**_seat(view, rng), "action": action if rng.random() < 0.8 else _near(action, rng)}


def _seat(view: View, rng: Random) -> Ask:
    own = [seat.id for seat in view.seats if seat.yours]
    everybody = [seat.id for seat in view.seats] or [1]
    some = own if own and rng.random() < 0.7 else everybody
    return {"seat": rng.choice(some) if rng.random() < 0.95 else rng.randrange(1, 1001)}


def _near(number: int, rng: Random) -> int:
    return number + rng.choice((-1000, -2, -1, 1, 2, 1000))


def _named(_view: View, rng: Random) -> Ask:
    return {"name": any_name(rng)}


def _nonce(_view: View, rng: Random) -> Ask:
    return {"nonce": f"{rng.getrandbits(128):032x}"}


def _pair(_view: View, rng: Random) -> Ask:
    pair = rng.choices(range(1, 18), k=2)
    return {"pair": None if rng.random() < 0.2 else pair}


def _bot(_view: View, rng: Random) -> Ask:
    # Those who think for long would have to be waited for when the game is played to its end.
    return {"bot": rng.choice([None, "random", "cautious", "nobody", ""])}


def _order(view: View, rng: Random) -> Ask:
    ids = [seat.id for seat in view.seats]
    rng.shuffle(ids)
    return {"seats": ids if rng.random() < 0.7 else ids[1:] + ids[:1] * 2}


def _wanted(_view: View, rng: Random) -> Ask:
    return {"wanted": rng.random() < 0.5}


def _nothing(_view: View, _rng: Random) -> Ask:
    return {}


Fill = Callable[[View, Random], Ask]


def _all(*fills: Fill) -> Fill:
    def fill(view: View, rng: Random) -> Ask:
        return {name: value for one in fills for name, value in one(view, rng).items()}

    return fill


KINDS: dict[str, Fill] = {
    "sit": _all(_named, _nonce),
    "ready": _all(_seat, _nonce),
    "rename": _all(_seat, _named),
    "pick-lucky": _all(_seat, _pair),
    "leave": _seat,
    "add-seat": _bot,
    "remove": _seat,
    "reorder": _order,
    "start": _nothing,
    "close": _nothing,
    "choose": _choice,
    "withdraw": _acting,
    "vote": _seat,
    "take-back": _seat,
    "make-link": _seat,
    "expect": _acting,
    "rematch": _nothing,
    "delete": _wanted,
}
"""How the fields of every ask are filled. A test holds that none is missing."""


def _bent(ask: Ask, rng: Random) -> Ask:
    """With one field odd, missing or too many."""
    name = rng.choice(list(ask))
    how = rng.randrange(3)
    if how == 0:
        return {**ask, name: rng.choice(ODD)}
    if how == 1:
        return {key: value for key, value in ask.items() if key != name}
    return {**ask, rng.choice(("seat", "seed", "holder", "version", "x")): rng.choice(ODD)}


def _damaged(text: str, rng: Random) -> str:
    """With a few letters lost, doubled or changed on the way."""
    letters = list(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters))
        letters[at] = rng.choice(("", letters[at] * 2, chr(rng.randrange(1, 0x250)), '"', "}"))
    return "".join(letters)
