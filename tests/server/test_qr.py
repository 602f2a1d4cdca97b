"""QR codes: drawn beside the tables, one at a time, no more than a link needs."""

import asyncio
import threading
from threading import Event

import pytest

from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables.identity import CODE_LENGTH, new_code, new_key
from rowlock.server.web import hosts, qr
from rowlock.server.web.kinds import MOST_BASE_PATH
from rowlock.server.web.qr import QrCodes, qr_image, qr_svg, qr_terminal
from server.people import PATIENCE

LINK = "http://10.0.0.7:8000/t/BCDFGH"


class Drawing:
    """Draws nothing, as soon as it may; knows what was drawn, and by whom."""

    def __init__(self) -> None:
        self.may = Event()
        self.texts: list[str] = []
        self.threads: set[int] = set()

    def __call__(self, text: str) -> bytes:
        assert self.may.wait(PATIENCE)
        self.texts.append(text)
        self.threads.add(threading.get_ident())
        return text.encode()


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Drawing:
    found = Drawing()
    monkeypatch.setattr(qr, "qr_svg", found)
    monkeypatch.setattr(qr, "qr_image", lambda text: found(text).decode())
    return found


async def test_whoever_wants_the_same_gets_the_same_picture(drawing: Drawing) -> None:
    with QrCodes() as codes:
        waiting = [asyncio.create_task(codes.svg(LINK)) for _ in range(20)]
        drawing.may.set()
        assert set(await asyncio.gather(*waiting)) == {LINK.encode()}
        assert await codes.svg(LINK) == LINK.encode()
    assert drawing.texts == [LINK]


async def test_few_are_remembered_and_the_oldest_is_forgotten_first(
    drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qr, "MOST_KEPT", 3)
    drawing.may.set()
    with QrCodes() as codes:
        for text in ("a", "b", "c", "a", "d", "d", "b", "a"):
            assert await codes.svg(text) == text.encode()
    assert drawing.texts == ["a", "b", "c", "d", "a"]


async def test_a_secret_is_not_remembered(drawing: Drawing) -> None:
    drawing.may.set()
    with QrCodes() as codes:
        assert [await codes.image("secret") for _ in range(2)] == ["secret"] * 2
        assert "secret" not in repr(vars(codes))
    assert drawing.texts == ["secret"] * 2


async def test_one_is_drawn_at_a_time_few_wait_and_the_others_are_refused(
    drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qr, "MOST_WAITING", 5)
    with QrCodes() as codes:
        waiting = [asyncio.create_task(codes.svg(str(number))) for number in range(4)]
        waiting.append(asyncio.create_task(codes.image("4")))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        with pytest.raises(Refuse) as refused:
            await codes.svg("too much")
        assert refused.value.code == "unavailable"
        # The link of a seat was made before its picture: it is not taken back.
        waiting.append(asyncio.create_task(codes.image("5")))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        drawing.may.set()
        await asyncio.gather(*waiting)
        assert await codes.svg("again") == b"again"
    assert drawing.texts == ["0", "1", "2", "3", "4", "5", "again"]
    assert len(drawing.threads) == 1
    assert threading.get_ident() not in drawing.threads


@pytest.mark.parametrize("draw", [qr_svg, qr_image, qr_terminal])
def test_a_text_that_is_no_link_is_refused_in_words(draw: object) -> None:
    assert callable(draw)
    assert draw("x" * qr.MOST_LETTERS)
    with pytest.raises(Refuse, match="601 letters would be too large; 600 are possible") as refused:
        draw("x" * (qr.MOST_LETTERS + 1))
    assert refused.value.code == "too-large"


def test_the_longest_link_there_can_be_is_drawn() -> None:
    origin = f"https://{'x' * hosts.MOST_LETTERS}.:65535"
    link = f"{origin}{'/' * MOST_BASE_PATH}/claim#{new_code()}-{new_key()}"
    assert len(new_code()) == CODE_LENGTH
    assert qr.MOST_LETTERS * 0.8 < len(link) <= qr.MOST_LETTERS
