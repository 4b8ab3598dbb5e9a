"""Cost of waiting games by correspondence: ``python -m tests.benchmarks.correspondence [--json]``.

Two servers side by side, one on an empty file and one with so many games in which nobody moves. CPU is that of the
server's process, user and system, in milliseconds a minute; nobody is connected.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from time import perf_counter, time
from typing import Any

from gomoku.working_time import DAY_MS
from server.protocol.events import Created, Moved, Seated
from server.protocol.values import CorrespondenceSpec, Who
from server.store.store import Store
from server.store.writes import Append, FlagAt, NewGame
from tests.benchmarks.relay import OPEN_DOORS, cpu_s
from tests.kit.process import ServerProcess

CLOCK = CorrespondenceSpec(move_ms=3 * DAY_MS)
PEOPLE = 500
PLIES = 10
LEFT = (3 * DAY_MS, 3 * DAY_MS)


async def fill(path: Path, games: int) -> None:
    """A file of games with some moves each, that wait for one of some hundred people."""
    store, now = await Store.open(path), int(time() * 1000)
    try:
        for first in range(0, games, 200):
            writes: list[NewGame | Append | FlagAt] = []
            for number in range(first, min(games, first + 200)):
                serial = store.new_serial()
                who = [Who(f"player{(number * 7 + seat) % PEOPLE:06}") for seat in (0, 1)]
                made = Created(1, now, "freestyle", 15, CLOCK, "public", False, "black", who[0])
                writes.append(NewGame(serial, f"slow{number:08}", None, None, made))
                writes.append(Append(serial, Seated(v=2, at=now, seat=1, who=who[1], black=0), None, 0))
                for ply in range(PLIES):
                    moved = Moved(3 + ply, now, ply % 2, ply, ply * 7, 0, 0, 0, LEFT)
                    writes.append(Append(serial, moved, None, ply + 1))
                writes.append(FlagAt(serial, now + 3 * DAY_MS, who[0].id))
            await store.commit(*writes)
    finally:
        await store.close()


def memory_mib(pid: int) -> float:
    """Resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * 4096 / 2**20


async def compare(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of both."""
    found: dict[str, Any] = {"games": options.games}
    with tempfile.TemporaryDirectory() as name:
        servers = {kind: ServerProcess(Path(name) / f"{kind}.db", **OPEN_DOORS) for kind in ("empty", "waiting")}
        await fill(Path(name) / "waiting.db", options.games)
        try:
            for kind, server in servers.items():
                began = perf_counter()
                server.start()
                found[f"start_s_{kind}"] = round(perf_counter() - began, 2)
            await asyncio.sleep(options.settle)
            before = {kind: cpu_s(server.pid) for kind, server in servers.items()}
            began = perf_counter()
            await asyncio.sleep(options.seconds)
            minutes = (perf_counter() - began) / 60
            for kind, server in servers.items():
                found[f"cpu_ms_a_minute_{kind}"] = round(1000 * (cpu_s(server.pid) - before[kind]) / minutes, 2)
                found[f"memory_mib_{kind}"] = round(memory_mib(server.pid), 2)
        finally:
            for server in servers.values():
                server.kill()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.correspondence", description="The cost of games that wait."
    )
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=120.0, help="of the measurement")
    parser.add_argument("--settle", type=float, default=60.0, help="seconds before it, for what follows a start")
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    options = parser.parse_args()
    found = asyncio.run(compare(options))
    for label, value in found.items():
        print(f"{label:28}{value:>12.2f}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
