"""The parts of `make soak`, in the order they run."""

from dataclasses import dataclass

PYTEST = ("-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", "soak", "--durations", "10")
MUTANT_SHARES = 2


@dataclass(frozen=True)
class Part:
    """Something that takes long and can run alone: `command` is what Python is called with, and
    `resume` what is added to it to go on after an interruption."""

    name: str
    holds: str
    command: tuple[str, ...]
    resume: tuple[str, ...] = ()


def _long_tests(name: str, holds: str, *paths: str) -> Part:
    return Part(name, holds, (*PYTEST, *paths))


def _mutants(share: int) -> Part:
    command = ("tools/mutants.py", "--share", f"{share}/{MUTANT_SHARES}")
    holds = f"broken rules, share {share} of {MUTANT_SHARES}"
    return Part(f"mutants-{share}", holds, command, ("--resume",))


def _crashes(storage: str, *options: str) -> Part:
    command = ("tools/crashes.py", "--storage", storage, "--kills", "500", *options)
    return Part(f"crashes-{storage}", f"servers on {storage} killed 500 times", command)


PARTS = (
    _long_tests(
        "rules",
        "rules, dice and records against their twins",
        *("tests/rules", "tests/dice", "tests/record"),
    ),
    *(_mutants(share) for share in range(1, MUTANT_SHARES + 1)),
    _long_tests("kernels", "compiled games against the rules", "tests/kernels"),
    _long_tests("bots", "bots against exact play", "tests/bots"),
    _long_tests("solver", "perfect play against all games there are", "tests/solver"),
    _long_tests("train", "training against exact play, and on Ray", "tests/train"),
    _long_tests("arena", "tournaments on Ray, and long commands", "tests/arena", "tests/cli"),
    _long_tests("tools", "the tables of the documentation, written again", "tests/tools"),
    _long_tests("server", "the server, its description and its crashes", "tests/server"),
    _long_tests("tables", "tables without a server", "tests/tables"),
    _long_tests("browser", "whole games on the page", "tests/browser"),
    Part("fuzz", "servers under every kind of trouble", ("tools/fuzz.py", "--seed", "2")),
    _long_tests("deploy", "games through nginx, Caddy and Apache", "tests/deploy"),
    _crashes("sqlite"),
    _crashes("postgresql", "--postgres-kills", "20", "--cuts", "50", "--processes", "2"),
)
