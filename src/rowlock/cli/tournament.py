"""A tournament as it is asked for on the command line, and what it writes."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import typer

from rowlock.arena.chunk import Chunk
from rowlock.arena.cluster import LOCAL, NoCluster, run_on_ray
from rowlock.arena.entrants import Meeting, check_programs, meetings, read_entrants
from rowlock.arena.export import Export, ParquetFolder, RecordFolder
from rowlock.arena.keep import kept_in
from rowlock.arena.picture import draw_scores
from rowlock.arena.report import NOTE, elo_report, meeting_report
from rowlock.arena.results import to_json, write_csv
from rowlock.arena.run import Runner, Terms, run_here
from rowlock.arena.tournament import Outcome, games_of, play_tournament
from rowlock.arena.whole import refused
from rowlock.cli.boards import chosen_variant
from rowlock.cli.complaints import complain, told_in_words
from rowlock.cli.exits import Exit
from rowlock.cli.places import check_picture, check_place
from rowlock.cli.progress import progress
from rowlock.cli.show import console
from rowlock.kernels.cores import all_cores
from rowlock.rules import Variant

STANDARD_OUTPUT = Path("-")


@dataclass(frozen=True)
class Asked:
    """What `rowlock arena` was asked for."""

    bots: list[str]
    variant: str
    board: str | None
    games: int
    seed: int
    seats: int | None
    threads: int | None
    seconds: float
    json: Path | None
    csv: Path | None
    picture: Path | None
    records: Path | None
    parquet: Path | None
    keep: Path | None
    ray: str | None


def hold(asked: Asked) -> None:
    """Play the tournament and tell its results, also when it was stopped early."""
    with told_in_words("arena", NoCluster):
        outcome = _play(asked)
    if outcome.stopped:
        far = f"stopped after {outcome.games:,} of {outcome.wanted:,} games"
        complain("arena", *outcome.stopped.split("\n"), far)
    if outcome.played:
        with told_in_words("arena", NoCluster):
            _tell(asked, outcome)
    if outcome.stopped:
        raise typer.Exit(_exit_code(outcome))


def _exit_code(outcome: Outcome) -> int:
    if outcome.interrupted:
        return Exit.INTERRUPTED
    return Exit.BAD_INPUT if outcome.damaged else Exit.STOPPED


def _play(asked: Asked) -> Outcome:
    variant = chosen_variant(asked.variant, asked.board)
    entrants = read_entrants(asked.bots, asked.seats)
    tables = meetings(variant, entrants, asked.seats, asked.seed)
    if asked.ray is None:
        check_programs(entrants)
    _check_outputs(asked)
    terms = Terms(asked.seconds, logged=bool(asked.records or asked.parquet))
    runner = _runner(asked)
    with ExitStack() as stack:
        exports = [stack.enter_context(closing(export)) for export in _exports(asked, variant)]
        games = sum(games_of(one, asked.games) for one in tables)
        advance = stack.enter_context(progress("games", games))

        def done(number: int, meeting: Meeting, chunk: Chunk) -> None:
            for export in exports:
                export.add(number, meeting, chunk)
            advance(len(chunk.results))

        return play_tournament(tables, asked.games, runner, terms, done)


def _check_outputs(asked: Asked) -> None:
    """What cannot be written should be known before hours of play."""
    if asked.json == asked.csv == STANDARD_OUTPUT:
        raise ValueError("--json and --csv cannot both be written to standard output")
    if asked.picture:
        check_picture(asked.picture)
    for file in (asked.json, asked.csv):
        if file and file != STANDARD_OUTPUT:
            check_place(file)


def _runner(asked: Asked) -> Runner:
    if asked.ray is None:
        runner = run_here(asked.threads or all_cores())
    else:
        runner = run_on_ray(asked.ray or LOCAL)
    return kept_in(asked.keep, runner) if asked.keep else runner


def _exports(asked: Asked, variant: Variant) -> Iterator[Export]:
    if asked.records:
        yield RecordFolder(asked.records)
    if asked.parquet:
        yield ParquetFolder(asked.parquet, variant)


def _tell(asked: Asked, outcome: Outcome) -> None:
    summaries, ratings = outcome.summaries(), outcome.ratings()
    if STANDARD_OUTPUT not in (asked.json, asked.csv):
        for summary in summaries:
            console.print(meeting_report(summary), "")
        if ratings:
            console.print(elo_report(ratings), "")
        console.print(NOTE, style="dim")
    if asked.json:
        with _opened(asked.json) as stream:
            json.dump(to_json(summaries, ratings), stream, indent=2)
            stream.write("\n")
    if asked.csv:
        with _opened(asked.csv) as stream:
            write_csv(summaries, stream)
    if asked.picture:
        with refused(asked.picture, ValueError):
            draw_scores(outcome.played, asked.picture)


@contextmanager
def _opened(file: Path) -> Iterator[TextIO]:
    """The file; or standard output, whose troubles are those of every command."""
    if file == STANDARD_OUTPUT:
        yield sys.stdout
    else:
        with refused(file, ValueError), file.open("w", encoding="utf-8", newline="") as stream:
            yield stream
