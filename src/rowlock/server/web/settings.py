"""How a server runs: every setting with its variable, default and explanation, in one place."""

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from rowlock.server.web import kinds
from rowlock.server.web.kinds import Kind, Network

PREFIX = "ROWLOCK_"
DATABASE = "rowlock.db"
OTHERS = ("ROWLOCK_DEBUG", "ROWLOCK_SOLVED")
"""Variables that are not for the server."""

T = TypeVar("T")


class BadSetting(ValueError):
    """A setting that cannot be used: which, and what would be right."""


def _users_folder() -> Path:
    # It takes longer to load than all the rest here, and only a start needs it.
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("rowlock", appauthor=False)


def _setting(default: T, kind: Kind[T], explanation: str, usual: str | None = None) -> T:
    """One setting; `usual` says what the default comes to, where the value itself does not."""
    # A dataclass takes the field for the value it will be.
    more = {"kind": kind, "explanation": explanation, "usual": usual}
    return field(default=default, metadata=more)


@dataclass(frozen=True)
class Settings:
    """How a server runs. Each is set by the variable `ROWLOCK_` and its name in capitals."""

    data: Path = field(
        default_factory=_users_folder,
        metadata={
            "kind": kinds.folder,
            "explanation": "The folder games and tables of solved games are kept in.",
            "usual": "the user's data folder",
        },
    )
    database: str = field(
        default="",
        repr=False,
        metadata={
            "kind": kinds.database,
            "explanation": "Where games are kept: `sqlite:///PATH` or "
            "`postgresql://USER@HOST/NAME`.",
            "usual": f"`{DATABASE}` in the data folder",
        },
    )
    share_file: bool = _setting(
        False,
        kinds.switch,
        "Whether other servers may use the same SQLite file; each of them has to allow it. They "
        "do not hear of each other: people at one table who are at different servers see moves "
        "seconds late, and count as absent.",
    )
    host: str = _setting(
        "127.0.0.1",
        kinds.text,
        "The address to listen on; `0.0.0.0` lets phones in the network join.",
    )
    port: int = _setting(
        8000, kinds.whole(0, 65535), "The port to listen on; 0 takes any that is free."
    )
    base_path: str = _setting(
        "",
        kinds.base_path,
        "The path everything is under, as in `/games/rowlock`, when a site has more than this.",
        "none",
    )
    public_url: str = _setting(
        "",
        kinds.origin,
        "Scheme and host that people reach the server by, for links and QR codes, as in "
        "`https://games.example.org`. What is asked of any other host is refused.",
        "what the browser asked for, if it is an address or a name of this computer",
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        (),
        kinds.networks,
        "Addresses and networks of reverse proxies, with commas between them. Only they are "
        "believed about who asks, and whether by HTTPS.",
        "none",
    )
    pace: float = _setting(
        1.0,
        kinds.decimal(0, 10),
        "How long rolls and bots pause: 2 is twice as long, 0 not at all.",
    )
    bot_threads: int = _setting(
        0,
        kinds.whole(0, 1024),
        "How many bots think at the same time.",
        "the cores, 2 to 4",
    )
    warm_up: bool = _setting(
        True,
        kinds.switch,
        "Whether the bots are loaded at the start. Otherwise somebody waits for it at the first "
        "move of one, and until then the server needs less than half of its memory.",
    )
    limits: bool = _setting(
        True, kinds.switch, "Whether one address is kept from asking for too much."
    )
    limit_requests: int = _setting(
        1200,
        kinds.whole(0),
        "How many requests a minute are answered for one address; 0 for any number.",
    )
    limit_tables: int = _setting(
        120,
        kinds.whole(0),
        "How many tables an hour may be made from one address; 0 for any number.",
    )
    limit_sits: int = _setting(
        30,
        kinds.whole(0),
        "How many times an hour people from one address may sit down at the same table; 0 for any "
        "number.",
    )
    limit_sockets: int = _setting(
        200,
        kinds.whole(0),
        "How many sockets, one a page at a table, and waiting requests one address may have open; "
        "0 for any number.",
    )
    limit_connections: int = _setting(
        1000,
        kinds.whole(0),
        "How many connections of any kind one address may have open, those of sockets among them; "
        "0 for half of what the process can have, which nobody gets more than.",
    )
    limit_messages: int = _setting(
        600, kinds.whole(0), "How many messages a minute are taken from a socket; 0 for any number."
    )
    limit_all_messages: int = _setting(
        6000,
        kinds.whole(0),
        "How many messages a minute are taken from one address, on all its sockets together; 0 for "
        "any number.",
    )
    limit_guesses: int = _setting(
        100,
        kinds.whole(0),
        "How many codes that no table has may be tried from one address in ten minutes. After that "
        "nobody there is told which tables there are, but at their own they play on; 0 for any "
        "number.",
    )
    limit_network_guesses: int = _setting(
        500,
        kinds.whole(0),
        "The same for all addresses of a network together (the first three bytes of an IPv4 "
        "address, the first six of an IPv6 address); 0 for any number.",
    )
    limit_thinking: int = _setting(
        60,
        kinds.whole(0),
        "How many seconds a minute bots think for one address before those of others go first; 0 "
        "for any number.",
    )
    hsts_days: int = _setting(
        0,
        kinds.whole(0),
        "For how many days browsers come by HTTPS only, once they have (`Strict-Transport-"
        "Security`); 0 for not at all.",
    )
    lobby_days: float = _setting(
        7.0,
        kinds.decimal(0),
        "After how many days a table that never began is deleted; 0 for never.",
    )
    game_days: float = _setting(
        60.0,
        kinds.decimal(0),
        "After how many days without a move an unfinished game is deleted; 0 for never.",
    )
    finished_days: float = _setting(
        0.0,
        kinds.decimal(0),
        "After how many days a finished game is deleted; 0 for never.",
    )
    contact: str = _setting(
        "", kinds.text, "Who runs this server, for the privacy page: a name, an address.", "nobody"
    )
    log_format: str = _setting(
        "text", kinds.one_of("text", "json"), "Logs as lines for people, or as JSON for programs."
    )
    log_level: str = _setting(
        "warning",
        kinds.one_of("debug", "info", "warning", "error"),
        "What is logged: failures, or also what happens (`info`).",
    )
    access_log: bool = _setting(
        False, kinds.switch, "Whether every HTTP answer is logged, with its address shortened."
    )
    metrics: tuple[str, int] | None = _setting(
        None,
        kinds.listening,
        "Address and port where Prometheus reads metrics, as in `127.0.0.1:9464`. Whoever "
        "reaches it can read them.",
        "nowhere",
    )

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite:///{self.data / DATABASE}"

    @property
    def shown_url(self) -> str:
        """The address of the database without its password."""
        return kinds.without_password(self.url)

    @property
    def solved(self) -> Path:
        """The folder of solved games."""
        return self.data / "solved"


