"""All settings of the server: one frozen dataclass. Defaults < file < environment < command line.

A field's metadata holds its help and its parser; the command line, the names of the environment variables and the
README's table (``python -m server.config`` prints it) are derived from the fields. External engines can be set in the
file only, each in an ``[[engine]]`` table.
"""

import argparse
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from bots.gomocup.settings import BadEngine, ExternalEngine, read_engines
from server import resources
from server.errors import ConfigError
from server.option_kinds import (
    BUS,
    CONTACT,
    DATABASE,
    DURATION,
    FILE,
    FOLDER,
    HOST,
    NETWORKS,
    ORIGINS,
    PATH,
    TOKEN,
    WORDS,
    Network,
    OptionKind,
    one_of,
    whole,
)

DEFAULT_FILE = "tengen.toml"
FILE_VARIABLE = "TENGEN_CONFIG"
_FILE_HELP = f"settings file in TOML; by default {DEFAULT_FILE} in the working directory, if there is one"


def _option(default: Any, help: str, kind: OptionKind) -> Any:
    return field(default=default, metadata={"help": help, "kind": kind})


@dataclass(frozen=True, slots=True)
class Config:
    """The settings. Names ending in ``_s`` are seconds, in ``_ms`` milliseconds."""

    host: str = _option("127.0.0.1", "address to listen on; 0.0.0.0 lets other machines in", HOST)
    port: int = _option(8080, "port to listen on; 0 takes any free one", whole(0, 65535))
    db: Path = _option(  # noqa: RUF009
        Path("tengen.db"),
        "database file, created if absent. By default an installed Tengen keeps it in the user's data folder, a clone "
        "in the working directory",
        PATH,
    )
    database: str = _option(
        "",
        "PostgreSQL database in place of the file, as in postgresql://user:password@host/name; several servers may "
        "share it. Needs the extra cluster",
        DATABASE,
    )
    bus: str = _option(
        "",
        "bus between several processes of one installation, nats://host:port; none for a single server. Needs the "
        "extra cluster",
        BUS,
    )
    commit_spacing_ms: int = _option(
        0,
        "least time between two commits: with a few ms many moves share one, which is cheaper for a busy server, and "
        "each move waits so much longer; 0 commits at once",
        whole(0, 1000, "MS"),
    )
    bot_place: Literal["here", "workers"] = _option(
        "here",
        "where bots think and games are studied: in processes of this server, or at workers on the bus",
        one_of("here", "workers"),
    )
    backup_every: int = _option(
        86400, "interval of automatic backups: seconds, or a time like 12h; 0 is never", DURATION
    )
    backup_keep: int = _option(7, "number of automatic backups to keep", whole(1, 10000))
    backup_folder: Path = _option(  # noqa: RUF009
        Path("backups"), "folder of automatic backups; a relative path starts at the database's folder", FOLDER
    )
    log_level: str = _option("info", "lowest level that is logged", one_of("debug", "info", "warning", "error"))
    public_origins: tuple[str, ...] = _option(
        (),
        "public origins of this server, for a name that is not this machine's own, or for a proxy that rewrites Host. "
        "Pages of other origins are refused",
        ORIGINS,
    )
    trusted_proxies: tuple[Network, ...] = _option(
        (), "proxies whose X-Forwarded-For is trusted, for the limits by address", NETWORKS
    )
    registration: Literal["open", "invite", "closed"] = _option(
        "open",
        "who may create an account: anybody, holders of an invitation, or nobody",
        one_of("open", "invite", "closed"),
    )
    oidc_issuer: str = _option(
        "",
        "issuer of an OpenID Connect provider for sign-in, exactly as it names itself; its accounts need no password "
        "here. Needs the extra tengen[oidc]; register the address /oidc/callback with the provider",
        TOKEN,
    )
    oidc_client: str = _option("", "client ID of this server at that provider", TOKEN)
    oidc_secret_file: str = _option("", "file with the client secret from the provider, if there is one", FILE)
    oidc_label: str = _option("school account", "name of that provider on the sign-in button", WORDS)
    talk: Literal["off", "phrases", "free"] = _option(
        "phrases",
        "permitted talk in rooms: none, phrases in each reader's language, or free text",
        one_of("off", "phrases", "free"),
    )
    talk_watchers: Literal["same", "off", "phrases", "free"] = _option(
        "same",
        "permitted talk among watchers: the same as for players, or a level of its own",
        one_of("same", "off", "phrases", "free"),
    )
    talk_days: int = _option(
        90, "days after which remarks and settled reports are removed; 0 is never", whole(0, 36500)
    )
    push_contact: str = _option(
        "",
        "contact of this server for push services (mailto:somebody@example.org or an https address). It turns on web "
        "push notices on people's devices, which pass through the servers of their browsers' makers; needs the extra "
        "push",
        CONTACT,
    )
    grace_s: int = _option(
        30,
        "how long a player must be gone before the other may claim the game; without a clock ten times as long",
        whole(0, 3600, "SECONDS"),
    )
    first_move_s: int = _option(60, "time for each side's first move in a game with a clock", whole(5, 3600, "SECONDS"))
    open_room_s: int = _option(600, "how long an open room stays after its owner has left", whole(0, 604800, "SECONDS"))
    idle_room_s: int = _option(
        86400, "how long a game without a clock waits for a move before it ends", whole(60, 31536000, "SECONDS")
    )
    rooms_per_player: int = _option(8, "most unfinished games and open rooms of one player", whole(1, 10000))
    bot_games_per_player: int = _option(4, "most unfinished games of one player against bots", whole(0, 10000))
    bot_games_per_address: int = _option(
        64, "most unfinished games against bots from one address, which a class shares", whole(0, 100000)
    )
    bot_games: int = _option(500, "most unfinished games against bots on this server", whole(0, 100000))
    deserted_game_s: int = _option(
        600, "how long a game against a bot waits for the person who left it", whole(10, 31536000, "SECONDS")
    )
    lag_cap_ms: int = _option(500, "most measured lag that a move gets back", whole(0, 5000, "MS"))
    bot_pause_ms: int = _option(350, "shortest time of a bot's answer", whole(0, 10000, "MS"))
    bot_threads: int = _option(0, "concurrent bot moves; 0 is one for each core", whole(0, 256))
    bot_memory: int = _option(
        0,
        "MiB of memory for the tables of all searching bots together, those for hints included, beside what the "
        "processes themselves take; 0 is a sixteenth of the machine's or the container's memory, at most 256",
        whole(0, 1_000_000, "MIB"),
    )
    bot_queue: int = _option(256, "most waiting bot moves", whole(1, 100000))
    study_nodes: int = _option(
        20_000, "limit of one proof in the study of a game, in stones put on the board", whole(1_000, 10_000_000)
    )
    lesson_check_nodes: int = _option(
        50_000_000,
        "limit of each search that checks in idle time what a lesson names, in stones put on the board: a minute or "
        "less each, at most sixteen for a game; 0 is for no check",
        whole(0, 1_000_000_000),
    )
    practice_seconds: int = _option(
        60,
        "most processor time for the Learner's practice after one game that it lost, in idle time; 0 is for none",
        whole(0, 3600, "S"),
    )
    bot_experience: str = _option(
        "on",
        "whether bots use the results of their own games; the book of these is kept in any case",
        one_of("on", "off"),
    )
    learn_weights: str = _option(
        "on",
        "whether the bots' evaluation weights learn from finished games in idle time; weights in use stay in use",
        one_of("on", "off"),
    )
    tree_mib: int = _option(1024, "MiB for all stored trees of variations together", whole(0, 1_000_000, "MIB"))
    puzzles: str = _option(
        "on",
        "whether the puzzles supplied with Tengen are imported into the database; puzzles from games always are",
        one_of("on", "off"),
    )
    messages_per_s: int = _option(20, "sustained messages a second of one player", whole(1, 100000))
    message_burst: int = _option(60, "burst of messages of one player", whole(1, 100000))
    address_messages_per_s: int = _option(
        400, "messages a second of one address, which a school shares", whole(1, 1000000)
    )
    address_requests_per_s: int = _option(
        200,
        "sustained HTTP requests a second of one address, with a burst of thirty times as many",
        whole(1, 1000000),
    )
    metrics_token: str = _option(
        "",
        "bearer token that permits reading /metrics from anywhere; without one only this machine may",
        TOKEN,
    )
    connections_per_address: int = _option(200, "most open connections of one address", whole(1, 100000))
    silent_exit_s: int = _option(
        60,
        "how long the event loop may hang before the server exits, to be restarted; 0 is for ever",
        whole(0, 86400, "SECONDS"),
    )
    engines: tuple[ExternalEngine, ...] = ()


