"""The examples are still those that `make soak` tries, and ask for settings there are."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from deploy.examples import BASE, EXAMPLES, NAME, Example, Place, with_changes
from rowlock.server.web.settings import Settings


@pytest.mark.parametrize("path", ["", BASE], ids=["whole", "below"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_what_is_replaced_is_there_and_nothing_of_it_is_left(
    example: Example, path: str, tmp_path: Path
) -> None:
    place = Place(tmp_path, 4443, 4480, (4000, 4001), path)
    example.write(place)
    written = (tmp_path / example.file).read_text(encoding="utf-8")
    code = "\n".join(line for line in written.splitlines() if not line.strip().startswith("#"))
    assert not re.search(r":(443|80|8000|8001)\b|letsencrypt", code)
    assert str(place.certificate) in code
    assert (path or NAME) in code


def test_a_text_that_is_gone_is_noticed() -> None:
    with pytest.raises(AssertionError, match="'b' stands 2 times in the example, not once"):
        with_changes("abb", {"a": "x", "b": "y"})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_they_say_what_the_server_has_to_know(example: Example) -> None:
    settings = example.settings(4443)
    assert settings == {"trusted_proxies": "127.0.0.1", "public_url": f"https://{NAME}:4443"}
    assert settings.keys() <= {field.name for field in fields(Settings)}
