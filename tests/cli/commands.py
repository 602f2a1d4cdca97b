"""Running the command as a person or a script does, with what was compiled before."""

import os
import subprocess
import sys


def command(*arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(
        [sys.executable, "-m", "rowlock", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "120", **more},
    )
    assert "Traceback" not in result.stderr
    return result
