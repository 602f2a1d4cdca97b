"""Events, and messages in both directions: their fields and an example of each as it is written."""

import json
from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from pins.shapes import full, least, shape_of
from rowlock.server.messages import answers, asks, tells
from rowlock.server.tables import events as ev

Kinds = Mapping[str, type[msgspec.Struct]]
"""Messages by what tells them apart."""


def tagged(union: Any) -> Kinds:
    """The messages of a union, by their tags."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


EVENTS: Kinds = tagged(ev.AnyEvent)
ASKS: Kinds = {
    **tagged(asks.AnyAsk),
    "POST /api/tables": asks.NewTable,
    "POST /api/claim": asks.Claim,
}
TELLS: Kinds = {
    **tagged(tells.AnyTold),
    **{f"news {tag}": kind for tag, kind in tagged(tells.AnyNews).items()},
}
ANSWERS: Kinds = {
    "GET /api/here": answers.Here,
    "GET /api/keeping": answers.Keeping,
    "GET /api/tables": answers.Lists,
    "GET /api/tables/{code}": answers.TableCard,
    "POST /api/claim": answers.Created,
    "POST /api/tables": answers.Created,
    "POST /api/tokens": answers.GivenToken,
    "refused": answers.Problem,
}
ALL: Mapping[str, Kinds] = {
    "events.json": EVENTS,
    "asks.json": ASKS,
    "tells.json": TELLS,
    "answers.json": ANSWERS,
}
"""All messages, by the pin they are in."""


def examples(kind: type[msgspec.Struct]) -> list[msgspec.Struct]:
    """One with all fields, and one with as little as can be, if that is another."""
    most, little = full(kind), least(kind)
    return [most] if most == little else [most, little]


def messages_text(kinds: Kinds) -> str:
    """What a pin has of these messages."""
    told = {
        name: {
            "shape": shape_of(kind),
            "examples": [msgspec.json.encode(one).decode() for one in examples(kind)],
        }
        for name, kind in kinds.items()
    }
    return json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
