"""Who plays the games of a course: threads of this machine, or a Ray cluster. The network that is
learned is the same."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from rowlock.arena.cluster import connect, finish
from rowlock.kernels.batch import COMPILING, say_on_stderr
from rowlock.kernels.compiled import is_kept, is_loaded
from rowlock.train.course import PIECES, Course, Piece, Taught, Teachers, in_turn, teach
from rowlock.train.lessons import learn_games


def prepare(course: Course, tell: Callable[[str], None] = say_on_stderr) -> None:
    """Compiles what teaching needs, or loads it, before any thread asks for it."""
    if is_loaded(learn_games):
        return
    if not is_kept(learn_games):
        tell(COMPILING)
    teach(Piece(course, course.begin().weights, 0, 0))


@contextmanager
def in_threads(threads: int) -> Iterator[Teachers]:
    """Pieces are played side by side, as far as there are threads."""
    if threads == 1:
        yield in_turn
        return
    with ThreadPoolExecutor(min(threads, PIECES)) as pool:
        yield lambda pieces: pool.map(teach, pieces)


@contextmanager
def on_ray(address: str, **options: object) -> Iterator[Teachers]:
    """Pieces are played on a cluster; `options` go to `ray.init`."""
    ray = connect(address, **options)
    try:
        remote = ray.remote(num_cpus=1)(teach)

        def teachers(pieces: list[Piece]) -> Iterator[Taught]:
            begun = [remote.remote(piece) for piece in pieces]
            return (finish(ray, task) for task in begun)

        yield teachers
    finally:
        ray.shutdown()
