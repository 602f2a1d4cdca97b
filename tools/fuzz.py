"""Sends random and mutated messages to the sockets of a server of its own, asks for it by random
hosts, plays games whose clocks are set at random, and says what came of it.

PYTHONPATH=.:tests:tools .venv/bin/python tools/fuzz.py [MESSAGES] [SEED] [HOSTS]
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from browser.serving import Server
from server.clock_fuzz import play_by_wrong_clocks
from server.fuzzing import fuzz, judged
from server.host_fuzz import fuzz_hosts

EACH = 800
FOR_A_GAME = 10_000
"""For so many messages one game is played by wrong clocks."""

TABLES = 4


def main(messages: int = 100_000, seed: int = 1, hosts: int = 3_000) -> int:
    """Fuzz, and tell; a server that complained is a failure."""
    with tempfile.TemporaryDirectory() as folder:
        complaints = [
            *fuzz_one(Server(Path(folder) / "data"), messages, seed, hosts, trusted=False),
            # The same behind a proxy, which is believed about hosts.
            *fuzz_one(
                Server(Path(folder) / "proxied", trusted_proxies="127.0.0.1"),
                *(0, seed, hosts),
                trusted=True,
            ),
        ]
        asyncio.run(fuzz_clocks(Path(folder), messages // FOR_A_GAME, seed))
    print("\n".join(complaints) or "the servers had nothing to complain about")
    return 1 if complaints else 0


def fuzz_one(server: Server, messages: int, seed: int, hosts: int, trusted: bool) -> list[str]:
    """Fuzz a server; what it complained about."""
    server.start()
    try:
        began = time.monotonic()
        if messages:
            answers = asyncio.run(fuzz(server.address, seed, messages, EACH, TABLES))
            report(answers, time.monotonic() - began)
        asked = asyncio.run(fuzz_hosts(server, Random(seed), hosts, trusted))
        print(f"{hosts:8,} hosts asked for: {dict(asked)}", flush=True)
    finally:
        server.stop()
    return server.complaints


async def fuzz_clocks(folder: Path, games: int, seed: int) -> None:
    """Play so many games by clocks that are set at random; whatever is wrong then is raised."""
    found: Counter[str] = Counter()
    for game in range(games):
        own = folder / f"clocks-{game}"
        own.mkdir()
        found.update(await play_by_wrong_clocks(own, Random(f"{seed} {game}")))
    print("by wrong clocks:", ", ".join(f"{count:,} {what}" for what, count in found.items()))


def report(answers: Counter[str], seconds: float) -> None:
    """What came back, by its code."""
    for code, count in answers.most_common():
        print(f"{count:8,} {code}")
    print(f"{answers.total():8,} messages in {seconds:.0f} s, {judged(answers):.1%} of them judged")
    print(f"{-(-answers.total() // EACH):8,} games played to their end", flush=True)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
