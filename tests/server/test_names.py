"""Names of people: what is taken of them, what is refused, and that they are only text."""

import sys
import unicodedata
from collections.abc import Iterable

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from browser.serving import Server
from rowlock.record import Record, read_record, write_record
from rowlock.rules import find_variant, start
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.names import LONGEST_NAME, clean_name, kept_name, name_among
from rowlock.server.tables.records import record_text
from rowlock.server.tables.setup import new_table
from server.people import Arrive, new_nonce
from server.tables import asked, happened, lobby, refusal_of

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
PLAIN = ("application/json", "text/plain")
TAG = "<img src=x onerror=a()>"
ODD = (
    "\u200b\u200c\u200d\u00ad\u202e\u2066\ufeff\u2028\u2029\u0085\x00\x1f\x7f\t\n\r \u00a0\u3000"
    ';"\u037e\u0301\u0327\u034f\u3164\u115f\u2800\ufe0f\U000e0041🎲👩🏽ک\u094dक🇨🇿\ud800\ue000'
)
names = st.text(st.characters() | st.sampled_from(ODD), max_size=60)
SEMICOLON = "A\u037eB"
"""It has a Greek question mark, which is a semicolon as soon as it is composed."""


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
@example(SEMICOLON)
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
    comes_back((name, f"{name} {name}", name))


def comes_back(names: tuple[str, ...]) -> None:
    """People of these names are in a record, and are read from it, as they are."""
    game = start(find_variant("original"), len(names))
    text = write_record(Record(game, names))
    assert read_record(text).names == read_record(text.encode()).names == names


def check_characters(characters: Iterable[str]) -> int:
    """Each of them, alone and between letters, is refused or makes a name that stays as it is and
    can be recorded; how many names there are."""
    taken: set[str] = set()
    for one in characters:
        for text in (one, f"A{one}b"):
            name = cleaned(text)
            if name is not None:
                assert clean_name(name) == name, ascii(text)
                taken.add(name)
    seats = find_variant("original").seats
    people = sorted(taken)
    for first in range(0, len(people), seats):
        comes_back(tuple(people[first : first + seats]))
    return len(people)


def test_characters_that_normalise_to_others_do_no_harm() -> None:
    # Beyond there are none. What NFC changes, NFKC does too.
    every = map(chr, range(0x30000))
    some = {one for one in every if unicodedata.normalize("NFKC", one) != one}
    assert "\u037e" in some
    assert check_characters(some) > 5000


@pytest.mark.soak
def test_no_character_does_any_harm() -> None:
    assert check_characters(map(chr, range(sys.maxunicode + 1))) > 100_000


@given(names)
@example("A;B")
@example('"')
@example("\u200b")
def test_whatever_was_kept_as_a_name_is_read_as_one(text: str) -> None:
    table = happened(lobby("ann", "", ""), ev.SeatTaken(2, "ben", text), ev.SeatRenamed(2, text))
    kept = table.seats[1].name
    assert kept == kept_name(text, 2) == (cleaned(text) or "Player 2")
    table = happened(table, ev.SeatTaken(3, "eve", text), ev.GameStarted(1, []))
    names = tuple(seat.name for seat in table.seats)
    assert read_record(record_text(table)).names == names


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ann  B. ", "Ann B."),
        ("Ann\u00a0\u3000\t\nB", "Ann B"),
        ("A;B", "A,B"),
        ('"Ann"', "”Ann”"),
        (SEMICOLON, "A,B"),
        ("\u037e\u200b\u037e", ",,"),
        ("A\u1fefB", "A`B"),
        ("A\x0b\x0c\x1c\x85\u2028B", "A B"),
        ("#A #B", "#A #B"),
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
    "written",
    [
        *("", " ", "\n", "\u200b", "\u200d\u200d", "\x00", "\u3164", "\u2800", "\U0001d159"),
        "\u0301\u0302",
    ],
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
        ("Carmen", "Carrnen"),
        ("Nikos", "Nik\u03bfs"),
        ("Оля", "Oля"),
        ("cecil", "\u03f2ecil"),
        ("Ann", "\u13aann"),
        ("O'Neil", "O\u2019Neil"),
        ("Ann2", "Ann\u00b2"),
        ("Zoë", "Zo\u0451"),
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


@pytest.mark.parametrize("size", range(2, 6))
def test_nobody_at_one_device_takes_the_looks_of_another(size: int) -> None:
    def table_of(*names: str) -> list[ev.AnyEvent]:
        seats = [asks.NewSeat("me", name) for name in names]
        return new_table("BCDFGH", asks.NewTable("original", seats), "ann")

    others = [f"Player {number}" for number in range(2, size)]
    with pytest.raises(Refuse) as refused:
        table_of("Ann", *others, "\u0410nn")
    assert refused.value.code == "name-alike"
    taken = [one.name for one in table_of("Ann", *others, "Ann") if isinstance(one, ev.SeatTaken)]
    assert taken == ["Ann", *others, "Ann"]


async def test_a_semicolon_in_disguise_leaves_the_record_to_everybody(arrive: Arrive) -> None:
    ann, ben, guest = arrive(), arrive(), arrive()
    code = ann.create(seats="me open random")
    async with ann.at(code) as a, ben.at(code) as b:
        await a.done(asks.Rename(seat=a.seat, name="\u037e"))
        await b.done(asks.Sit(name=SEMICOLON, nonce=new_nonce()))
        await a.done(asks.Start())
        view = await a.done(asks.Close())
    assert [seat.name for seat in view.seats][:2] == [",", "A,B"]
    for person in (ann, ben, guest):
        record = person.get(f"/api/tables/{code}/record")
        assert record.status == 200
        assert read_record(record.body).names[:2] == (",", "A,B")


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
