"""Cost to a move of removing forgotten guests: paced writes to one store, without a sweep and during one.

``python -m tests.benchmarks.guests [--guests N] [--seconds S] [--json]``
"""

import argparse
import asyncio
import json
import secrets
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from server.accounts.cleaning import FORGOTTEN_MS, Cleaning
from server.protocol.events import Created, Moved, Seated
from server.protocol.values import NoClockSpec, Who
from server.store.store import Store
from server.store.writes import Append, NewGame

PACE_S = 0.02
"""Between two moves: fifty a second."""


async def fill(store: Store, guests: int) -> None:
    """Guests whose last visits are long ago, each with one token."""
    for start in range(0, guests, 50_000):
        ids = [(n, secrets.token_hex(6)) for n in range(start, min(guests, start + 50_000))]
        people = [(id, f"Guest {n}", f"guest {n}", n, n) for n, id in ids]
        tokens = [(secrets.token_bytes(32), id, n) for n, id in ids]
        store._writing.execute("BEGIN")
        store._writing.executemany(
            "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, ?, ?)", people
        )
        store._writing.executemany("INSERT INTO tokens (hash, player, created_at) VALUES (?, ?, ?)", tokens)
        store._writing.execute("COMMIT")


async def paced(store: Store, seconds: float) -> list[float]:
    """Milliseconds that each move took to be kept."""
    serial, who = store.new_serial(), Who("ada", "Ada")
    made = Created(1, 1, "freestyle", 20, NoClockSpec(), "public", False, "black", who)
    await store.commit(
        NewGame(serial, f"bench{serial:09}", "ada", None, made),
        Append(serial, Seated(v=2, at=1, seat=1, who=Who("bob", "Bob"), black=0), None, 0),
    )
    took = []
    for ply in range(int(seconds / PACE_S)):
        began = perf_counter()
        moved = Moved(3 + ply, 1, ply % 2, ply, ply % 400, 0, 0, 0, (None, None))
        await store.commit(Append(serial, moved, None, ply + 1))
        took.append((perf_counter() - began) * 1000)
        await asyncio.sleep(PACE_S)
    return sorted(took)


async def measure(folder: Path, guests: int, seconds: float) -> dict[str, float | int]:
    """Figures of both, in milliseconds, taken in turns so that both see the same machine."""
    store = await Store.open(folder / "t.db")
    try:
        await fill(store, guests)
        without: list[float] = []
        during: list[float] = []
        left = "SELECT count(*) FROM players"
        before = (await store.fetch(left))[0][0]
        cleaning = Cleaning(store, list, lambda: guests + FORGOTTEN_MS + 1)
        for _ in range(3):
            without += await paced(store, seconds / 3)
            sweep = asyncio.create_task(cleaning.sweep())
            during += await paced(store, seconds / 3)
            sweep.cancel()
            await asyncio.gather(sweep, return_exceptions=True)
        removed = before - (await store.fetch(left))[0][0]
    finally:
        await store.close()
    figures: dict[str, float | int] = {"guests": guests, "removed": removed}
    for name, took in (("without", sorted(without)), ("during", sorted(during))):
        figures |= {f"{name}_p{p}_ms": round(took[len(took) * p // 100], 2) for p in (50, 99)}
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What removing forgotten guests costs a move.")
    parser.add_argument("--guests", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), options.guests, options.seconds))
    print(json.dumps(figures) if options.json else "\n".join(f"{name}: {value}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
