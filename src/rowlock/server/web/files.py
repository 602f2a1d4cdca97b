"""The page itself: a few files, kept in memory and compressed once."""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from rowlock.server.web.keys import RENEWS_KEY

FOLDER = Path(__file__).parents[1] / "page"
INDEX = "index.html"
FOREVER = "public, max-age=31536000, immutable"
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Python's own list depends on its version and on the machine, and may have scripts as plain text,
which no browser runs."""

NOT_BUILT = "The page is not built. In a clone of the project, `make play` builds and starts it.\n"
_SMALLEST_COMPRESSED = 500
_BUILD_LENGTH = 16
_TEXTS = ("text/", "image/svg+xml", "application/json", "application/manifest+json")


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes | None
    cache: str


def load_files(folder: Path = FOLDER, base_path: str = "") -> dict[str, File]:
    """All files of the built page by their path; none if it is not built."""
    contents = _read(folder)
    build = _build(contents)
    return {path: _load(path, plain, base_path, build) for path, plain in contents.items()}


def build_of(folder: Path = FOLDER) -> str:
    """What tells this build of the page from others; empty if it is not built."""
    return _build(_read(folder))


def _read(folder: Path) -> dict[str, bytes]:
    found = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def _build(contents: dict[str, bytes]) -> str:
    if not contents:
        return ""
    parts = (part for path, plain in contents.items() for part in (path.encode(), plain))
    digests = b"".join(hashlib.sha256(part).digest() for part in parts)
    return hashlib.sha256(digests).hexdigest()[:_BUILD_LENGTH]


def _load(path: str, plain: bytes, base_path: str, build: str) -> File:
    kind = KINDS.get(Path(path).suffix, "application/octet-stream")
    if path == INDEX:
        plain = _told(under(base_path, plain), "build", build)
    packs = kind.startswith(_TEXTS) and len(plain) >= _SMALLEST_COMPRESSED
    # Files in assets have a hash of their content in their name.
    cache = FOREVER if path.startswith("assets/") else "private, no-cache"
    return File(kind, plain, gzip.compress(plain, 9) if packs else None, cache)


def under(base_path: str, index: bytes) -> bytes:
    """The page as it is sent below this path: what it loads lies there, and it knows about it."""
    return _told(index.replace(b'="./', f'="{base_path}/'.encode()), "base-path", base_path)


def _told(index: bytes, name: str, value: str) -> bytes:
    """The page with something that it is to know, in a place left for it."""
    place = f'<meta name="{name}" content="'.encode()
    return index.replace(place + b'"', place + value.encode() + b'"')


@get(
    ["/", "/t/{code:str}", "/rules/{variant:str}", "/claim", "/privacy", "/api"],
    opt={RENEWS_KEY: True},
)
async def page(request: Request[Any, Any, State]) -> Response[bytes]:
    """The page; what it shows depends on the path."""
    return _send(request, INDEX)


@get("/{path:path}")
async def file(request: Request[Any, Any, State], path: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    return _send(request, path.lstrip("/"))


def _send(request: Request[Any, Any, State], path: str) -> Response[bytes]:
    files: dict[str, File] = request.app.state.files
    if path not in files:
        missing = NOT_BUILT if not files else "There is nothing at this address.\n"
        return Response(missing.encode(), status_code=404, media_type="text/plain")
    found = files[path]
    packed = found.packed if "gzip" in request.headers.get("accept-encoding", "") else None
    headers = {"cache-control": found.cache, "vary": "accept-encoding"}
    if packed is not None:
        headers["content-encoding"] = "gzip"
    return Response(packed or found.plain, media_type=found.kind, headers=headers)
