"""Parts of a page that tools write: what stands between two marks."""

from pathlib import Path


def marks(name: str) -> tuple[str, str]:
    """What stands before and after a part."""
    return f"<!-- {name} -->", f"<!-- /{name} -->"


def part_of(page: str, name: str) -> str:
    """What the page says in a part."""
    begin, end = marks(name)
    _, found, rest = page.partition(begin)
    part, ended, _ = rest.partition(end)
    if not found or not ended:
        raise ValueError(f"there must be a line {begin} and a line {end} below it")
    return part.strip()


def with_part(page: str, name: str, written: str) -> str:
    """The page with this as the part."""
    part_of(page, name)
    begin, end = marks(name)
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n\n{written}\n\n{end}{after}"


def write_part(file: Path, name: str, written: str) -> None:
    """Puts a part into a page on disk."""
    page = file.read_text(encoding="utf-8")
    file.write_text(with_part(page, name, written), encoding="utf-8")
