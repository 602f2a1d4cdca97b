"""What others depend on is as it was pinned, byte for byte; no pin changes without a reason."""

import inspect

import msgspec
import pytest

from pins import changes
from pins.differing import difference
from pins.files import kept_pins, read_pin
from pins.messages import ALL as MESSAGES
from pins.messages import examples
from pins.registry import ALL, PINS
from rowlock.server.messages import answers


@pytest.mark.parametrize("name", PINS)
def test_the_code_still_makes_what_was_pinned(name: str) -> None:
    kept, today = read_pin(name), PINS[name]()
    if kept != today:
        pytest.fail(difference(name, kept, today), pytrace=False)


def test_all_pins_are_kept_and_nothing_else() -> None:
    assert kept_pins() == set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_no_pin_was_changed_without_a_reason(name: str) -> None:
    found = changes.digest(read_pin(name))
    assert changes.newest().get(name) == found, (
        f"{name} was changed by hand, or its line in {changes.NAME} was: tools/pin.py does both"
    )


def test_every_reason_says_something() -> None:
    for reason in changes.reasons():
        assert changes.check(reason) == reason


@pytest.mark.parametrize("pin", MESSAGES)
def test_every_example_is_read_as_what_was_written(pin: str) -> None:
    for name, kind in MESSAGES[pin].items():
        for example in examples(kind):
            written = msgspec.json.encode(example)
            assert msgspec.json.decode(written, type=kind) == example, name


def test_no_answer_is_left_out() -> None:
    known = {
        name
        for name, kind in inspect.getmembers(answers, inspect.isclass)
        if issubclass(kind, msgspec.Struct) and kind.__module__ == answers.__name__
    }
    assert known == {kind.__name__ for kind in MESSAGES["answers.json"].values()}


def test_a_difference_is_shown_where_it_is_and_how_to_keep_it() -> None:
    told = difference("x.txt", "a\nb\nc\n", f"a\nB{'b' * 500}\nc\n")
    assert "-b\n+Bbbb" in told
    assert "First difference, at 2:\n  'a\\nb\\nc\\n'\n  'a\\nBbbb" in told
    assert 'tools/pin.py write x.txt "the reason"' in told
    assert max(map(len, told.splitlines())) < 200