def all_settings() -> Iterator[Field[Any]]:
    """Every setting, in the order they are explained in."""
    yield from fields(Settings)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def explanation(name: str) -> str:
    """What a setting is for."""
    return str(_field(name).metadata["explanation"])


def usual(name: str) -> str:
    """What a setting is, unless it is set."""
    one = _field(name)
    return str(one.metadata["usual"] or _shown(one.default))


def plain(text: str) -> str:
    """A text without the signs that mark code."""
    return text.replace("`", "")


def read_settings(
    environment: Mapping[str, str], options: Mapping[str, str | None] | None = None
) -> Settings:
    """The settings of an environment; what is given as an option goes before it."""
    found: dict[str, Any] = {}
    for one in all_settings():
        option = (options or {}).get(one.name)
        if option is not None:
            found[one.name] = _read(one, option, f"--{one.name.replace('_', '-')}")
        elif (value := environment.get(variable(one.name))) is not None:
            found[one.name] = _read(one, value, variable(one.name))
    return Settings(**found)


def unknown_settings(environment: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each variable that looks like a setting and is none."""
    known = [variable(one.name) for one in all_settings()]
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known and name not in OTHERS:
            close = get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            yield f"{name} is not a setting{hint}"


def environment_file(settings: Settings) -> Iterator[str]:
    """The settings as lines of a file of variables, passwords left out. What is as usual is only a
    comment there: a file that sets everything would hide what is set elsewhere."""
    defaults = Settings()
    for one in all_settings():
        value = getattr(settings, one.name)
        # What may hold a password is not in the settings' own words either.
        shown = _shown(value) if one.repr else kinds.without_password(value)
        mark = "#" if value == getattr(defaults, one.name) else ""
        yield f"# {plain(explanation(one.name))} Default: {plain(usual(one.name))}."
        yield f"{mark}{variable(one.name)}={shown}"


def _read(one: Field[Any], value: str, source: str) -> Any:
    try:
        return one.metadata["kind"](value)
    except ValueError as error:
        shown = kinds.without_password(value)
        raise BadSetting(f"{source} cannot be {shown!r}: {error}") from None


def _field(name: str) -> Field[Any]:
    return next(one for one in all_settings() if one.name == name)


def _shown(value: object) -> str:
    """A value as it would be written into its variable."""
    match value:
        case None:
            return ""
        case bool():
            return "on" if value else "off"
        case float():
            return f"{value:g}"
        case (str() as host, int() as port):
            return f"{host}:{port}"
        case tuple():
            return ", ".join(map(str, value))
    return str(value)
