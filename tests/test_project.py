"""What the project says about itself is true."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.record import errors, read_record, replay, replay_view
from rowlock.rules import VARIANTS, Code, find_variant

ROOT = Path(__file__).parent.parent
BOTS = {ROOT / "examples" / "cautious_bot.py": 40, ROOT / "examples" / "http_bot.py": 80}
EXAMPLES = sorted({*(ROOT / "examples").glob("*.py")} - BOTS.keys())
DOCS = sorted((ROOT / "docs").glob("*.md"))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_are_short_and_run(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) < 30
    result = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, check=True, timeout=300
    )
    assert result.stdout


@pytest.mark.parametrize(("file", "lines"), BOTS.items(), ids=lambda one: getattr(one, "stem", ""))
def test_the_example_bots_are_short(file: Path, lines: int) -> None:
    """That they play is for tests/arena and tests/server to say."""
    assert len(file.read_text(encoding="utf-8").splitlines()) < lines


def test_the_readme_opens_with_the_two_commands() -> None:
    opening = text_of("README.md").split("##")[0]
    assert blocks(opening, "")[0].split("\n")[0].startswith("make play")
    assert "make test" in opening


def test_the_readme_says_whose_trademark_it_is() -> None:
    assert "Qwixx is a trademark of its publisher" in text_of("README.md")
    assert "not affiliated" in text_of("README.md")


@pytest.mark.parametrize(
    "name",
    ["README.md", "CONTRIBUTING.md", *(f"docs/{page.name}" for page in DOCS)],
)
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", text_of(name))
    here = [link for link in links if "://" not in link]
    assert all((ROOT / name).parent.joinpath(link).exists() for link in here), here


def test_the_readmes_commands_run(tmp_path: Path) -> None:
    block = next(block for block in blocks(text_of("README.md"), "") if "rowlock demo" in block)
    commands = [line.split("#")[0].split() for line in block.splitlines()]
    assert len(commands) == 4
    for program, *arguments in commands:
        assert program == "rowlock"
        subprocess.run(
            [sys.executable, "-m", "rowlock", *arguments],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            timeout=300,
        )


def test_the_rules_import_only_the_standard_library() -> None:
    for file in (ROOT / "src" / "rowlock" / "rules").glob("*.py"):
        text = file.read_text(encoding="utf-8")
        roots = set(re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE))
        assert roots - sys.stdlib_module_names <= {"rowlock"}, file.name
        assert set(re.findall(r"(?:from|import) (rowlock\.\w+)", text)) <= {"rowlock.rules"}


def test_the_readmes_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks(text_of("README.md"), "python")
    exec(code, {})
    assert capsys.readouterr().out == "r5 y5 g5 b5 -\n"


@pytest.mark.parametrize("name", ["README.md", "docs/record.md"])
def test_the_documented_record_replays(name: str) -> None:
    text = next(block for block in blocks(text_of(name), "") if "[Variant" in block)
    record = read_record(text)
    game = replay(record)
    (view,) = blocks(text_of("docs/record.md"), "json")
    documented = json.loads(view)
    ours = replay_view(record, game)
    first_sheet = json.loads(json.dumps(ours))["sheets"][:1]
    assert {**ours, "sheets": first_sheet} == documented


def test_every_code_is_documented() -> None:
    table = re.findall(r"^\| `([a-z-]+)` \|", text_of("docs/record.md"), re.MULTILINE)
    ours = {errors.UNREADABLE, errors.BAD_RESULT, errors.UNFAIR, *Code} - {Code.NOT_NOW}
    assert ours <= set(table)


def test_the_documented_boards_are_the_boards() -> None:
    for side, path in find_variant("on-board").sides:
        assert f"- {side}: `{path}`" in text_of("docs/rules.md")


def test_every_game_is_in_the_readme() -> None:
    for name in VARIANTS:
        assert f"`{name}`" in text_of("README.md")


@pytest.mark.parametrize(
    "file", sorted((ROOT / "requirements").iterdir()), ids=lambda file: file.name
)
def test_lock_files_name_no_host(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--hash=sha256:" in text


def test_ci_only_calls_the_tests() -> None:
    commands = [line for line in text_of(".ci/run").splitlines() if not line.startswith("#")]
    assert commands[0].startswith("set ")
    assert commands[-1] == "make test"
    assert "export CI=1" in commands
    assert len(commands) == 4


@pytest.mark.parametrize(("loaded", "outcome"), [("json", 0), ("numba", 1), ("sqlalchemy", 1)])
def test_quick_fails_when_it_has_loaded_what_takes_long(
    loaded: str, outcome: int, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    source = f"import sys\nsys.modules[{loaded!r}] = sys\ndef test_it():\n    assert sys\n"
    (tmp_path / "test_it.py").write_text(source, encoding="utf-8")
    # Other plugins take longer to load than all else; make quick does without them, too.
    unused = [
        f"-pno:{name}" for name in ("cacheprovider", "schemathesis", "faker", "anyio", "xdist")
    ]
    command = [sys.executable, "-m", "pytest", "--quick", *unused, "test_it.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == outcome, done.stdout


def test_quick_is_run_as_such_and_its_folders_exist() -> None:
    makefile = text_of("Makefile")
    assert "--quick --quiet $(QUICK)" in makefile
    (folders,) = re.findall(r"^QUICK := (.*)$", makefile, re.MULTILINE)
    assert all((ROOT / folder).is_dir() for folder in folders.split())


def test_the_page_names_no_host_to_install_from() -> None:
    assert "resolved" not in text_of("client/package-lock.json")
