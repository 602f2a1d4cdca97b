"""A name for the files as they are now, so that a result is kept for just the code it is about."""

import hashlib
import subprocess
from pathlib import Path


class NoRepository(Exception):
    """Which files belong to the project cannot be told."""


def fingerprint(root: Path, *names: str) -> str:
    """The same as long as no file that git knows or would take has changed; of the files and
    folders named, or of all."""
    digest = hashlib.sha256()
    for name in _files(root, names):
        file = root / name
        # A link counts as what it leads to; a folder behind one is not the project's.
        content = file.read_bytes() if file.is_file() else b"gone"
        for part in (name.encode(), content):
            digest.update(len(part).to_bytes(8) + part)
    return digest.hexdigest()


def _files(root: Path, names: tuple[str, ...]) -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *names]
    try:
        said = subprocess.run(command, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoRepository(f"{root} must be a git repository, and git installed") from error
    return sorted(set(said.stdout.decode("utf-8", "surrogateescape").split("\0")) - {""})
