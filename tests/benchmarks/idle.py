"""Cost of the heartbeat to a server with idle connections: ``python -m tests.benchmarks.idle [--json]``.

Two servers, one after the other, with the same crowd: one as it is, one that never says `Beat`. CPU is that of the
server's process, user and system, in milliseconds a second while nobody does anything; the library's pings go on in
both. Each is measured several times; the median counts, and ``heartbeat_cpu_ms_per_s`` is the difference.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from tests.benchmarks.relay import OPEN_DOORS, cpu_s
from tests.kit.crowd import Crowds, most_files
from tests.kit.process import ServerProcess

ARRIVAL_S = 300
SETTLE_S = 6.0


async def _idle(folder: Path, options: argparse.Namespace, program: str) -> float:
    """CPU of the server in milliseconds a second."""
    server = ServerProcess(folder / f"{program}.db", **OPEN_DOORS)
    server.program = program
    server.start()
    try:
        async with Crowds(server.port, options.connections) as crowds:
            if await crowds.until(options.connections, ARRIVAL_S) is None:
                raise SystemExit(f"only {crowds.online} of {options.connections} came in {ARRIVAL_S} s")
            await asyncio.sleep(SETTLE_S)
            taken = []
            for _ in range(options.rounds):
                began, cpu = perf_counter(), cpu_s(server.pid)
                await asyncio.sleep(options.seconds)
                taken.append(1000 * (cpu_s(server.pid) - cpu) / (perf_counter() - began))
            return median(taken)
    finally:
        server.kill()


async def compare(options: argparse.Namespace) -> dict[str, Any]:
    """With the heartbeat and without."""
    options.connections = min(options.connections, most_files() - 500)
    with tempfile.TemporaryDirectory() as name:
        beating = await _idle(Path(name), options, "server")
        silent = await _idle(Path(name), options, "tests.benchmarks.silent")
    return {
        "connections": options.connections,
        "cpu_ms_per_s": round(beating, 1),
        "cpu_ms_per_s_without": round(silent, 1),
        "heartbeat_cpu_ms_per_s": round(beating - silent, 1),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.idle", description="The cost of the heartbeat.")
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10.0, help="of one measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    options = parser.parse_args()
    found = asyncio.run(compare(options))
    for label, value in found.items():
        print(f"{label:24}{value:>10}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
