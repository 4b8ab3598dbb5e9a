"""Every setting of the server: one frozen dataclass. Defaults < file < environment < command line.

A field's metadata holds its help and how its text is read; the command line, the names of the environment variables
and the README's table (``python -m server.config`` prints it) are derived from the fields. External engines alone are
said of in the file only, each in an ``[[engine]]`` table.
"""

import argparse
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from bots.gomocup.settings import BadEngine, ExternalEngine, read_engines
from server.errors import ConfigError

Network = IPv4Network | IPv6Network

DEFAULT_FILE = "tengen.toml"
FILE_VARIABLE = "TENGEN_CONFIG"
_FILE_HELP = f"file of settings in TOML; {DEFAULT_FILE} of the working directory is read where there is one"


@dataclass(frozen=True)
class _Kind:
    """How the text of an option is read: ``parse`` raises ValueError for anything but ``takes``."""

    metavar: str
    takes: str
    parse: Callable[[str], Any]


def _whole(low: int, high: int, metavar: str = "N") -> _Kind:
    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return _Kind(metavar, f"a whole number from {low} to {high}", parse)


def _one_of(*names: str) -> _Kind:
    def parse(text: str) -> str:
        if text.lower() not in names:
            raise ValueError(text)
        return text.lower()

    return _Kind("NAME", "one of " + ", ".join(names), parse)


def _text(text: str) -> str:
    if not text or not text.isprintable():
        raise ValueError(text)
    return text


def _secret(text: str) -> str:
    if not re.fullmatch(r"[!-~]{0,200}", text):
        raise ValueError("not one word")
    return text


def _parts(text: str) -> Iterator[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(part.lower().rstrip("/") for part in _parts(text))
    for origin in origins:
        if not re.fullmatch(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", origin):
            raise ValueError(origin)
    return origins


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ip_network(part) for part in _parts(text))


def _duration(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,9})([smhd]?)", text)
    if not found:
        raise ValueError(text)
    seconds = int(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]
    if seconds > 31_536_000:
        raise ValueError(text)
    return seconds


_DURATION = _Kind("TIME", "seconds, or a time like 30m, 12h or 1d, up to a year; 0 is never", _duration)
_FOLDER = _Kind("FOLDER", "the path of a folder", lambda text: Path(_text(text)))
_HOST = _Kind("HOST", "the name or address of an interface", _text)
_PATH = _Kind("FILE", "the path of a file", lambda text: Path(_text(text)))
_ORIGINS = _Kind("ORIGINS", "origins like https://go.example.org, separated by commas", _origins)
_NETWORKS = _Kind("NETWORKS", "addresses or networks like 10.0.0.0/8, separated by commas", _networks)


def _option(default: Any, help: str, kind: _Kind) -> Any:
    return field(default=default, metadata={"help": help, "kind": kind})


@dataclass(frozen=True, slots=True)
class Config:
    """The settings. Names ending in ``_s`` are seconds, in ``_ms`` milliseconds."""

    host: str = _option("127.0.0.1", "address to listen on; 0.0.0.0 lets other machines in", _HOST)
    port: int = _option(8080, "port to listen on; 0 takes any free one", _whole(0, 65535))
    db: Path = _option(Path("tengen.db"), "database file; it is made if absent", _PATH)  # noqa: RUF009
    backup_every: int = _option(
        86400, "how often the server backs the database up: seconds, or a time like 12h; 0 is never", _DURATION
    )
    backup_keep: int = _option(7, "how many of these backups are kept", _whole(1, 10000))
    backup_folder: Path = _option(  # noqa: RUF009
        Path("backups"), "where they go; a relative path begins at the database's folder", _FOLDER
    )
    log_level: str = _option(
        "info", "what the log keeps: this level and above", _one_of("debug", "info", "warning", "error")
    )
    public_origins: tuple[str, ...] = _option(
        (),
        "where browsers find this server: a name that is not this machine's own, or what a proxy that rewrites Host is "
        "asked for. Pages of any other origin are refused",
        _ORIGINS,
    )
    trusted_proxies: tuple[Network, ...] = _option(
        (), "proxies whose X-Forwarded-For is believed, for the limits by address", _NETWORKS
    )
    grace_s: int = _option(
        30, "how long a player must be gone before the other may claim the game", _whole(0, 3600, "SECONDS")
    )
    first_move_s: int = _option(
        60, "time for each side's first move of a game with a clock", _whole(5, 3600, "SECONDS")
    )
    open_room_s: int = _option(600, "how long an open room outlives its owner's leaving", _whole(0, 604800, "SECONDS"))
    idle_room_s: int = _option(
        86400, "when a game without a clock that nobody touches is ended", _whole(60, 31536000, "SECONDS")
    )
    rooms_per_player: int = _option(8, "unfinished games and open rooms one player may have", _whole(1, 10000))
    bot_games_per_player: int = _option(4, "unfinished games against bots one player may have", _whole(0, 10000))
    bot_games_per_address: int = _option(
        64, "unfinished games against bots played from one address: a class shares one", _whole(0, 100000)
    )
    bot_games: int = _option(500, "unfinished games against bots on this server", _whole(0, 100000))
    deserted_game_s: int = _option(
        600, "how long a game against a bot waits for the person who left it", _whole(10, 31536000, "SECONDS")
    )
    lag_cap_ms: int = _option(500, "most of its measured lag that a move is given back", _whole(0, 5000, "MS"))
    bot_pause_ms: int = _option(350, "a bot's answer takes at least this long", _whole(0, 10000, "MS"))
    bot_threads: int = _option(0, "bot moves worked out at the same time; 0 is one a core", _whole(0, 256))
    bot_memory: int = _option(
        0,
        "MiB for all that searching bots remember together; 0 is a sixteenth of the machine's or the container's "
        "memory, and 384 at most",
        _whole(0, 1_000_000, "MIB"),
    )
    bot_queue: int = _option(256, "bot moves that may wait for their turn", _whole(1, 100000))
    study_nodes: int = _option(
        20_000, "stones put on the board at most for one proof in the study of a game", _whole(1_000, 10_000_000)
    )
    messages_per_s: int = _option(20, "messages a second that one player may send for long", _whole(1, 100000))
    message_burst: int = _option(60, "messages that one player may send at once", _whole(1, 100000))
    address_messages_per_s: int = _option(
        400, "messages a second that one address may send: a school shares one", _whole(1, 1000000)
    )
    address_requests_per_s: int = _option(
        200,
        "HTTP requests a second that one address may send for long, and thirty times as many at once",
        _whole(1, 1000000),
    )
    metrics_token: str = _option(
        "",
        "who sends it as a bearer token may read /metrics from anywhere; without one only this machine may",
        _Kind("TOKEN", "a text without spaces", _secret),
    )
    connections_per_address: int = _option(200, "connections that one address may have open", _whole(1, 100000))
    silent_exit_s: int = _option(
        60,
        "how long the server may do nothing at all before it ends itself, to be started anew; 0 is for ever",
        _whole(0, 86400, "SECONDS"),
    )
    engines: tuple[ExternalEngine, ...] = ()


