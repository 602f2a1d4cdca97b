"""What `strace` saw: system calls in the order they began and ended."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

OPTIONS = ("-f", "-ttt", "-xx", "-y", "-s", "100000")
CALLS = ("pwrite64", "fdatasync", "fsync", "sendto", "sendmsg", "write", "writev")
"""All by which something can get to a disk or a socket here."""

LINE = re.compile(r"(?P<pid>\d+) +(?P<at>[\d.]+) (?P<rest>.*)")
RESUMED = re.compile(r"<\.\.\. \w+ resumed>(?P<more>.*)")
UNFINISHED = "<unfinished ...>"
STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass
class Call:
    """A system call. `began` and `ended` are places in the trace, which is in the order of what
    happened: a call that others were busy beside has two lines. `at` is the time it began."""

    name: str
    text: str
    at: float
    began: int
    ended: int

    @property
    def file(self) -> str:
        """What it was done to."""
        found = re.match(r"\w+\(\d+<([^>]*)>", self.text)
        return _plain(found[1]) if found else ""

    @cached_property
    def data(self) -> bytes:
        """What was written or sent."""
        return b"".join(_bytes(one[1]) for one in STRING.finditer(self.text))

    @property
    def offset(self) -> int:
        """Where `pwrite64` has written."""
        found = re.search(r", (\d+)\) += ", self.text)
        assert found, self.text[-100:]
        return int(found[1])

    @property
    def worked(self) -> bool:
        """Whether it did what it was to."""
        return not re.search(r"\) += -1", self.text)


def read_trace(text: str) -> list[Call]:
    """The calls of a trace, in the order they began."""
    return sorted(_calls(text), key=lambda call: call.began)


def _calls(text: str) -> Iterator[Call]:
    open_calls: dict[str, Call] = {}
    for place, line in enumerate(text.splitlines()):
        found = LINE.match(line)
        if found is None:
            continue
        pid, at, rest = found["pid"], float(found["at"]), found["rest"]
        resumed = RESUMED.match(rest)
        if resumed:
            call = open_calls.pop(pid, None)
            if call is not None:
                yield Call(call.name, call.text + resumed["more"], call.at, call.began, place)
        elif (name := rest.partition("(")[0]) in CALLS:
            call = Call(name, rest.removesuffix(UNFINISHED).rstrip(), at, place, place)
            if rest.endswith(UNFINISHED):
                open_calls[pid] = call
            else:
                yield call


def _plain(path: str) -> str:
    return _bytes(path).decode() if path.startswith("\\x") else path


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))
