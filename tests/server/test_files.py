"""The page's files as they are sent."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from rowlock.server.web.app import make_app
from rowlock.server.web.files import NOT_BUILT, build_of, load_files
from rowlock.server.web.settings import Settings

INDEX = b"<!doctype html><title>Rowlock</title>" + b" " * 600
TOLD = re.compile(b'<meta name="build" content="([^"]*)"')
SCRIPT = b"export const x = 1;\n" * 100

Browser = TestClient[Litestar]


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(INDEX)
    (folder / "assets" / "main-abc.js").write_bytes(SCRIPT)
    (folder / "assets" / "main-abc.css").write_bytes(b"p {}\n" * 200)
    (folder / "assets" / "small.js").write_bytes(b"1")
    (folder / "icon.svg").write_bytes(b"<svg/>" * 200)
    (folder / "icon.png").write_bytes(bytes(2000))
    return folder


@pytest.fixture(scope="module")
def open_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """To make the application takes longer than a hundred answers."""
    with TestClient(make_app(Settings(data=tmp_path_factory.mktemp("files")))) as client:
        yield client


@pytest.fixture
def browser(open_browser: Browser, built: Path) -> Browser:
    """One that was never here before, and a page that is built."""
    open_browser.cookies.clear()
    open_browser.app.state.files = load_files(built)
    return open_browser


@pytest.mark.parametrize("path", ["/", "/t/BCDFGH", "/t/nothing", "/rules/longo", "/claim"])
def test_every_page_is_the_one_page(path: str, browser: Browser) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.content) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-cache"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_assets_are_kept_for_ever_and_sent_compressed(browser: Browser) -> None:
    answer = browser.get("/assets/main-abc.js", headers={"accept-encoding": "gzip, br"})
    assert answer.headers["cache-control"].endswith("immutable")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert int(answer.headers["content-length"]) < 200
    assert answer.content == SCRIPT
    plain = browser.get("/assets/main-abc.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == SCRIPT


def test_kinds_do_not_depend_on_the_machine(built: Path) -> None:
    kinds = {path: file.kind for path, file in load_files(built).items()}
    assert kinds == {
        "assets/main-abc.css": "text/css",
        "assets/main-abc.js": "text/javascript",
        "assets/small.js": "text/javascript",
        "icon.png": "image/png",
        "icon.svg": "image/svg+xml",
        "index.html": "text/html",
    }


def test_what_compressing_does_not_help_is_sent_plain(built: Path) -> None:
    files = load_files(built)
    packed = {path for path, file in files.items() if file.packed is not None}
    assert packed == {"index.html", "icon.svg", "assets/main-abc.js", "assets/main-abc.css"}
    for path in packed:
        assert gzip.decompress(files[path].packed or b"") == files[path].plain


def test_no_key_is_given_with_what_caches_share(browser: Browser) -> None:
    assert "set-cookie" not in browser.get("/assets/main-abc.js").headers
    assert "set-cookie" in browser.get("/").headers


@pytest.mark.parametrize("path", ["/nothing", "/assets/", "/../pyproject.toml", "/%2e%2e/x"])
def test_nothing_else_is_served(path: str, browser: Browser) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/assets/main-old.js", "/assets/main-old.css", "/start.js"])
def test_nobody_keeps_that_a_file_of_another_build_is_missing(path: str, browser: Browser) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")
    assert answer.headers["content-type"].startswith("text/plain")


def test_every_build_has_a_name_of_its_own(built: Path, tmp_path: Path) -> None:
    names = [build_of(built)]
    (built / "icon.svg").write_bytes(b"<svg> </svg>")
    names.append(build_of(built))
    (built / "icon.svg").rename(built / "sign.svg")
    names.append(build_of(built))
    (built / "assets" / "small.js").unlink()
    names.append(build_of(built))
    assert len({*names}) == len(names)
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)
    assert build_of(built) == names[-1]
    assert build_of(tmp_path / "nowhere") == ""


@pytest.mark.parametrize("base_path", ["", "/games"])
def test_a_page_knows_its_build(built: Path, base_path: str) -> None:
    (built / "index.html").write_bytes(INDEX + b'<meta name="build" content="" />')
    told = TOLD.search(load_files(built, base_path)["index.html"].plain)
    assert told is not None
    assert told[1].decode() == build_of(built)


def test_the_server_tells_the_build_it_has(browser: Browser) -> None:
    told = TOLD.search(load_files()["index.html"].plain)
    assert told is not None
    assert browser.get("/api/here").json()["build"] == told[1].decode() == build_of()


def test_a_page_that_is_not_built_says_so(browser: Browser, tmp_path: Path) -> None:
    browser.app.state.files = load_files(tmp_path / "nowhere")
    answer = browser.get("/")
    assert (answer.status_code, answer.text) == (404, NOT_BUILT)
