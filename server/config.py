"""Every setting of the server: one frozen dataclass. Defaults < file < environment < command line.

A field's metadata holds its help and how its text is read; the command line, the names of the environment variables
and the README's table (``python -m server.config`` prints it) are derived from the fields. External engines alone are
said of in the file only, each in an ``[[engine]]`` table.
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
    CONTACT,
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
_FILE_HELP = f"file of settings in TOML; {DEFAULT_FILE} of the working directory is read where there is one"


def _option(default: Any, help: str, kind: OptionKind) -> Any:
    return field(default=default, metadata={"help": help, "kind": kind})


@dataclass(frozen=True, slots=True)
class Config:
    """The settings. Names ending in ``_s`` are seconds, in ``_ms`` milliseconds."""

    host: str = _option("127.0.0.1", "address to listen on; 0.0.0.0 lets other machines in", HOST)
    port: int = _option(8080, "port to listen on; 0 takes any free one", whole(0, 65535))
    db: Path = _option(  # noqa: RUF009
        Path("tengen.db"),
        "database file; it is made if absent. Unless said otherwise an installed Tengen keeps it in the user's folder "
        "for data, a clone in the working directory",
        PATH,
    )
    backup_every: int = _option(
        86400, "how often the server backs the database up: seconds, or a time like 12h; 0 is never", DURATION
    )
    backup_keep: int = _option(7, "how many of these backups are kept", whole(1, 10000))
    backup_folder: Path = _option(  # noqa: RUF009
        Path("backups"), "where they go; a relative path begins at the database's folder", FOLDER
    )
    log_level: str = _option(
        "info", "what the log keeps: this level and above", one_of("debug", "info", "warning", "error")
    )
    public_origins: tuple[str, ...] = _option(
        (),
        "where browsers find this server: a name that is not this machine's own, or what a proxy that rewrites Host is "
        "asked for. Pages of any other origin are refused",
        ORIGINS,
    )
    trusted_proxies: tuple[Network, ...] = _option(
        (), "proxies whose X-Forwarded-For is believed, for the limits by address", NETWORKS
    )
    registration: Literal["open", "invite", "closed"] = _option(
        "open",
        "who may keep a name with a password: anybody, who has an invitation, or nobody",
        one_of("open", "invite", "closed"),
    )
    oidc_issuer: str = _option(
        "",
        "address of an OpenID Connect provider that people may sign in by, as it calls itself; its accounts need no "
        "password here. Needs the extra tengen[oidc]; the provider is told of the address /oidc/callback",
        TOKEN,
    )
    oidc_client: str = _option("", "what this server is called at that provider (client ID)", TOKEN)
    oidc_secret_file: str = _option("", "file with the client secret that the provider has given, if it has", FILE)
    oidc_label: str = _option("school account", "what people call that provider: it stands on the button", WORDS)
    talk: Literal["off", "phrases", "free"] = _option(
        "phrases",
        "what people may say in rooms: nothing, phrases in the language of whoever reads them, or what they like",
        one_of("off", "phrases", "free"),
    )
    talk_watchers: Literal["same", "off", "phrases", "free"] = _option(
        "same",
        "what those may say who look on, among themselves: the same as players, or something else",
        one_of("same", "off", "phrases", "free"),
    )
    talk_days: int = _option(
        90, "days after which what was said is removed, and a report once it is settled; 0 is never", whole(0, 36500)
    )
    push_contact: str = _option(
        "",
        "whom push services may write to about this server (mailto:somebody@example.org or an https address): with it "
        "people may ask for notices on their devices, which pass through the servers of their browsers' makers; needs "
        "the extra push",
        CONTACT,
    )
    grace_s: int = _option(
        30,
        "how long a player must be gone before the other may claim the game; without a clock ten times as long",
        whole(0, 3600, "SECONDS"),
    )
    first_move_s: int = _option(60, "time for each side's first move of a game with a clock", whole(5, 3600, "SECONDS"))
    open_room_s: int = _option(600, "how long an open room outlives its owner's leaving", whole(0, 604800, "SECONDS"))
    idle_room_s: int = _option(
        86400, "when a game without a clock that nobody touches is ended", whole(60, 31536000, "SECONDS")
    )
    rooms_per_player: int = _option(8, "unfinished games and open rooms one player may have", whole(1, 10000))
    bot_games_per_player: int = _option(4, "unfinished games against bots one player may have", whole(0, 10000))
    bot_games_per_address: int = _option(
        64, "unfinished games against bots played from one address: a class shares one", whole(0, 100000)
    )
    bot_games: int = _option(500, "unfinished games against bots on this server", whole(0, 100000))
    deserted_game_s: int = _option(
        600, "how long a game against a bot waits for the person who left it", whole(10, 31536000, "SECONDS")
    )
    lag_cap_ms: int = _option(500, "most of its measured lag that a move is given back", whole(0, 5000, "MS"))
    bot_pause_ms: int = _option(350, "a bot's answer takes at least this long", whole(0, 10000, "MS"))
    bot_threads: int = _option(0, "bot moves worked out at the same time; 0 is one a core", whole(0, 256))
    bot_memory: int = _option(
        0,
        "MiB for all that searching bots remember together; 0 is a sixteenth of the machine's or the container's "
        "memory, and 384 at most",
        whole(0, 1_000_000, "MIB"),
    )
    bot_queue: int = _option(256, "bot moves that may wait for their turn", whole(1, 100000))
    study_nodes: int = _option(
        20_000, "stones put on the board at most for one proof in the study of a game", whole(1_000, 10_000_000)
    )
    bot_experience: str = _option(
        "on",
        "whether bots heed what came of their own games; the book of them is kept all the same",
        one_of("on", "off"),
    )
    learn_weights: str = _option(
        "on",
        "whether bots' weights of positions learn from finished games when the server is idle; what is in use stays so",
        one_of("on", "off"),
    )
    tree_mib: int = _option(
        1024, "MiB for all trees of variations that people keep here, together", whole(0, 1_000_000, "MIB")
    )
    puzzles: str = _option(
        "on",
        "whether the puzzles that come with Tengen are brought into the database; those out of games are in any case",
        one_of("on", "off"),
    )
    messages_per_s: int = _option(20, "messages a second that one player may send for long", whole(1, 100000))
    message_burst: int = _option(60, "messages that one player may send at once", whole(1, 100000))
    address_messages_per_s: int = _option(
        400, "messages a second that one address may send: a school shares one", whole(1, 1000000)
    )
    address_requests_per_s: int = _option(
        200,
        "HTTP requests a second that one address may send for long, and thirty times as many at once",
        whole(1, 1000000),
    )
    metrics_token: str = _option(
        "",
        "who sends it as a bearer token may read /metrics from anywhere; without one only this machine may",
        TOKEN,
    )
    connections_per_address: int = _option(200, "connections that one address may have open", whole(1, 100000))
    silent_exit_s: int = _option(
        60,
        "how long the server may do nothing at all before it ends itself, to be started anew; 0 is for ever",
        whole(0, 86400, "SECONDS"),
    )
    engines: tuple[ExternalEngine, ...] = ()


def list_options() -> Iterator[Field[Any]]:
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
    """Put the settings together.

    Args:
        said: what the command line says, by field name and ``config``; None for what it does not say.
        environ: the environment; a variable that is set to nothing counts as not set.
        directory: where the default file is looked for.

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
    """The settings as a Markdown table."""
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
