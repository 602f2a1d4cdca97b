"""Settings: from the environment and the command line, and what is said about wrong ones."""

import os
import re
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browser.forked import begin
from rowlock.server.web.kinds import database, without_password
from rowlock.server.web.settings import (
    BadSetting,
    Settings,
    all_settings,
    environment_file,
    explanation,
    read_settings,
    unknown_settings,
    usual,
    variable,
)

ROOT = Path(__file__).parents[2]


def test_nothing_set_is_a_server_for_this_computer_alone() -> None:
    settings = read_settings({})
    assert (settings.host, settings.port, settings.base_path) == ("127.0.0.1", 8000, "")
    assert settings.url == f"sqlite:///{settings.data / 'rowlock.db'}"
    assert settings.trusted_proxies == ()
    assert settings.metrics is None


def test_every_setting_has_a_variable() -> None:
    settings = read_settings(
        {
            "ROWLOCK_DATA": "/srv/games",
            "ROWLOCK_DATABASE": "postgres://ann@db.example.org/rowlock",
            "ROWLOCK_PORT": "9000",
            "ROWLOCK_PACE": "0.5",
            "ROWLOCK_BASE_PATH": "games/rowlock/",
            "ROWLOCK_PUBLIC_URL": "https://games.example.org/",
            "ROWLOCK_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8,fd00::/8",
            "ROWLOCK_LIMITS": "Off",
            "ROWLOCK_LOG_FORMAT": "JSON",
            "ROWLOCK_METRICS": "[::1]:9464",
        }
    )
    assert settings.url == "postgresql://ann@db.example.org/rowlock"
    assert settings.solved == Path("/srv/games/solved")
    assert (settings.port, settings.pace, settings.limits) == (9000, 0.5, False)
    assert settings.base_path == "/games/rowlock"
    assert settings.public_url == "https://games.example.org"
    nets = ("127.0.0.1/32", "10.0.0.0/8", "fd00::/8")
    assert settings.trusted_proxies == tuple(map(ip_network, nets))
    assert settings.log_format == "json"
    assert settings.metrics == ("::1", 9464)


def test_an_option_goes_before_the_variable() -> None:
    environment = {"ROWLOCK_PORT": "9000", "ROWLOCK_PACE": "0"}
    settings = read_settings(environment, {"port": "9001", "pace": None})
    assert (settings.port, settings.pace) == (9001, 0.0)


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("port", "http", "a whole number from 0 to 65535"),
        ("port", "65536", "a whole number from 0 to 65535"),
        ("pace", "fast", "a number from 0 to 10"),
        ("pace", "nan", "a number from 0 to 10"),
        ("bot_threads", "-1", "a whole number from 0"),
        ("limits", "maybe", "on or off"),
        ("lobby_days", "-2", "a number of at least 0"),
        ("log_format", "xml", "one of text, json"),
        ("base_path", "/games/../x", "a path such as /games/rowlock"),
        ("base_path", '/"><script>', "a path such as /games/rowlock"),
        ("base_path", "/api/rowlock", "begins as paths of the game do"),
        ("public_url", "games.example.org", "an address such as https://games.example.org"),
        ("public_url", "https://games.example.org/rowlock", "without a path"),
        ("public_url", "https://games.example.org?x", "an address such as"),
        ("public_url", "ftp://games.example.org", "an address such as"),
        ("public_url", "https://ann@games.example.org", "an address such as"),
        ("public_url", "https://games.example.org:99999", "an address such as"),
        ("public_url", "https://[::1", "an address such as"),
        ("public_url", "https://bücher.example", "as browsers send it"),
        ("base_path", "/x" * 101, "a path of at most 200 letters"),
        ("trusted_proxies", "10.0.0.0/8, proxy", "'proxy' is no address or network"),
        ("metrics", "9464x", "an address and a port"),
        ("data", " ", "the path of a folder"),
        ("database", "mysql://ann@db/rowlock", "sqlite:///PATH or postgresql://USER@HOST/NAME"),
        ("database", "rowlock.db", "sqlite:///PATH or postgresql://USER@HOST/NAME"),
        ("database", "sqlite:///:memory:", "the path of a file"),
        ("database", "sqlite://rowlock.db", "the path of a file"),
        ("database", "postgresql://ann@db:sql/rowlock", "the port a number"),
        ("database", "postgresql://ann@db/rowlock?sslmode=on", "sslmode is one of disable, "),
        ("database", "postgresql://ann@db/rowlock?channel_binding=require", "leave it out"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(
    name: str, value: str, right: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        read_settings({variable(name): value})
    assert str(refused.value).startswith(f"{variable(name)} cannot be {value!r}: ")
    assert right in str(refused.value)
    with pytest.raises(BadSetting, match=f"^--{name.replace('_', '-')} cannot be"):
        read_settings({}, {name: value})


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hush@db/rowlock",
        "postgresql://ann:hush@db:5432/rowlock?sslmode=require",
        "postgresql://ann:hu@sh@db/rowlock",
        "postgresql://ann:hu/sh@db/rowlock",
        "postgresql:///rowlock?host=db&user=ann&password=hush",
        "mysql://ann:hush@db/rowlock",
        "ann:hush@db/rowlock",
    ],
)
def test_a_password_is_never_shown(url: str) -> None:
    try:
        settings = read_settings({"ROWLOCK_DATABASE": url})
    except BadSetting as refused:
        said = str(refused)
    else:
        assert settings.url == url
        said = "\n".join([repr(settings), settings.shown_url, *environment_file(settings)])
    assert "hu" not in said.replace("hundred", "")
    assert "ann" in said


