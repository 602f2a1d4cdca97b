"""How long ago something was: as people write it, and as they read it."""

import re

UNITS = {"m": 60.0, "h": 3600.0, "d": 24 * 3600.0, "w": 7 * 24 * 3600.0}
"""Minutes, hours, days and weeks, in seconds."""

_AGE = re.compile(r"(\d{1,6})([mhdw])")


def read_age(text: str) -> float:
    """An age such as 90d, in seconds; raises ValueError."""
    match = _AGE.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f"{text!r} is no age; give a number of minutes, hours, days or weeks: 90d")
    return int(match[1]) * UNITS[match[2]]


def shown_age(seconds: float) -> str:
    """An age in the largest unit that it has at least two of; days are the largest one."""
    for unit in ("d", "h"):
        if seconds >= 2 * UNITS[unit]:
            return f"{seconds / UNITS[unit]:.0f}{unit}"
    return f"{max(0.0, seconds) / UNITS['m']:.0f}m"
