"""Calling commands in this process, which is quicker than starting one."""

from subprocess import CompletedProcess

from typer.testing import CliRunner, Result

from rowlock.cli.main import app


def call(*arguments: str, stdin: str = "", **more: str) -> Result:
    """What the command answers; it never fails in a way it does not know."""
    result = CliRunner(env={"COLUMNS": "120", **more}).invoke(app, arguments, input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def called(*arguments: str, stdin: str = "", **more: str) -> CompletedProcess[str]:
    """The same as it would be of a process (`command` in `commands.py`)."""
    said = call(*arguments, stdin=stdin, **more)
    assert "Traceback" not in said.stderr
    return CompletedProcess(arguments, said.exit_code, said.stdout, said.stderr)


def answer(*arguments: str, stdin: str = "") -> str:
    """What it says when all is well."""
    result = call(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def complaint(*arguments: str, stdin: str = "") -> str:
    """What it says when something is wrong with what was asked."""
    result = call(*arguments, stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    return result.stderr
