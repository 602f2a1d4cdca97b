"""What one process does, others wait for."""

from contextlib import ExitStack
from pathlib import Path

from rowlock.kernels.lock import held, one_at_a_time


def test_who_comes_second_waits_until_the_first_is_done(tmp_path: Path) -> None:
    waited = 0
    with ExitStack() as another:
        assert another.enter_context(held(tmp_path / "compiling"))

        def wait() -> None:
            nonlocal waited
            waited += 1
            if waited == 2:
                another.close()

        with one_at_a_time(tmp_path / "compiling", wait), held(tmp_path / "compiling") as free:
            assert not free, "now it is the only one itself"
    assert waited == 2


def test_the_next_one_need_not_wait(tmp_path: Path) -> None:
    def never() -> None:
        raise AssertionError("nobody is there to be waited for")

    for _ in range(2):
        with one_at_a_time(tmp_path / "new" / "folder" / "compiling", never):
            pass


def test_where_nothing_can_be_written_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("a file, where a folder should be")
    with one_at_a_time(tmp_path / "occupied" / "compiling"):
        pass
    assert (tmp_path / "occupied").is_file()
