"""The table of characters that look the same is what its tool writes."""

from pathlib import Path

import confusables
import pytest

from rowlock.server.tables.skeletons import read_prototypes

HEAD = "\ufeff# confusables.txt\n# Version: 16.0.0\n\n"
LINES = """\
0430 ;\t0061 ;\tMA\t# CYRILLIC SMALL LETTER A → LATIN SMALL LETTER A\t#
13AA ;\t0041 ;\tMA\t# CHEROKEE LETTER GO → LATIN CAPITAL LETTER A\t#
006D ;\t0072 006E ;\tMA\t# LATIN SMALL LETTER M
01F5 ;\t0123 ;\tMA\t# LATIN SMALL LETTER G WITH ACUTE, which comes decomposed
05D5 ;\t006C ;\tMA\t#* HEBREW LETTER VAV
05DF ;\t006C ;\tMA\t#* HEBREW LETTER FINAL NUN
0661 ;\t006C ;\tMA\t#* ARABIC-INDIC DIGIT ONE
05AD ;\t0596 ;\tMA\t# HEBREW ACCENT DEHI → HEBREW ACCENT TIPEHA
"""
WRITTEN = "0041;13AA\n0061;0430\n006C;0661\n0072 006E;006D\n"


def test_the_table_is_written_from_unicodes_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, table = tmp_path / "confusables.txt", tmp_path / "table.txt"
    source.write_text(HEAD + LINES, "utf-8")
    monkeypatch.setattr(confusables, "TABLE", table)
    confusables.main([str(source)])
    head, _, lines = table.read_text("utf-8").rpartition("#")
    assert "Version: 16.0.0" in head
    assert lines.partition("\n")[2] == WRITTEN


def test_the_table_that_is_kept_was_written_so() -> None:
    table = confusables.TABLE.read_text("utf-8")
    kept = dict(read_prototypes(table))
    assert confusables.wanted(kept) == kept
    assert confusables.written(kept, confusables.version_of(table)) == table
    # Nothing looks like what looks like something else.
    assert not kept.keys() & set("".join(kept.values()))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file"),
        (HEAD + "0430 -> 0061\n", r"line 4: 'CODE ; CODES ; MA' is expected, not '0430 -> 0061'"),
        (LINES, "no line '# Version: …'"),
        (b"\xff", "can't decode"),
    ],
)
def test_another_file_is_refused_in_words(
    tmp_path: Path, text: str | bytes | None, why: str
) -> None:
    source = tmp_path / "file"
    if text is not None:
        source.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SystemExit, match=why) as stopped:
        confusables.main([str(source)])
    assert str(stopped.value).startswith(str(source))
