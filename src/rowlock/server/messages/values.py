"""Immutable values that can be written as JSON."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _Frozen(msgspec.StructMeta):
    """Lets the type checker know that all values are frozen, as they are when they run."""


class Value(msgspec.Struct, metaclass=_Frozen, frozen=True):
    """An immutable value. Subclasses are frozen too."""


def type_of(name: str) -> str:
    """What a kind of message or event is called: `TakeBack` is "take-back"."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")
