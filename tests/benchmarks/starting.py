"""Moves while a server is fresh, and afterwards: ``python -m tests.benchmarks.starting [--json]``.

A new database has puzzles to import, and a new process compiled kernels to load. Rooms play at a steady pace from the
moment the port opens: for so many seconds, and for as long again once a minute has passed. CPU is that of the server's
process, a move in microseconds; its children do not count.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from time import perf_counter

from tests.benchmarks.pairs import seat_tengen
from tests.benchmarks.relay import OPEN_DOORS, measured, paced, percentile
from tests.kit.process import ServerProcess


async def measure(folder: Path, options: argparse.Namespace) -> dict[str, float]:
    """One fresh server, and the same server later."""
    server = ServerProcess(folder / "tengen.db", **OPEN_DOORS)
    server.environment["TENGEN_PUZZLES"] = "on"
    server.start()
    opened = perf_counter()
    try:
        pairs = [await seat_tengen(server.port) for _ in range(options.rooms)]
        seated_s = perf_counter() - opened
        fresh = await measured(server.pid, pairs, lambda: paced(pairs, options.rate, options.seconds))
        await asyncio.sleep(max(0.0, opened + options.settle - perf_counter()))
        later = await measured(server.pid, pairs, lambda: paced(pairs, options.rate, options.seconds))
        for pair in pairs:
            pair.close()
    finally:
        server.stop()
    return {
        "seated_s": seated_s,
        "cpu_us_fresh": fresh.cpu_us,
        "cpu_us_later": later.cpu_us,
        "p99_ms_fresh": percentile(fresh.latencies, 99),
        "p99_ms_later": percentile(later.latencies, 99),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.starting", description=__doc__)
    parser.add_argument("--rooms", type=int, default=120)
    parser.add_argument("--rate", type=float, default=500, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--settle", type=float, default=60, help="seconds after which the server is no longer fresh")
    parser.add_argument("--folder", type=Path, help="on the disk that is meant")
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        found = asyncio.run(measure(Path(folder), options))
    for name in ("fresh", "later"):
        print(f"{name}  {found[f'cpu_us_{name}']:8.2f} us a move  p99 {found[f'p99_ms_{name}']:7.2f} ms")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
