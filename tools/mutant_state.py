"""Which mutants a run is to try, and what it has found so far."""

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """Whether a test noticed a mutant, and how long that took."""

    name: str
    caught: bool
    seconds: float


@dataclass(frozen=True)
class Share:
    """One of so many shares of the mutants; every mutant is in one of them."""

    number: int
    count: int

    @classmethod
    def read(cls, text: str) -> "Share":
        """The share that is written as 2/4."""
        found = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,4})", text)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            raise argparse.ArgumentTypeError(f"{text!r} is no share; one is written as 2/4")
        return cls(int(found[1]), int(found[2]))

    @property
    def suffix(self) -> str:
        """What its files have in their names."""
        return "" if self.count == 1 else f"-{self.number}-of-{self.count}"

    def of(self, mutants: Sequence[T]) -> Sequence[T]:
        """The mutants that are in it: neighbours, which take as long, are spread."""
        return mutants[self.number - 1 :: self.count]


@dataclass(frozen=True)
class State:
    """What a run has found so far, in a file: a name for the code, then an outcome a line."""

    file: Path
    code: str

    def start(self) -> None:
        """Nothing is known yet."""
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(self.code) + "\n", encoding="utf-8")

    def keep(self, outcome: Outcome) -> None:
        """Know this as well."""
        with self.file.open("a", encoding="utf-8") as state:
            state.write(json.dumps(asdict(outcome)) + "\n")

    def read(self) -> dict[str, Outcome]:
        """What an interrupted run has found; nothing, if the code has changed since."""
        if not self.file.exists():
            return {}
        try:
            known, *lines = map(json.loads, self.file.read_text(encoding="utf-8").splitlines())
        except ValueError:
            print("The last run was cut off while it wrote: all are tried again")
            return {}
        if known != self.code:
            print("The code, the tests or the mutants have changed: all are tried again")
            return {}
        return {line["name"]: Outcome(**line) for line in lines}