secrets = st.text("abcXYZ019:@/?#&=%+ ", min_size=3).map("hush".__add__)


@given(secrets)
def test_whatever_the_password_is(secret: str) -> None:
    assert "hush" not in without_password(f"postgresql://ann:{secret}@db/rowlock")


def test_the_address_of_a_database_stays_as_it_is() -> None:
    assert database("sqlite:////var/lib/rowlock.db") == "sqlite:////var/lib/rowlock.db"
    assert without_password("sqlite:///C:/games/rowlock.db") == "sqlite:///C:/games/rowlock.db"
    assert without_password("postgresql://ann@db/rowlock") == "postgresql://ann@db/rowlock"


def test_a_variable_that_is_none_is_noticed() -> None:
    environment = {"ROWLOCK_DATABSE": "x", "ROWLOCK_DEBUG": "1", "ROWLOCK_PORT": "1", "HOME": "/"}
    assert list(unknown_settings(environment)) == [
        "ROWLOCK_DATABSE is not a setting; did you mean ROWLOCK_DATABASE?"
    ]


def test_what_is_shown_can_be_read_again() -> None:
    settings = read_settings(
        {
            "ROWLOCK_TRUSTED_PROXIES": "10.0.0.0/8,::1",
            "ROWLOCK_METRICS": "127.0.0.1:9464",
            "ROWLOCK_LIMITS": "off",
            "ROWLOCK_PACE": "0.25",
        }
    )
    shown = list(environment_file(settings))
    lines = [line for line in shown if not line.startswith("#")]
    again = read_settings(dict(line.split("=", 1) for line in lines))
    assert again == settings
    # What is as usual is shown too, but sets nothing that is set elsewhere.
    assert len(lines) == 4
    assert "#ROWLOCK_PORT=8000" in shown
    bare = [line.removeprefix("#") for line in shown if not line.startswith("# ")]
    assert [line.partition("=")[0] for line in bare] == [
        variable(one.name) for one in all_settings()
    ]


def test_only_passwords_are_hidden() -> None:
    contact = "Ann: ann@example.org"
    shown = environment_file(read_settings({"ROWLOCK_CONTACT": contact}))
    assert f"ROWLOCK_CONTACT={contact}" in shown


def test_the_command_shows_its_settings_and_refuses_wrong_ones(tmp_path: Path) -> None:
    serve = [sys.executable, "-m", "rowlock", "serve"]
    environment = {"ROWLOCK_DATABASE": "postgresql://ann:hush@db/rowlock", "ROWLOCK_PROT": "1"}
    shown = subprocess.run(
        [*serve, "--settings", "--port", "9001", "--data", str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "ROWLOCK_PORT=9001\n" in shown.stdout
    assert "ROWLOCK_DATABASE=postgresql://ann:***@db/rowlock\n" in shown.stdout
    assert shown.stderr == (
        "rowlock serve: ROWLOCK_PROT is not a setting; did you mean ROWLOCK_PORT?\n"
    )
    wrong, log = ("-m", "rowlock", "serve", "--pace", "11"), tmp_path / "said.log"
    assert begin(wrong, os.environ, log).wait(60) == 2
    assert log.read_text(encoding="utf-8") == (
        "rowlock serve: --pace cannot be '11': give a number from 0 to 10\n"
    )


def test_the_documented_table_is_what_the_code_says() -> None:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(ROWLOCK_\w+)` \| (.+?) \| (.+) \|$", text, re.MULTILINE)
    assert rows == [
        (variable(one.name), _default(one.name), explanation(one.name)) for one in all_settings()
    ]


def _default(name: str) -> str:
    said = usual(name)
    is_a_value = next(one for one in all_settings() if one.name == name).metadata["usual"] is None
    return f"`{said}`" if is_a_value else said


def test_no_file_of_settings_changes_the_port_and_the_folder_of_the_service() -> None:
    """Variables of the file go before those of the unit, and options before both."""
    unit = (ROOT / "deploy" / "rowlock@.service").read_text(encoding="utf-8")
    lines = dict(line.split("=", 1) for line in unit.splitlines() if re.match("[A-Z]", line))
    assert lines["ExecStart"].endswith(" serve --port %i --data %S/rowlock")
    assert "ROWLOCK_PORT" not in unit
    assert (lines["Restart"], lines["StartLimitIntervalSec"]) == ("on-failure", "0")


def test_settings_are_made_of_values_too(tmp_path: Path) -> None:
    assert Settings(data=tmp_path, pace=0.0).url == f"sqlite:///{tmp_path / 'rowlock.db'}"
