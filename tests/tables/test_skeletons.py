"""Which texts look the same, by Unicode's table, and that names of different people do not."""

# ruff: noqa: RUF001  # what looks like something else is what this is about

import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.server.tables.skeletons import look_alike, skeleton

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
_, *LISTS = Path(__file__).with_name("first_names.txt").read_text("utf-8").split("\n\n")
FIRST_NAMES = {language: names.split() for language, names in (one.split(":") for one in LISTS)}


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("а", "a"),
        ("ο", "o"),
        ("m", "rn"),
        ("0", "O"),
        ("1I|l", "llll"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHlKMNOPTYX"),
        ("АВЕЅІЈКМНОРСТУХ", "ABESlJKMHOPCTYX"),
        ("аеіјорсухѕԁһԛԝ", "aeijopcyxsdhqw"),
        ("ϲϹ", "cC"),
        ("Žž", "Z\u0306z\u0306"),
        ("\u200dA\ufe0f", "A"),
    ],
)
def test_skeletons_are_those_of_unicode(text: str, looks: str) -> None:
    assert skeleton(text) == looks


@pytest.mark.parametrize("alike", ["ſsf", "①1l", "ＡAА", "’'ʼ", "‐-–", "ⅯMΜ"])
def test_a_variant_looks_like_all_it_could_be_taken_for(alike: str) -> None:
    first = alike[0]
    assert all(look_alike(first, other) and look_alike(other, first) for other in alike)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_text_looks_like_all_its_normal_forms(text: str) -> None:
    forms: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
    for form in forms:
        assert look_alike(text, unicodedata.normalize(form, text))


@pytest.mark.parametrize("language", FIRST_NAMES)
@pytest.mark.parametrize("written", [str, str.upper, str.lower])
def test_no_two_names_of_a_language_look_the_same(language: str, written: type[str]) -> None:
    names = [written(name) for name in FIRST_NAMES[language]]
    assert len(names) > 100
    ordered = sorted(set(names), key=skeleton)
    assert not [pair for pair in pairwise(ordered) if look_alike(*pair)]


def test_case_and_accents_tell_names_apart() -> None:
    for one, other in pairwise(["Ann", "ANN", "ann", "Änn", "Ánn", "Anna", "Ana"]):
        assert not look_alike(one, other)


def test_what_is_known_to_look_the_same_though_both_are_names() -> None:
    assert look_alike("Ema", "Erna")
