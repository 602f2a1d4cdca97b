"""Where pins are kept."""

from pathlib import Path

PINNED = Path(__file__).parent / "pinned"


def read_pin(name: str) -> str:
    """A pin as it is kept. Line ends are as they were written, on any machine."""
    return (PINNED / name).read_bytes().decode()


def write_pin(name: str, text: str) -> None:
    """Keep a pin."""
    file = PINNED / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())


def kept_pins() -> set[str]:
    """The names of all that are kept."""
    files = (file for file in PINNED.rglob("*") if file.is_file() and file.suffix != ".md")
    return {file.relative_to(PINNED).as_posix() for file in files}
