"""The API is as its description says: whatever fits it or does not, the answer is one of those
described, and never a fault of the server's."""

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.config import SchemathesisConfig

from browser.serving import Server
from rowlock.server.live.visits import SECONDS_TO_LINGER
from rowlock.server.web.api import LONGEST_WAIT
from rowlock.server.web.problems import MEANING
from rowlock.server.web.schema import described
from server.fuzz import KINDS
from server.programs import Program

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
DESCRIPTION: dict[str, Any] = json.loads(described(""))
WITHOUT = [
    # What fits the description may still be against the rules of a game or of a table.
    checks.positive_data_acceptance,
    # The framework answers OPTIONS by itself, and forgets a method when a path has several.
    checks.allow_header_conformance,
]


def schema(**phases: object) -> schemathesis.BaseSchema:
    """The description, to be tested in these ways."""
    config = SchemathesisConfig.from_dict({"phases": phases})
    return schemathesis.openapi.from_dict(DESCRIPTION, config=config)


Case = schemathesis.Case[Any]
QUICK = schema(coverage={"enabled": False})
THOROUGH = schema()


def operations() -> list[dict[str, Any]]:
    return [operation for path in DESCRIPTION["paths"].values() for operation in path.values()]


@pytest.fixture(scope="module")
def program(plain: Server) -> Program:
    return Program(plain.address)


@pytest.fixture(scope="module")
def code(program: Program) -> str:
    return program.create(seats="me open")


@QUICK.parametrize()
@settings(max_examples=4, suppress_health_check=list(HealthCheck), database=None)
def test_answers_are_as_described(case: Case, program: Program, code: str) -> None:
    judge(case, program, code)


@pytest.mark.soak
@THOROUGH.parametrize()
@settings(max_examples=500, suppress_health_check=list(HealthCheck), database=None)
def test_all_answers_are_as_described(case: Case, program: Program, code: str) -> None:
    judge(case, program, code)


def judge(case: Case, program: Program, code: str) -> None:
    """Send it; half of what is about a table is about one that is there, and nobody waits."""
    if len(str(case.path_parameters.get("code", ""))) % 2:
        case.path_parameters["code"] = code
    if str(case.query.get("wait", "0")).isdigit():
        case.query.pop("wait", None)
    token = {"Authorization": f"Bearer {program.token}"}
    case.call_and_validate(base_url=program.address, headers=token, excluded_checks=WITHOUT)


def test_everything_is_described() -> None:
    ids = [operation["operationId"] for operation in operations()]
    assert len(ids) == len(set(ids)) >= 10
    for operation in operations():
        assert operation["summary"]
        assert operation["description"]
        assert operation["tags"][0] in {tag["name"] for tag in DESCRIPTION["tags"]}
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                assert answer["description"] == MEANING[int(status)]
                kind = answer["content"]["application/json"]["schema"]["$ref"]
                assert kind == "#/components/schemas/Problem"
    for name, kind in DESCRIPTION["components"]["schemas"].items():
        assert kind["description"], name


def test_nothing_is_referred_to_that_is_not_there() -> None:
    text = json.dumps(DESCRIPTION)
    named = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= DESCRIPTION["components"]["schemas"].keys()


def test_the_description_is_served(program: Program) -> None:
    answer = program.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.body) == DESCRIPTION
    assert json.loads(described("/games"))["servers"] == [{"url": "/games"}]


def test_the_docs_leave_nothing_out() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [status for status in MEANING if f"\n| {status} |" not in text] == []
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
    paths = [path.replace("{code}", "CODE") for path in DESCRIPTION["paths"]]
    assert [path for path in paths if path not in text] == []
    assert f"up to {LONGEST_WAIT} seconds" in text
    assert f"for {SECONDS_TO_LINGER:.0f} seconds" in text
