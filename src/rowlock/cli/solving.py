"""Solving a game as it is asked for on the command line, and telling what came out."""

from dataclasses import dataclass
from pathlib import Path

import typer

from rowlock.cli.complaints import complain, told_in_words
from rowlock.cli.exits import Exit
from rowlock.cli.places import check_picture
from rowlock.cli.progress import progress
from rowlock.cli.show import print_json, say
from rowlock.cli.spread import draw_spread, spread_in_words, spread_view
from rowlock.kernels.cores import all_cores
from rowlock.rules import check_lucky, check_seats, find_variant
from rowlock.solver.distribution import Distribution, count_traces, distribution
from rowlock.solver.solution import NotSolved, Solution, load
from rowlock.solver.solve import count_positions, solve_on_disk
from rowlock.solver.space import SoloSpace
from rowlock.solver.store import BadTable, table_file

ORDER = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class Asked:
    """What `rowlock solve` was asked for."""

    variant: str
    lucky: tuple[int, int] | None
    no_lucky: bool
    seats: int
    threads: int | None
    folder: Path | None
    again: bool
    distribution: bool
    picture: Path | None
    json: bool


def tell_solution(asked: Asked) -> None:
    """Solve the game unless that was done before, and tell what perfect play scores."""
    with told_in_words("solve"):
        space = _space(asked)
        known = None if asked.again else _known(asked, space)
        solution = known or _solve(asked, space)
        found = _distribution(solution) if asked.distribution else None
        if asked.picture and found:
            draw_spread(found, asked.picture)
    if asked.json:
        print_json(_view(solution, known is None, found))
    else:
        _tell(solution, known is None, found)
        if asked.picture:
            say(f"the picture: {asked.picture}")


def _space(asked: Asked) -> SoloSpace:
    variant = find_variant(asked.variant)
    check_seats(variant, asked.seats)
    if asked.distribution and asked.seats > 1:
        raise ValueError("the distribution of scores is found for solo games, without --seats")
    if asked.picture:
        check_picture(asked.picture)
    if not variant.lucky:
        if asked.lucky or asked.no_lucky:
            raise ValueError(f"{variant.name} has no lucky numbers")
        return SoloSpace(variant)
    if bool(asked.lucky) == asked.no_lucky:
        pairs = ", ".join(f"{one} {other}" for one, other in variant.lucky)
        raise ValueError(
            f"{variant.name} is solved for one pair of lucky numbers, as --lucky 5 8, or for none "
            f"(--no-lucky); the sheets have {pairs}"
        )
    return SoloSpace(variant, check_lucky(variant, asked.lucky) if asked.lucky else None)


def _known(asked: Asked, space: SoloSpace) -> Solution | None:
    """The solution that is there, after all of it was tested."""
    try:
        solution = load(space, asked.folder, asked.seats)
        solution.whole()
    except NotSolved:
        return None
    except BadTable as error:
        raise ValueError(f"{error}; with --again the game is solved anew") from None
    return solution


def _solve(asked: Asked, space: SoloSpace) -> Solution:
    file = table_file(asked.folder, space, asked.seats)
    threads, total, solved = asked.threads or all_cores(), count_positions(space), 0
    try:
        with progress("positions", total) as advance:

            def done(count: int) -> None:
                nonlocal solved
                solved += count
                advance(count)

            solve_on_disk(file, space, asked.seats, threads, done)
    except KeyboardInterrupt:
        far = f"{solved:,} of {total:,} positions ({100 * solved // total} %)"
        complain("solve", f"stopped after {far}; the same command goes on from there")
        raise typer.Exit(Exit.INTERRUPTED) from None
    return load(space, asked.folder, asked.seats)


def _distribution(solution: Solution) -> Distribution:
    try:
        with progress("scores", count_traces(solution.space)) as advance:
            return distribution(solution.space, solution.whole()[0], advance)
    except KeyboardInterrupt:
        complain("solve", "stopped before all scores were known; the game itself stays solved")
        raise typer.Exit(Exit.INTERRUPTED) from None


def _view(solution: Solution, new: bool, found: Distribution | None) -> dict[str, object]:
    header = solution.header
    return {
        "variant": header.variant,
        "lucky": header.lucky,
        "seats": header.seats,
        "expected": solution.at_start(),
        "positions": count_positions(solution.space),
        "seconds": round(header.seconds, 3),
        "new": new,
        "table": str(solution.file),
        "distribution": spread_view(found) if found else None,
    }


def _tell(solution: Solution, new: bool, found: Distribution | None) -> None:
    header, expected = solution.header, solution.at_start()
    lucky = (
        f" with the lucky numbers {header.lucky[0]} and {header.lucky[1]}" if header.lucky else ""
    )
    game = f"{header.variant}{lucky}"
    if header.seats == 1:
        say((f"{game}: perfect play scores {expected[0]:.4f} on average", "bold"))
    else:
        others = "another seat only rolls" if header.seats == 2 else "the other seats only roll"
        say(
            (
                f"{game}, {header.seats} seats, where {others}: perfect play scores on average",
                "bold",
            )
        )
        for place, score in zip(ORDER, expected, strict=False):
            say(f"  {f'if you go {place}:':17}{score:9.4f}")
    positions = f"{count_positions(solution.space):,} positions"
    took = f"{header.seconds:,.1f} seconds"
    say(f"{positions}, solved in {took}" if new else f"{positions}, solved before in {took}")
    say(f"the table: {solution.file} ({header.size / 1e6:,.0f} MB)")
    if found:
        for line in spread_in_words(found):
            say(line)
