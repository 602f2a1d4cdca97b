"""The API is as its description says: whatever fits it or does not, the answer is one of those
described, and never a fault of the server's."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest import SkipTest

import pytest
from hypothesis import HealthCheck, settings

from browser.serving import Server
from pins.files import read_pin
from rowlock.server.live.visits import SECONDS_TO_LINGER
from rowlock.server.web.api import LONGEST_WAIT
from rowlock.server.web.problems import MEANING
from rowlock.server.web.schema import described
from server.fuzz import KINDS
from server.programs import Program

Case = Any
"""A request made by Schemathesis, which takes seconds to load, and mypy seconds to read. Only the
tests that use it load it, and its types are not checked."""

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
WITHOUT = (
    # What fits the description may still be against the rules of a game or of a table.
    "positive_data_acceptance",
    # The framework answers OPTIONS by itself, and forgets a method when a path has several.
    "allow_header_conformance",
)
PINNED = [
    f"{method.upper()} {path}"
    for path, methods in json.loads(read_pin("openapi.json"))["paths"].items()
    for method in methods
]
"""All operations; those of the pin are known without making the description."""


@cache
def description() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(described(""))
    return found


@cache
def schema(coverage: bool) -> Any:
    """The description, to be tested with examples of all kinds, or with random ones only."""
    import schemathesis
    from schemathesis.checks import load_all_checks
    from schemathesis.config import SchemathesisConfig

    load_all_checks()
    config = SchemathesisConfig.from_dict({"phases": {"coverage": {"enabled": coverage}}})
    return schemathesis.openapi.from_dict(description(), config=config)


def operations() -> list[dict[str, Any]]:
    return [operation for path in description()["paths"].values() for operation in path.values()]


@pytest.fixture(scope="module")
def program(plain: Server) -> Program:
    return Program(plain.address)


@pytest.fixture(scope="module")
def code(program: Program) -> str:
    return program.create(seats="me open")


@pytest.mark.parametrize("operation", PINNED)
def test_answers_are_as_described(operation: str, program: Program, code: str) -> None:
    judge_all(schema(coverage=False), operation, 4, program, code)


@pytest.mark.soak
@pytest.mark.parametrize("operation", PINNED)
def test_all_answers_are_as_described(operation: str, program: Program, code: str) -> None:
    judge_all(schema(coverage=True), operation, 500, program, code)


def judge_all(schema: Any, operation: str, examples: int, program: Program, code: str) -> None:
    """Try an operation in all ways that are to be tried. Schemathesis would make the same tests
    while they are collected, which every process of a run does."""
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test

    found = schema.find_operation_by_label(operation)
    assert found is not None
    judged = 0

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck), database=None)
    def judge_one(case: Case) -> None:
        nonlocal judged
        judge(case, program, code)
        judged += 1

    test: Callable[[], None] = build_operation_test(
        config=schema.config,
        operation=found,
        test_func=judge_one,
        given_kwargs={},
        feedback=FeedbackSources(),
    )
    try:
        test()
    except SkipTest as skipped:
        pytest.fail(f"{operation} was not tried: {skipped}")
    assert judged


def judge(case: Case, program: Program, code: str) -> None:
    """Send it; half of what is about a table is about one that is there, and nobody waits."""
    from schemathesis import checks

    if len(str(case.path_parameters.get("code", ""))) % 2:
        case.path_parameters["code"] = code
    if str(case.query.get("wait", "0")).isdigit():
        case.query.pop("wait", None)
    token = {"Authorization": f"Bearer {program.token}"}
    without = [getattr(checks, name) for name in WITHOUT]
    case.call_and_validate(base_url=program.address, headers=token, excluded_checks=without)


def test_every_operation_is_tried() -> None:
    paths = description()["paths"]
    found = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert found == set(PINNED)


def test_everything_is_described() -> None:
    ids = [operation["operationId"] for operation in operations()]
    assert len(ids) == len(set(ids)) >= 10
    for operation in operations():
        assert operation["summary"]
        assert operation["description"]
        assert operation["tags"][0] in {tag["name"] for tag in description()["tags"]}
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                assert answer["description"] == MEANING[int(status)]
                kind = answer["content"]["application/json"]["schema"]["$ref"]
                assert kind == "#/components/schemas/Problem"
    for name, kind in description()["components"]["schemas"].items():
        assert kind["description"], name


def test_nothing_is_referred_to_that_is_not_there() -> None:
    text = json.dumps(description())
    named = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= description()["components"]["schemas"].keys()


def test_the_description_is_served(program: Program) -> None:
    answer = program.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.body) == description()
    assert json.loads(described("/games"))["servers"] == [{"url": "/games"}]


def test_the_docs_leave_nothing_out() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [status for status in MEANING if f"\n| {status} |" not in text] == []
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
    paths = [path.replace("{code}", "CODE") for path in description()["paths"]]
    assert [path for path in paths if path not in text] == []
    assert f"up to {LONGEST_WAIT} seconds" in text
    assert f"for {SECONDS_TO_LINGER:.0f} seconds" in text
