"""Codes, keys and addresses."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables.identity import (
    CODE_LETTERS,
    is_key,
    key_hash,
    new_code,
    new_key,
    read_code,
)
from rowlock.server.web import addresses
from rowlock.server.web.addresses import shared_origin


def outcome(read: Callable[[str], str], text: str) -> str:
    """What is read, or the code of the refusal."""
    try:
        return read(text)
    except Refuse as refused:
        return refused.code


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
    assert is_key(key)
    assert re.fullmatch("[0-9a-f]{64}", key_hash(key))


@pytest.mark.parametrize("text", ["", "k", "k" * 42, "k" * 44, "k" * 42 + "ž", "k" * 42 + " "])
def test_what_has_not_the_form_of_a_key_is_none(text: str) -> None:
    assert not is_key(text)
    assert not is_key(f"{new_key()}\n")


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
