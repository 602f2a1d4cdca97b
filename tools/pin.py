"""Says which pins the code has left, and changes a pin on purpose.

PYTHONPATH=tests:tools .venv/bin/python tools/pin.py                        which pins differ
PYTHONPATH=tests:tools .venv/bin/python tools/pin.py write NAME "reason"    writes a pin anew

A name may be a pattern (`games/*`); of those it fits, the pins that differ are written.
"""

import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase

from pins import changes, files
from pins.differing import difference
from pins.registry import ALL, KEPT, PINS

USAGE = 2


def _differing(pattern: str = "*") -> Iterator[tuple[str, str | None, str]]:
    """The pins that fit the pattern and are not what the code makes: name, kept, today."""
    known = files.kept_pins()
    for name, make in ALL.items():
        # What is only read differs for good, so it has to be named.
        if not fnmatchcase(name, pattern) or (name in KEPT and name in known and pattern != name):
            continue
        kept, today = files.read_pin(name) if name in known else None, make()
        if kept != today:
            yield name, kept, today


def check() -> int:
    """Tell how pins differ, which have no reason, and which are nobody's."""
    told = [difference(name, kept or "", today) for name, kept, today in _differing()]
    newest = changes.newest()
    for name in sorted(files.kept_pins()):
        if name not in ALL:
            told.append(f"{name} is no pin: take it away")
        elif newest.get(name) != changes.digest(files.read_pin(name)):
            told.append(f"{name} was changed without a reason")
    print("\n\n".join(told) or f"all {len(PINS)} pins are as they were")
    return 1 if told else 0


def write(pattern: str, reason: str) -> int:
    """Write the pins that fit anew, and note why."""
    changes.check(reason)
    if not any(fnmatchcase(name, pattern) for name in ALL):
        print(f"there is no pin {pattern}", file=sys.stderr)
        return USAGE
    written = 0
    for name, _, today in _differing(pattern):
        files.write_pin(name, today)
        changes.note(name, today, reason)
        print(f"wrote {name}")
        written += 1
    if not written:
        print(f"{pattern} is as it was")
    return 0


def main(arguments: list[str]) -> int:
    """Check, or write."""
    match arguments:
        case []:
            return check()
        case ["write", pattern, reason]:
            try:
                return write(pattern, reason)
            except changes.BadReason as error:
                print(error, file=sys.stderr)
                return USAGE
    print(__doc__, file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
