"""Names, codes and addresses."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.record import Record, read_record, write_record
from rowlock.rules import find_variant, start
from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables.identity import (
    CODE_LETTERS,
    clean_name,
    key_hash,
    new_code,
    new_key,
    read_code,
)
from rowlock.server.web import addresses
from rowlock.server.web.addresses import shared_origin

odd_letters = st.sampled_from(
    "\u200b\u200d\u00ad\u202e\ufeff\u2028\u2029\u0085\x00\x1f\x7f\t\n\r "
    ';"\u037e\u0301🎲👩\ud800\ue000'
)
names = st.text(st.characters() | odd_letters, max_size=40)


def outcome(read: Callable[[str], str], text: str) -> str:
    """What is read, or the code of the refusal."""
    try:
        return read(text)
    except Refuse as refused:
        return refused.code


@given(names)
def test_any_name_that_is_taken_can_be_written_and_read(text: str) -> None:
    name = outcome(clean_name, text)
    if name == "bad-name":
        return
    assert 1 <= len(name) <= 24
    assert clean_name(name) == name
    game = start(find_variant("original"), 2)
    assert read_record(write_record(Record(game, (name, name)))).names == (name, name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ann  B. ", "Ann B."),
        ("A;B", "A,B"),
        ('"Ann"', "”Ann”"),
        ("Ann\u202e\u200b", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x" * 24 + "y", "x" * 24),
    ],
)
def test_names_are_made_tidy(written: str, name: str) -> None:
    assert clean_name(written) == name


@pytest.mark.parametrize("written", ["", " ", "\n", "\u200b", "\u200d\u200d", "\x00"])
def test_names_nobody_could_see_are_refused(written: str) -> None:
    with pytest.raises(Refuse):
        clean_name(written)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_code_or_refused(text: str) -> None:
    assert re.fullmatch(f"[{CODE_LETTERS}]{{6}}|no-table", outcome(read_code, text))


def test_codes_and_keys_are_new_each_time() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) > 190
    assert {read_code(code) for code in codes} == codes
    assert {read_code(f" {code[:3].lower()}-{code[3:]} ") for code in codes} == codes
    key = new_key()
    assert key != new_key()
    assert len(key) >= 40
    assert re.fullmatch("[0-9a-f]{64}", key_hash(key))


@pytest.mark.parametrize(
    ("host", "listening", "origin"),
    [
        ("localhost:8000", "0.0.0.0", "http://10.0.0.7:8000"),
        ("127.0.0.1:8000", "0.0.0.0", "http://10.0.0.7:8000"),
        ("[::1]:8000", "::", "http://10.0.0.7:8000"),
        ("localhost", "0.0.0.0", "http://10.0.0.7"),
        ("localhost:8000", "127.0.0.1", "http://localhost:8000"),
        ("10.0.0.7:8000", "0.0.0.0", "http://10.0.0.7:8000"),
        ("games.example", "0.0.0.0", "http://games.example"),
        ("[2001:db8::1]:80", "::", "http://[2001:db8::1]:80"),
        ("[2001:db8::1]", "::", "http://[2001:db8::1]"),
    ],
)
def test_links_for_others_use_an_address_they_can_reach(
    host: str, listening: str, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: "10.0.0.7")
    assert shared_origin("http", host, listening) == origin


def test_without_a_network_links_stay_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: None)
    assert shared_origin("https", "localhost:8", "0.0.0.0") == "https://localhost:8"
