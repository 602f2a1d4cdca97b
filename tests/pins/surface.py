"""What people set, call, watch and ask for: settings, commands, metrics, codes and the HTTP API."""

import json
from collections.abc import Iterator
from typing import Any

from prometheus_client.metrics import MetricWrapperBase
from typer.main import get_command

from rowlock.cli.judging import CODES as JUDGED
from rowlock.cli.main import app
from rowlock.record.errors import BAD_RESULT, UNFAIR, UNREADABLE
from rowlock.rules import Code
from rowlock.server import meters
from rowlock.server.messages.refusals import Refusal
from rowlock.server.web import metrics
from rowlock.server.web.schema import described
from rowlock.server.web.settings import OTHERS, all_settings, usual, variable

PROSE = ("description", "summary")
ENDS = {"counter": "_total", "info": "_info"}
"""What Prometheus adds to the name of a metric of a type."""


def openapi_text() -> str:
    """The description of the API without its version, and without what is said for people."""
    found = json.loads(described(""))
    del found["info"]["version"]
    return json.dumps(_bare(found), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _bare(value: Any) -> Any:
    if isinstance(value, list):
        return [_bare(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _bare(one)
        for key, one in value.items()
        # A field of a message may have such a name; it is no text then.
        if not (key in PROSE and isinstance(one, str))
    }


def settings_text() -> str:
    """Every variable with what it is unless it is set, in the order they are explained in."""
    lines = [f"{variable(one.name)}={usual(one.name)}" for one in all_settings()]
    return _lines([*lines, *OTHERS])


def metrics_text() -> str:
    """Name, type and labels of every metric, as Prometheus sees them."""
    found = {**vars(meters), **vars(metrics)}.values()
    return _lines(sorted(_metric(one) for one in found if isinstance(one, MetricWrapperBase)))


def _metric(metric: MetricWrapperBase) -> str:
    (about,) = metric.describe()
    name = about.name + ENDS.get(about.type, "")
    # The package tells the names of labels to nobody, before they have values.
    return " ".join([about.type, name, *(f"{label}=" for label in metric._labelnames)])


def codes_text() -> str:
    """All codes that a move, an ask or a record can be refused with."""
    of_records = (UNREADABLE, BAD_RESULT, UNFAIR, *JUDGED.values())
    return _lines(sorted({*(code.value for code in (*Code, *Refusal)), *of_records}))


def commands_text() -> str:
    """Every command with its arguments and options."""
    return "\n".join(_lines(_command(*one)) for one in sorted(_commands(get_command(app))))


def _commands(command: Any, path: str = "rowlock") -> Iterator[tuple[str, Any]]:
    yield path, command
    for name, part in getattr(command, "commands", {}).items():
        yield from _commands(part, f"{path} {name}")


def _command(path: str, command: Any) -> list[str]:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    return [path, *map(_argument, arguments), *sorted(map(_option, options))]


def _argument(argument: Any) -> str:
    words = [f"  {argument.name}", _required(argument), "repeated" if argument.nargs < 0 else ""]
    return " ".join(filter(None, words))


def _option(option: Any) -> str:
    takes = "flag" if option.is_flag else f"takes {option.nargs}"
    more = ["repeated" if option.multiple else "", _required(option), _variable(option)]
    names = "/".join([*option.opts, *option.secondary_opts])
    return " ".join(filter(None, [f"  {names}", takes, *more]))


def _required(parameter: Any) -> str:
    return "required" if parameter.required else ""


def _variable(option: Any) -> str:
    return f"or by {option.envvar}" if option.envvar else ""


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
