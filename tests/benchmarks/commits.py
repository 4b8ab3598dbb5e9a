"""Time of a commit of moves, in the file and in PostgreSQL: ``python -m tests.benchmarks.commits [--json]``.

Batches of 1, 5, 20 and 100 moves of as many games, made at the same moment, as rooms do. Both lie in the
same folder, and both sync: what is measured is durable.
"""

import argparse
import asyncio
import json
import shutil
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from server.protocol.values import Who
from server.store.writes import Append
from tests.kit.postgres import run_cluster
from tests.kit.stores import OpenStore, open_at
from tests.server.store.examples import moved, new_room

SIZES = (1, 5, 20, 100)
ROUNDS = 200


async def measure(address: str, rounds: int) -> dict[str, dict[str, float]]:
    """Return p50 and p99 of a batch in ms, and p50 of a move in us, by the batch's size."""
    store = await open_at(address)
    try:
        serials = [await new_room(store, f"room{n:08}", Who(level=1)) for n in range(max(SIZES))]
        versions = dict.fromkeys(serials, 1)
        found = {}
        for size in SIZES:
            times = sorted([await _time(store, serials[:size], versions) for _ in range(rounds)][rounds // 10 :])
            p50 = median(times)
            found[str(size)] = {
                "p50_ms": round(p50 * 1e3, 3),
                "p99_ms": round(times[len(times) * 99 // 100] * 1e3, 3),
                "us_a_move": round(p50 * 1e6 / size, 1),
            }
        return found
    finally:
        await store.close()


async def _time(store: OpenStore, serials: list[int], versions: dict[int, int]) -> float:
    writes = []
    for serial in serials:
        versions[serial] += 1
        writes.append(Append(serial, moved(versions[serial], versions[serial] % 200), None, 0))
    began = perf_counter()
    await asyncio.gather(*(store.commit(write) for write in writes))
    return perf_counter() - began


def run(rounds: int, folder: Path) -> dict[str, dict[str, dict[str, float]]]:
    """Measure both, one after the other."""
    durable = {"fsync": "on", "full_page_writes": "on"}
    with run_cluster(folder, **durable) as cluster:
        file = Path(tempfile.mkdtemp(dir=folder))
        try:
            return {
                "file": asyncio.run(measure(str(file / "tengen.db"), rounds)),
                "postgres": asyncio.run(measure(cluster.make(), rounds)),
            }
        finally:
            shutil.rmtree(file)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="on which disk")
    args = parser.parse_args()
    found = run(args.rounds, args.folder)
    if args.json:
        print(json.dumps(found, indent=1))
        return
    for name, sizes in found.items():
        for size, times in sizes.items():
            of_batch = f"{times['p50_ms']:8.3f} ms (p99 {times['p99_ms']:.3f})"
            print(f"{name:9}{size:>4} moves {of_batch} {times['us_a_move']:8.1f} us a move")


if __name__ == "__main__":
    main()
