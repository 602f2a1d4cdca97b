"""The page's files as they are sent."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from rowlock.server.web.app import make_app
from rowlock.server.web.files import NOT_BUILT, load_files
from rowlock.server.web.settings import Settings

INDEX = b"<!doctype html><title>Rowlock</title>" + b" " * 600
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


@pytest.fixture
def browser(built: Path, tmp_path: Path) -> Iterator[Browser]:
    app = make_app(Settings(data=tmp_path))
    app.state.files = load_files(built)
    with TestClient(app) as client:
        yield client


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


def test_a_page_that_is_not_built_says_so(browser: Browser, tmp_path: Path) -> None:
    browser.app.state.files = load_files(tmp_path / "nowhere")
    answer = browser.get("/")
    assert (answer.status_code, answer.text) == (404, NOT_BUILT)
