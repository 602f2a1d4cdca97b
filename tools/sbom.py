"""The parts that Rowlock is made of, as a CycloneDX SBOM: all that the lock files of Python and of
the page name, with versions, hashes, package URLs, and licences where they are known.

What is needed to build and not at run time has the scope "excluded".
"""

import base64
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any
from urllib.parse import quote
from uuid import UUID

SPEC = "1.6"
COMPILED_IN = ("svelte",)
"""What npm counts among the tools, though parts of it are in the built page."""

_PROJECT = "rowlock (pyproject.toml)"
_PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_VIA = re.compile(r"^ +#(?: via)? +(?P<name>\S.*)$")
_LONGEST_NAME = 60
_OSI = "License :: OSI Approved :: "


@dataclass(frozen=True)
class Component:
    """A package at a version. `hashes` are pairs of an algorithm and hexadecimal digits, one for
    each file that the lock file allows."""

    name: str
    version: str
    purl: str
    hashes: tuple[tuple[str, str], ...]
    licence: str | None
    shipped: bool

    def described(self) -> dict[str, Any]:
        """As CycloneDX has it."""
        licence = {"licenses": [_licence(self.licence)]} if self.licence else {}
        return {
            "type": "library",
            "bom-ref": self.purl,
            "name": self.name,
            "version": self.version,
            "scope": "required" if self.shipped else "excluded",
            "hashes": [{"alg": alg, "content": digits} for alg, digits in self.hashes],
            **licence,
            "purl": self.purl,
        }


def python_components(lock: str) -> list[Component]:
    """What a lock file of Python names; a package may have a version for each of some Pythons."""
    hashes: dict[tuple[str, str], list[str]] = {}
    wanters: defaultdict[str, list[str]] = defaultdict(list)
    pin = ("", "")
    for line in lock.splitlines():
        if found := _PIN.match(line):
            pin = (found["name"], found["version"])
            hashes[pin] = []
        elif found := _HASH.search(line):
            hashes[pin].append(found[1])
        elif found := _VIA.match(line):
            wanters[pin[0]].append(found["name"])
    return [
        Component(
            name,
            version,
            f"pkg:pypi/{quote(name)}@{quote(version)}",
            tuple(("SHA-256", digits) for digits in found),
            python_licence(name),
            shipped=_leads_to_project(name, wanters),
        )
        for (name, version), found in hashes.items()
    ]


def page_components(lock: str) -> list[Component]:
    """What the lock file of the page names."""
    packages: dict[str, Any] = json.loads(lock)["packages"]
    shipped = _shipped_packages(packages)
    found = {
        _page_purl(path, package): Component(
            _page_name(path),
            package["version"],
            _page_purl(path, package),
            (("SHA-512", _hex(package["integrity"])),),
            package.get("license"),
            shipped=path in shipped,
        )
        for path, package in packages.items()
        if path
    }
    return list(found.values())


def sbom(version: str, components: Iterable[Component]) -> dict[str, Any]:
    """The whole document for a version of Rowlock; the same parts give the same document."""
    parts = [component.described() for component in components]
    digest = hashlib.sha256(json.dumps([version, parts], sort_keys=True).encode()).digest()
    rowlock = {
        "type": "application",
        "bom-ref": "rowlock",
        "name": "rowlock",
        "version": version,
        "licenses": [{"expression": "MIT"}],
        "purl": f"pkg:pypi/rowlock@{quote(version)}",
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC,
        "serialNumber": f"urn:uuid:{UUID(bytes=digest[:16], version=4)}",
        "version": 1,
        "metadata": {"component": rowlock},
        "components": parts,
    }


def python_licence(name: str) -> str | None:
    """What an installed package says of its licence; of others it is not known."""
    try:
        said = metadata(name).json
    except PackageNotFoundError:
        return None
    classifiers = said.get("classifier", [])
    classified = [one.removeprefix(_OSI) for one in classifiers if one.startswith(_OSI)]
    text = str(said.get("license", ""))
    short = text if "\n" not in text and len(text) <= _LONGEST_NAME else ""
    return str(said.get("license_expression", "")) or ", ".join(classified) or short or None


def _licence(text: str) -> dict[str, Any]:
    """An expression of SPDX has no spaces but around its words; anything else is only a name."""
    words = re.split(r" (?:AND|OR|WITH) ", text.strip("()"))
    is_expression = all(re.fullmatch(r"[(]*[\w.+-]+[)]*", word) for word in words)
    return {"expression": text} if is_expression else {"license": {"name": text}}


def _leads_to_project(name: str, wanters: Mapping[str, list[str]]) -> bool:
    seen, ahead = set[str](), [name]
    while ahead:
        at = ahead.pop()
        if at == _PROJECT:
            return True
        if at not in seen:
            seen.add(at)
            # Extras and groups follow the name.
            ahead += wanters.get(at.partition("[")[0], [])
    return False


def _shipped_packages(packages: Mapping[str, Any]) -> set[str]:
    """The paths of what the page may hold: what it depends on, and all that this depends on."""
    names = [*packages[""].get("dependencies", {}), *COMPILED_IN]
    found = set[str]()
    while names:
        path = f"node_modules/{names.pop()}"
        if path in packages and path not in found:
            found.add(path)
            names += packages[path].get("dependencies", {})
    return found


def _page_name(path: str) -> str:
    return path.rpartition("node_modules/")[2]


def _page_purl(path: str, package: Mapping[str, Any]) -> str:
    return f"pkg:npm/{quote(_page_name(path))}@{quote(package['version'])}"


def _hex(integrity: str) -> str:
    return base64.b64decode(integrity.removeprefix("sha512-")).hex()