def options() -> Iterator[Field[Any]]:
    """The fields that are one value each, and so can be given on the command line and in the environment."""
    return (option for option in fields(Config) if "kind" in option.metadata)


def variable(name: str) -> str:
    """Name of the environment variable of an option."""
    return "TENGEN_" + name.upper()


def flag(name: str) -> str:
    """Name of an option on the command line."""
    return "--" + name.replace("_", "-")


def default_text(option: Field[Any]) -> str:
    """The default of an option as one would write it; empty where that is an empty list."""
    return "" if option.default == () else str(option.default)


def add_arguments(parser: argparse.ArgumentParser, names: Collection[str] | None = None) -> None:
    """Give a parser ``--config`` and the options (all, or those in ``names``); `load` reads what it finds."""
    parser.add_argument("--config", metavar="FILE", help=f"{_FILE_HELP} [{FILE_VARIABLE}]")
    for option in options():
        if names is None or option.name in names:
            origin = f"{variable(option.name)}, default {default_text(option) or 'none'}"
            parser.add_argument(
                flag(option.name),
                dest=option.name,
                metavar=option.metadata["kind"].metavar,
                help=f"{option.metadata['help']} [{origin}]".replace("%", "%%"),
            )


def load(said: Mapping[str, str | None], environ: Mapping[str, str], directory: Path = Path()) -> Config:
    """Put the settings together.

    Args:
        said: what the command line says, by field name and ``config``; None for what it does not say.
        environ: the environment; a variable that is set to nothing counts as not set.
        directory: where the default file is looked for.

    Raises:
        ConfigError: a value, a key or the file is wrong; the message is one line that says which and where.
    """
    values: dict[str, Any] = {}
    named = said.get("config") or environ.get(FILE_VARIABLE)
    path = Path(named) if named else directory / DEFAULT_FILE
    written, values["engines"] = _read_file(path) if named or path.exists() else ({}, ())
    for option in options():
        name = option.name
        sources = (
            (said.get(name), flag(name)),
            (environ.get(variable(name)) or None, variable(name)),
            (written.get(name), str(path)),
        )
        for text, source in sources:
            if text is not None:
                values[name] = _parse(option, text, source)
                break
    return Config(**values)


def _read_file(path: Path) -> tuple[dict[str, str], tuple[ExternalEngine, ...]]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read the settings file {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"the settings file {path} is not TOML: {error}") from error
    try:
        engines = read_engines(table.pop("engine", []))
    except BadEngine as error:
        raise ConfigError(f"{error}, in {path}") from error
    known = {option.name: option for option in options()}
    texts = {}
    for key, value in table.items():
        if key not in known:
            raise ConfigError(f"{key}: unknown setting in {path}; known are {', '.join(known)}")
        items = value if isinstance(value, list) else [value]
        if any(isinstance(item, bool) or not isinstance(item, str | int) for item in items):
            raise _wrong(known[key], value, str(path))
        texts[key] = ",".join(str(item) for item in items)
    return texts, engines


def _parse(option: Field[Any], text: str, source: str) -> Any:
    kind: _Kind = option.metadata["kind"]
    try:
        return kind.parse(text.strip())
    except ValueError as error:
        raise _wrong(option, text, source) from error


def _wrong(option: Field[Any], value: object, source: str) -> ConfigError:
    return ConfigError(f"{option.name}: {value!r} from {source} is not {option.metadata['kind'].takes}")


def table() -> str:
    """The settings as a Markdown table."""
    rows = ["| option | environment | default | |", "|---|---|---|---|"]
    for option in options():
        default = default_text(option)
        cells = [
            f"`{flag(option.name)}`",
            f"`{variable(option.name)}`",
            f"`{default}`" if default else "",
            option.metadata["help"],
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
