"""The processes of an installation, as they answer when asked who is there: ``tengen cluster``.

The question goes out on `WHO` with the name of the asker; each process answers on the asker's own subject. The answers
are not sealed: they say nothing that a stranger on the bus could use, and the asker needs no database.
"""

import argparse
import asyncio
import logging
import os
import socket
from collections.abc import Callable
from importlib.metadata import version
from time import monotonic
from typing import Any, Literal

import msgspec

from bots.execution import Load
from server.bus.bus import Bus
from server.bus.opening import open_bus
from server.config import Config
from server.errors import ConfigError, StoreError
from server.store.database import Database

log = logging.getLogger("tengen.cluster")

WHO = "cluster.who"
WAIT_S = 1.0
"""Time for answers."""


class ClusterMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """A process of the installation. Of what it does not know or have it says nothing (None)."""

    kind: Literal["server", "worker"]
    name: str
    host: str
    process: int
    version: str
    uptime_s: float
    rooms: int | None = None
    """Live rooms that it holds in memory."""
    people: int | None = None
    """Connected players."""
    waiting: int | None = None
    """Moves and other work that wait."""
    busy: int | None = None
    """Moves and other work that are being done."""
    moves: int | None = None
    """Moves chosen by bots since its start."""
    cores: int | None = None
    serves: tuple[str, ...] = ()
    """Subjects of the work that a worker takes."""
    database_ms: float | None = None
    """Time of a query to the database and back."""


def describe_process(
    kind: Literal["server", "worker"], bus: Bus, uptime_s: float, load: Load, **more: Any
) -> ClusterMember:
    """Describe this process; ``more`` are the fields that only its kind knows."""
    return ClusterMember(
        *(kind, bus.name, socket.gethostname(), os.getpid(), version("tengen"), uptime_s),
        waiting=load.waiting_live + load.waiting_background,
        busy=load.busy_threads + load.busy_processes + load.busy_background,
        **more,
    )


async def answer_who(bus: Bus, describe: Callable[[], ClusterMember], store: Database | None) -> None:
    """Answer from now on, when somebody asks who is there, with what ``describe`` returns and how far the store is."""
    answering: set[asyncio.Task[None]] = set()

    async def answer(asker: str) -> None:
        try:
            member = describe()
            if store is not None:
                member = await _with_lag(member, store)
        except Exception:
            log.exception("this process cannot be described")
            return
        bus.publish(_here(asker), msgspec.msgpack.encode(member))

    def hear(_: str, payload: bytes) -> None:
        asker = payload.decode("ascii", "replace")
        if asker.isalnum():
            task = asyncio.get_running_loop().create_task(answer(asker))
            answering.add(task)
            task.add_done_callback(answering.discard)

    await bus.subscribe(WHO, hear)


async def _with_lag(member: ClusterMember, store: Database) -> ClusterMember:
    """Return a member with the time of a query to the database, if that answers."""
    began = monotonic()
    try:
        await store.fetch("SELECT 1 AS one")
    except StoreError:
        return member
    return msgspec.structs.replace(member, database_ms=round((monotonic() - began) * 1000, 2))


async def list_members(bus: Bus, wait_s: float = WAIT_S) -> list[ClusterMember]:
    """Return who answers within ``wait_s``: servers, then workers, by host."""
    found: dict[str, ClusterMember] = {}

    def hear(_: str, payload: bytes) -> None:
        try:
            member = msgspec.msgpack.decode(payload, type=ClusterMember)
        except msgspec.MsgspecError as error:
            log.warning("an answer cannot be read: %s", error)
            return
        found[member.name] = member

    await bus.subscribe(_here(bus.name), hear)
    bus.publish(WHO, bus.name.encode())
    await asyncio.sleep(wait_s)
    return sorted(found.values(), key=lambda each: (each.kind, each.host, each.name))


def _here(asker: str) -> str:
    return f"cluster.here.{asker}"


# --- the command ------------------------------------------------------------------------------------------------------


def add_command(commands: "argparse._SubParsersAction[Any]") -> argparse.ArgumentParser:
    """Add the command ``cluster``; return its parser, which takes the setting of the bus as well."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "cluster",
        help="list the servers and workers of an installation",
        description="List the servers and workers that answer on the bus: since when they run, their rooms and people, "
        "what waits, and how far the database is.",
        allow_abbrev=False,
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser


def run(options: argparse.Namespace, config: Config) -> int:
    """Print who is there. Return 1 if nobody answers. Raises ConfigError without a bus."""
    if not config.bus:
        raise ConfigError("bus: say where it is, as in --bus nats://127.0.0.1:4222")
    members = asyncio.run(_ask(config))
    if members is None:
        print(f"the bus {config.bus} does not answer")
        return 1
    print(msgspec.json.encode(members).decode() if options.json else format_members(members))
    return 0 if members else 1


async def _ask(config: Config) -> list[ClusterMember] | None:
    bus = await open_bus(config.bus)
    try:
        return await list_members(bus) if bus.connected else None
    finally:
        await bus.close()


COLUMNS = (
    "kind",
    "name",
    "host",
    "version",
    "up",
    "rooms",
    "people",
    "waiting",
    "busy",
    "moves",
    "cores",
    "db ms",
    "takes",
)


def format_members(members: list[ClusterMember]) -> str:
    """Return a table of processes."""
    rows = [COLUMNS, *(_row(each) for each in members)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) if members else "nobody answers"


def _row(member: ClusterMember) -> tuple[str, ...]:
    numbers = (member.rooms, member.people, member.waiting, member.busy, member.moves, member.cores)
    lag = "" if member.database_ms is None else f"{member.database_ms:.1f}"
    return (
        *(member.kind, member.name, member.host, member.version, format_span(member.uptime_s)),
        *("" if number is None else str(number) for number in numbers),
        *(lag, shorten(member.serves)),
    )


def format_span(seconds: float) -> str:
    """Return a span of time in its two largest units: "3d 4h", "5m 20s"."""
    whole = int(seconds)
    units = ((86400, "d"), (3600, "h"), (60, "m"), (1, "s"))
    parts = []
    for size, letter in units:
        count, whole = divmod(whole, size)
        parts.append((count, letter))
    first = next((n for n, (count, _) in enumerate(parts) if count), len(parts) - 1)
    return " ".join(f"{count}{letter}" for count, letter in parts[first : first + 2])


def shorten(serves: tuple[str, ...]) -> str:
    """Return subjects in short: ranges of levels, then the rest by name."""
    levels = sorted(int(each[4:]) for each in serves if each.startswith("bot.") and each[4:].isdecimal())
    ranges: list[list[int]] = []
    for level in levels:
        if ranges and ranges[-1][1] == level - 1:
            ranges[-1][1] = level
        else:
            ranges.append([level, level])
    texts = [str(low) if low == high else f"{low}-{high}" for low, high in ranges]
    return ", ".join([*texts, *(each.partition(".")[2] for each in serves if not each[4:].isdecimal())])