def list_options() -> Iterator[Field[Any]]:
    """Yield the fields with a single value, which the command line and the environment can set."""
    return (option for option in fields(Config) if "kind" in option.metadata)


def variable(name: str) -> str:
    """Return the name of an option's environment variable."""
    return "TENGEN_" + name.upper()


def flag(name: str) -> str:
    """Return the name of an option on the command line."""
    return "--" + name.replace("_", "-")


def default_text(option: Field[Any]) -> str:
    """Return the default of an option as text; "" for an empty list."""
    return "" if option.default == () else str(option.default)


def add_arguments(parser: argparse.ArgumentParser, names: Collection[str] | None = None) -> None:
    """Add ``--config`` and the options (all, or those in ``names``) to a parser; `load` reads the result."""
    parser.add_argument("--config", metavar="FILE", help=f"{_FILE_HELP} [{FILE_VARIABLE}]")
    for option in list_options():
        if names is None or option.name in names:
            origin = f"{variable(option.name)}, default {default_text(option) or 'none'}"
            parser.add_argument(
                flag(option.name),
                dest=option.name,
                metavar=option.metadata["kind"].metavar,
                help=f"{option.metadata['help']} [{origin}]".replace("%", "%%"),
            )


def load(said: Mapping[str, str | None], environ: Mapping[str, str], directory: Path = Path()) -> Config:
    """Combine the settings of all sources.

    Args:
        said: values of the command line, by field name and ``config``; None for missing ones.
        environ: the environment; an empty variable counts as missing.
        directory: folder of the default file.

    Raises:
        ConfigError: a value, a key or the file is wrong; the message is one line that says which and where.
    """
    values: dict[str, Any] = {"db": resources.find_database()}
    named = said.get("config") or environ.get(FILE_VARIABLE)
    path = Path(named) if named else directory / DEFAULT_FILE
    written, values["engines"] = _read_file(path) if named or path.exists() else ({}, ())
    for option in list_options():
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
    known = {option.name: option for option in list_options()}
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
    kind: OptionKind = option.metadata["kind"]
    try:
        return kind.parse(text.strip())
    except ValueError as error:
        raise _wrong(option, text, source) from error


def _wrong(option: Field[Any], value: object, source: str) -> ConfigError:
    return ConfigError(f"{option.name}: {value!r} from {source} is not {option.metadata['kind'].takes}")


def format_table() -> str:
    """Render the settings as a Markdown table."""
    rows = ["| option | environment | default | |", "|---|---|---|---|"]
    for option in list_options():
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
    print(format_table())
