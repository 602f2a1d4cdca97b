"""Names of people: what is taken of them, what is refused, and that they are only text."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from browser.serving import Server
from rowlock.record import Record, read_record, write_record
from rowlock.rules import find_variant, start
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables.names import LONGEST_NAME, clean_name, name_among
from server.people import Arrive, new_nonce
from server.tables import asked, lobby, refusal_of

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
PLAIN = ("application/json", "text/plain")
TAG = "<img src=x onerror=a()>"
ODD = (
    "\u200b\u200c\u200d\u00ad\u202e\u2066\ufeff\u2028\u2029\u0085\x00\x1f\x7f\t\n\r \u00a0\u3000"
    ';"\u037e\u0301\u0327\u034f\u3164\u115f\u2800\ufe0f\U000e0041🎲👩🏽ک\u094dक🇨🇿\ud800\ue000'
)
names = st.text(st.characters() | st.sampled_from(ODD), max_size=60)


@pytest.fixture(scope="module")
def server(plain: Server) -> Server:
    return plain


def cleaned(text: str) -> str | None:
    """The clean name; None if it is refused."""
    try:
        return clean_name(text)
    except Refuse:
        return None


@given(names)
def test_any_name_that_is_taken_can_be_seen_written_and_read(text: str) -> None:
    name = cleaned(text)
    if name is None:
        return
    assert 1 <= len(regex.findall(r"\X", name)) <= LONGEST_NAME
    assert len(name) <= 10 * LONGEST_NAME
    assert clean_name(name) == name
    assert name == name.strip()
    assert not regex.search(r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b]", name)
    assert regex.search(r"[\p{L}\p{N}\p{P}\p{S}]", name)
    game = start(find_variant("original"), 2)
    assert read_record(write_record(Record(game, (name, name)))).names == (name, name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ann  B. ", "Ann B."),
        ("Ann\u00a0\u3000\t\nB", "Ann B"),
        ("A;B", "A,B"),
        ('"Ann"', "”Ann”"),
        ("Ann\u202e\u200b", "Ann"),
        ("\u2066Ann\u2069", "Ann"),
        ("A\u200dn\u200cn", "Ann"),
        ("An\u034fn\u3164\ufe0f", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("\u0301Ann", "Ann"),
        ("Z\u0310\u0311\u0312\u0313\u0314o", "Z\u0310\u0311\u0312o"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        (FAMILY * 30, FAMILY * 24),
        ("👩\u200d" * 20 + "👩 Ann", "Ann"),
        ("شب\u200cبو", "شب\u200cبو"),
        ("ශ\u0dca\u200dරී", "ශ\u0dca\u200dරී"),
        ("x" * 24 + "y", "x" * 24),
        ("ž" * 30, "ž" * 24),
        (TAG, TAG),
    ],
)
def test_names_are_made_tidy(written: str, name: str) -> None:
    assert clean_name(written) == name


@pytest.mark.parametrize(
    "written", ["", " ", "\n", "\u200b", "\u200d\u200d", "\x00", "\u3164", "\u2800", "\u0301\u0302"]
)
def test_names_nobody_could_see_are_refused(written: str) -> None:
    with pytest.raises(Refuse):
        clean_name(written)


@pytest.mark.parametrize(
    ("here", "comes"),
    [
        ("Ann", "\u0410nn"),
        ("Petr", "P\u0435tr"),
        ("Ota", "\u041eta"),
        ("Al", "AI"),
        ("B0b", "BOb"),
        ("Ann", "\uff21nn"),
        ("شببو", "شب\u200cبو"),
    ],
)
def test_who_looks_like_somebody_else_is_refused(here: str, comes: str) -> None:
    with pytest.raises(Refuse) as refused:
        name_among(comes, ["Eve", here])
    assert refused.value.code == "name-alike"
    assert here in refused.value.message


def test_the_very_same_name_and_others_may_come() -> None:
    for name in ("Ann", "Anna", "ANN", "Änn"):
        assert name_among(name, ["Ann", "Ben"]) == name


def test_at_a_table_nobody_takes_the_looks_of_another() -> None:
    table = lobby("ann", "ben", "")
    twin = asks.Sit(name="\u0410nn", nonce=new_nonce())
    assert refusal_of(table, "eve", twin) == "name-alike"
    assert refusal_of(table, "ben", asks.Rename(seat=2, name="\u0410nn")) == "name-alike"
    assert asked(table, "ann", asks.Rename(seat=1, name="\u0410nn")).seats[0].name == "\u0410nn"
    assert asked(table, "eve", asks.Sit(name="Ann", nonce=new_nonce())).seats[2].name == "Ann"


async def test_markup_in_a_name_is_text_in_every_answer(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create(seats="me", listed=True)

    def told(*paths: str) -> None:
        """Each of these has the name in it, and is nothing that a browser takes for a page."""
        for path in paths:
            answer = ben.get(path)
            assert TAG.encode() in answer.body, path
            assert answer.headers["content-type"].startswith(PLAIN)
            assert answer.headers["x-content-type-options"] == "nosniff"

    async with ann.at(code) as a:
        view = await a.done(asks.Rename(seat=a.seat, name=TAG))
        assert view.seats[0].name == TAG
        await a.done(asks.AddSeat())
        told("/api/tables", f"/api/tables/{code}", f"/api/tables/{code}/view")
        assert TAG.encode() not in ben.get(f"/t/{code}").body
        await a.done(asks.Remove(seat=2))
        await a.done(asks.Start())
        told(f"/api/tables/{code}", f"/api/tables/{code}/view", f"/api/tables/{code}/record")
