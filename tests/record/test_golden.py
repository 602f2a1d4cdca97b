"""Golden games: records with the answers the commands must give."""

import json
from pathlib import Path

import pytest

from rowlock.record import moves_view, read_record, replay, replay_view, write_record
from rowlock.rules import VARIANTS

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.rlk"))


def as_json(value: object) -> object:
    return json.loads(json.dumps(value))


def test_no_game_lacks_a_golden_record() -> None:
    recorded = {read_record(file.read_bytes()).start.variant.name for file in RECORDS}
    assert recorded == set(VARIANTS)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_golden(file: Path) -> None:
    answers = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    record = read_record(file.read_bytes())
    game = replay(record)
    view = replay_view(record, game)
    assert as_json(view) == answers["replay"]
    assert list(view) == list(answers["replay"]), "keys come in the order of the contract"
    assert as_json(moves_view(game)) == answers["moves"]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_golden_round_trip(file: Path) -> None:
    record = read_record(file.read_bytes())
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
