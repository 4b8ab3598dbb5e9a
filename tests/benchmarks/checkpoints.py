"""How long the store's log may be between two checkpoints: ``python -m tests.benchmarks.checkpoints [--json]``.

The same paced moves of many games into two stores, in turns: a row for each length, with the medians of the rounds of
what half of the moves and 99 of 100 waited to be kept, in ms, and the CPU of this process a move, in microseconds.
Every checkpoint makes one commit wait for the copy, the longer the log the longer, but the less often.
"""

import argparse
import asyncio
import json
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from server.protocol.events import Created, Moved, Seated
from server.protocol.values import NoClockSpec, Who
from server.store.file import connection
from server.store.store import Store
from server.store.writes import Append, NewGame
from tests.benchmarks.relay import own_cpu_s, percentile

PAGES = (connection.CHECKPOINT_PAGES, 8 * connection.CHECKPOINT_PAGES)
GAMES = 100


class Games:
    """Games of one store, which move in turns."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: list[list[int]] = []

    async def begin(self) -> None:
        """New boards."""
        who, other = Who("ada", "Ada"), Who("bob", "Bob")
        self._games = [[self._store.new_serial(), 0] for _ in range(GAMES)]
        for serial, _ in self._games:
            made = Created(1, 1, "freestyle", 20, NoClockSpec(), "public", False, "black", who)
            seated = Seated(v=2, at=1, seat=1, who=other, black=0)
            await self._store.commit(
                NewGame(serial, f"bench{serial:09}", None, None, made), Append(serial, seated, None, 0)
            )

    async def play(self, rate: float, seconds: float) -> tuple[list[float], float]:
        """So many moves a second; what each waited in ms, and the CPU seconds of all."""
        took: list[float] = []
        began, used, sent = perf_counter(), own_cpu_s(), 0
        async with asyncio.TaskGroup() as moves:
            while (now := perf_counter() - began) < seconds:
                while sent < now * rate:
                    game = self._games[sent % GAMES]
                    moves.create_task(self._move(game[0], game[1], took))
                    game[1] += 1
                    sent += 1
                await asyncio.sleep(0.001)
        return took, own_cpu_s() - used

    async def _move(self, serial: int, ply: int, took: list[float]) -> None:
        began = perf_counter()
        moved = Moved(3 + ply, 1, ply % 2, ply, ply % 400, 0, 0, 0, (None, None))
        await self._store.commit(Append(serial, moved, f"{ply % 2}.m{ply}", ply + 1))
        took.append((perf_counter() - began) * 1000)


async def _opened(path: Path, pages: int) -> Store:
    store = await Store.open(path)
    store._writing.execute(f"PRAGMA wal_autocheckpoint = {pages}")
    return store


async def measure(folder: Path, rate: float, seconds: float, rounds: int) -> list[dict[str, float]]:
    """A row for each length."""
    stores = [await _opened(folder / f"{pages}.db", pages) for pages in PAGES]
    parts: list[list[tuple[float, float, float]]] = [[] for _ in PAGES]
    try:
        for _ in range(rounds):
            for store, found in zip(stores, parts, strict=True):
                games = Games(store)
                await games.begin()
                took, cpu = await games.play(rate, seconds)
                found.append((percentile(took, 50), percentile(took, 99), cpu / len(took) * 1e6))
    finally:
        for store in stores:
            await store.close()
    names = ("p50_ms", "p99_ms", "cpu_us")
    return [
        {"pages": pages} | {name: round(median(part[n] for part in found), 2) for n, name in enumerate(names)}
        for pages, found in zip(PAGES, parts, strict=True)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.checkpoints", description="Lengths of the log.")
    parser.add_argument("--rate", type=float, default=500, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="on the disk that is meant")
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    options = parser.parse_args()
    with TemporaryDirectory(dir=options.folder) as folder:
        rows = asyncio.run(measure(Path(folder), options.rate, options.seconds, options.rounds))
    for row in rows:
        times = f"p50 {row['p50_ms']:6.2f} ms  p99 {row['p99_ms']:7.2f} ms"
        print(f"{row['pages']:>6,.0f} pages  {times}  {row['cpu_us']:5.0f} us")
    if options.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
