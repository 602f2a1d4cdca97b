"""Enumerations whose members are the words of the records."""

from enum import StrEnum


class Word(StrEnum):
    """A string enumeration with a `repr` that can be pasted."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
