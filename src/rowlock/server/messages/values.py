"""Immutable values that can be written as JSON."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _Frozen(msgspec.StructMeta):
    """Lets the type checker know that all values are frozen, as they are when they run."""


class Value(msgspec.Struct, metaclass=_Frozen, frozen=True, gc=False):
    """An immutable value. Subclasses are frozen too. Nothing in a value ever leads back to it, so
    Python need not look whether it does."""


SECRETS = frozenset(
    {
        *("chosen", "creator", "deleters", "holder", "link", "move", "name", "names", "nonce"),
        *("secret", "seed", "votes"),
    }
)
"""Names of fields that hold what only some may know, or nobody yet; and who somebody is."""


class Discreet(Value):
    """A value that tells no secrets when it comes to be written into a log or an error."""

    def __repr__(self) -> str:
        told = (
            f"{name}={'…' if name in SECRETS else repr(getattr(self, name))}"
            for name in self.__struct_fields__
        )
        return f"{type(self).__name__}({', '.join(told)})"
