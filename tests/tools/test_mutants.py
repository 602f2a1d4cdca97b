"""The mutants fit the code, and their shares are all of them."""

import argparse
import py_compile
from collections import Counter
from pathlib import Path

import mutants
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutant_list import MUTANTS
from mutant_state import Outcome, Share, State

ROOT = Path(__file__).parents[2]
KNOWN = [mutants.Mutant(name, file, *texts) for file, ms in MUTANTS.items() for name, *texts in ms]


def test_every_mutant_fits_the_code() -> None:
    mutants.check_list(KNOWN)
    assert len(KNOWN) > 100


def test_a_mutant_that_does_not_fit_is_named() -> None:
    stray = mutants.Mutant("a stray one", "game.py", "no such text", "x")
    with pytest.raises(mutants.Broken, match="'a stray one': its text stands 0 times"):
        mutants.check_list([stray])


def test_the_slow_tests_are_there() -> None:
    assert all((ROOT / mutants.TESTS / f"{name}.py").exists() for name in mutants.SLOW)


def test_the_plugin_shortens_the_twins() -> None:
    """What it changes in the tests must be there, or no mutant could be tried."""
    from rules import test_twin

    assert test_twin.SHEETS_A_TABLE > mutants.SHEETS_A_TABLE


@given(st.lists(st.integers()), st.integers(1, 9))
def test_shares_are_all_of_them(numbers: list[int], count: int) -> None:
    shares = [Share(number, count).of(numbers) for number in range(1, count + 1)]
    assert Counter(one for share in shares for one in share) == Counter(numbers)
    lengths = [len(share) for share in shares]
    assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize("text", ["", "2", "0/4", "5/4", "1/0", "-1/4", "1/4/4", "a/b", " 1/2"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="one is written as 2/4"):
        Share.read(text)


def test_a_share_is_read() -> None:
    assert Share.read("2/4") == Share(2, 4)
    assert Share(2, 4).suffix != Share(2, 5).suffix != Share(1, 1).suffix


def test_an_interrupted_run_knows_what_it_found(tmp_path: Path) -> None:
    state, outcome = State(tmp_path / "state", "code"), Outcome("a rule", True, 1.5)
    assert state.read() == {}
    state.start()
    state.keep(outcome)
    assert state.read() == {"a rule": outcome}
    assert State(state.file, "other code").read() == {}


@pytest.mark.parametrize("cut", [0, 1, -5])
def test_a_state_that_was_cut_off_is_no_state(tmp_path: Path, cut: int) -> None:
    state = State(tmp_path / "state", "code")
    state.start()
    state.keep(Outcome("a rule", True, 1.5))
    state.file.write_text(state.file.read_text(encoding="utf-8")[:cut], encoding="utf-8")
    assert state.read() == {}


def test_a_changed_file_is_compiled_anew(tmp_path: Path) -> None:
    """Also where time and size are those of the file before."""
    file = tmp_path / "rule.py"
    mutants.put(file, "print(1)")
    compiled = Path(py_compile.compile(str(file), doraise=True) or "")
    assert compiled.exists()
    mutants.put(file, "print(2)")
    assert not compiled.exists()
