"""The base path: taken off wherever it stands, and put before every link."""

from pathlib import Path
from typing import Any

import pytest
from litestar.routes import ASGIRoute

from rowlock.server.web.app import make_app
from rowlock.server.web.files import INDEX, load_files, under
from rowlock.server.web.front import without_base
from rowlock.server.web.health import CHECKS
from rowlock.server.web.kinds import OWN_PATHS
from rowlock.server.web.settings import Settings

BASE = "/games/rowlock"


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/games/rowlock", "/"),
        ("/games/rowlock/", "/"),
        ("/games/rowlock/t/ABCDEF", "/t/ABCDEF"),
        ("/games/rowlock/api/tables", "/api/tables"),
        ("/games/rowlock/games/rowlock/", "/games/rowlock/"),
        ("/t/ABCDEF", "/t/ABCDEF"),
        ("/games/rowlocked", "/games/rowlocked"),
        ("/games", "/games"),
    ],
)
def test_a_path_is_taken_with_it_and_without(path: str, inside: str) -> None:
    scope: dict[str, Any] = {"path": path, "raw_path": path.encode()}
    found = without_base(scope, BASE)
    assert (found["path"], found["raw_path"]) == (inside, inside.encode())
    assert scope["path"] == path
    assert without_base(scope, "") is scope


def test_the_page_is_told_where_it_is() -> None:
    index = b'<meta name="base-path" content="" /><script src="./assets/x.js"></script>'
    assert under("", index) == (
        b'<meta name="base-path" content="" /><script src="/assets/x.js"></script>'
    )
    assert under(BASE, index) == (
        b'<meta name="base-path" content="/games/rowlock" />'
        b'<script src="/games/rowlock/assets/x.js"></script>'
    )


def test_the_built_page_loads_nothing_from_above_the_path() -> None:
    files = load_files(base_path=BASE)
    if not files:
        pytest.skip("the page is not built")
    index = files[INDEX].plain.decode()
    assert f'content="{BASE}"' in index
    for where in ('src="', 'href="'):
        loaded = index.split(where)[1:]
        assert loaded
        assert all(part.startswith(f"{BASE}/") for part in loaded)


def test_no_base_path_can_be_taken_for_a_path_of_the_game(tmp_path: Path) -> None:
    routes = make_app(Settings(data=tmp_path)).routes
    paths = [route.path for route in routes if not isinstance(route, ASGIRoute)]
    begins = {path.split("/")[1] for path in [*paths, *CHECKS]} | {"assets"}
    begins = {part for part in begins if part and not part.startswith("{")}
    assert begins == set(OWN_PATHS)
