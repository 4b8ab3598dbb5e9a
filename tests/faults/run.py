"""Runs faults under live games, and checks afterwards that nobody was harmed.

Held after every run: what was acknowledged is stored, versions have no holes, each page saw the stored events in their
order, and a game has one end. Measured: the longest wait for an acknowledgement, and how long the people of a killed
server needed to be back.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import asyncpg

from tests.faults.people import Person, Seen, play
from tests.kit.line import Line
from tests.kit.process import ServerProcess
from tests.kit.servers import Servers, run_servers

PLIES = 40
PAUSE_S = 0.05
CALM_S = (0.3, 1.5)
"""Time between two faults."""
OUTAGE_S = (0.3, 2.5)


@dataclass
class Found:
    """Results of a run: harms in words, and figures by name."""

    harms: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)


class Site:
    """The servers with their lines to database and bus, and the faults that can happen to them."""

    def __init__(self, servers: Servers, lines: list[tuple[Line, Line]], random: Random) -> None:
        self.servers = servers
        self._lines = lines
        self._random = random
        self.faults: dict[str, Callable[[], Awaitable[None]]] = {
            "server killed": self._kill_server,
            "server stopped": self._stop_server,
            "server restarted": self._restart_server,
            "bus killed": self._kill_bus,
            "bus stopped": self._stop_bus,
            "database killed": self._kill_database,
            "server cut off from the bus": self._cut_bus,
            "server cut off from the database": self._cut_database,
        }
        self.outage_s = 0.0
        """Seconds for which the last fault took the database away from anybody."""

    def addresses(self) -> list[str]:
        """Return the addresses of the servers."""
        return [each.ws for each in self.servers.all]

    async def outage(self) -> None:
        """Wait for the length of a fault."""
        await asyncio.sleep(self._random.uniform(*OUTAGE_S))

    def _pick(self) -> ServerProcess:
        return self._random.choice(self.servers.all)

    async def _kill_server(self) -> None:
        server = self._pick()
        await asyncio.to_thread(server.kill)
        await self.outage()
        await asyncio.to_thread(server.start)

    async def _restart_server(self) -> None:
        server = self._pick()
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    async def _stop_server(self) -> None:
        pid = self._pick().pid
        os.kill(pid, signal.SIGSTOP)
        await self.outage()
        os.kill(pid, signal.SIGCONT)

    async def _kill_bus(self) -> None:
        self.servers.nats.kill()
        await self.outage()
        await asyncio.to_thread(self.servers.nats.start)

    async def _stop_bus(self) -> None:
        self.servers.nats.pause()
        await self.outage()
        self.servers.nats.resume()

    async def _kill_database(self) -> None:
        began = monotonic()
        await asyncio.to_thread(self.servers.postgres.stop)
        await asyncio.sleep(self._random.uniform(0, 1))
        await asyncio.to_thread(self.servers.postgres.start)
        self.outage_s = monotonic() - began

    async def _cut_bus(self) -> None:
        _, bus = self._random.choice(self._lines)
        bus.cut()
        await self.outage()
        bus.mend()

    async def _cut_database(self) -> None:
        database, _ = self._random.choice(self._lines)
        began = monotonic()
        database.cut()
        await self.outage()
        database.mend()
        self.outage_s = monotonic() - began


def run(folder: Path, faults: int, seed: int, count: int, rooms: int) -> Found:
    """Play in ``rooms`` on ``count`` servers while ``faults`` happen one after the other."""
    with run_servers(folder, 0) as servers:
        return asyncio.run(_run(servers, faults, seed, count, rooms))


async def _run(servers: Servers, faults: int, seed: int, count: int, rooms: int) -> Found:
    random, seen, found = Random(seed), Seen(), Found()
    async with AsyncExitStack() as stack:
        lines: list[tuple[Line, Line]] = []
        for _ in range(count):
            path = str(servers.postgres.folder / ".s.PGSQL.5432")
            database, bus = await Line(path).open(), await Line(servers.nats.port).open()
            for line in (database, bus):
                stack.push_async_callback(line.close)
            lines.append((database, bus))
            name = servers.database.partition("@/")[2].partition("?")[0]
            options = {"database": f"postgresql://postgres@127.0.0.1:{database.port}/{name}"}
            await asyncio.to_thread(
                lambda options=options, bus=bus: servers.add(  # type: ignore[misc]
                    **options,
                    bus=f"nats://127.0.0.1:{bus.port}",
                    messages_per_s=100_000,
                    message_burst=100_000,
                    address_messages_per_s=1_000_000,
                    connections_per_address=10_000,
                )
            )
        site = Site(servers, lines, random)
        people = [
            (Person(site.addresses, 2 * number, seen), Person(site.addresses, 2 * number + 1, seen))
            for number in range(rooms)
        ]
        stop = asyncio.Event()
        games = [asyncio.create_task(play(*pair, PAUSE_S, PLIES, stop)) for pair in people]
        happened: Counter[str] = Counter()
        longest: dict[str, float] = {}
        for _ in range(faults):
            await asyncio.sleep(random.uniform(*CALM_S))
            name = random.choice(list(site.faults))
            for person in (each for pair in people for each in pair):
                person.waits.clear()
            site.outage_s = 0.0
            await site.faults[name]()
            happened[name] += 1
            await asyncio.sleep(1.0)
            waited = max((wait for pair in people for person in pair for wait in person.waits), default=0.0)
            longest[name] = max(longest.get(name, 0.0), waited - site.outage_s)
        stop.set()
        done, pending = await asyncio.wait(games, timeout=30)
        moves = sum(each.result() for each in done)
        for game, pair in zip(games, people, strict=True):
            if game in pending:
                game.cancel()
                shown = [(person.room, person.v, person.ended) for person in pair]
                found.harms.append(f"a game does not go on: its pages show room, version and end as {shown}")
        stored = await read_stored(servers.database)
        for pair in people:
            for person in pair:
                await person.leave()
        complaints = [line for server in servers.all for line in server.complaints()]
    found.harms += seen.faults
    found.harms += compare(seen, stored)
    found.harms += [line for line in complaints if " ERROR " in line or "Traceback" in line][:20]
    returns = [each for pair in people for person in pair for each in person.returns]
    found.figures = {
        "seed": seed,
        "faults": dict(happened),
        "moves": moves,
        "acknowledged": sum(map(len, seen.acknowledged.values())),
        "stored": sum(map(len, stored.values())),
        "longest_wait_s": {name: round(each, 2) for name, each in longest.items()},
        "longest_return_s": round(max(returns, default=0.0), 2),
        "returns": len(returns),
    }
    return found


async def read_stored(address: str) -> dict[str, list[Any]]:
    """Return the stored events of each room in order."""
    connection = await asyncpg.connect(address)
    try:
        rows = await connection.fetch(
            "SELECT id, v, kind, point, seat FROM actions JOIN games ON games.serial = game ORDER BY game, v"
        )
    finally:
        await connection.close()
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row["id"], []).append(row)
    return found


def compare(seen: Seen, stored: dict[str, list[Any]]) -> list[str]:
    """Return in words what was acknowledged or shown and is not stored so, and what is wrong in the store."""
    harms = []
    for room, rows in stored.items():
        if [row["v"] for row in rows] != list(range(1, len(rows) + 1)):
            harms.append(f"room {room}: versions with holes")
        ends = sum(row["kind"] == "ended" for row in rows)
        if ends > 1:
            harms.append(f"room {room}: {ends} ends")
    for room, versions in seen.acknowledged.items():
        missing = versions - {row["v"] for row in stored.get(room, ())}
        if missing:
            harms.append(f"room {room}: acknowledged and not stored: {sorted(missing)}")
    for room, events in seen.events.items():
        kinds = {row["v"]: (row["kind"], row["point"]) for row in stored.get(room, ())}
        for v, event in events.items():
            if kinds.get(v) != (event["k"], event["point"]):
                harms.append(f"room {room}: version {v} was shown as {event}, and is {kinds.get(v)}")
    return harms
