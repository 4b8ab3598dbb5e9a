"""Cost of the explorer: bytes a game, a look-up, counting one finished game, and recounting all of them.

``python -m tests.benchmarks.explorer [--games N] [--json]``

Games are drawn: openings that many share, then moves near the others, some 30 plies; half of them turned or mirrored.
"""

import argparse
import asyncio
import json
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from gomoku.symmetry import COUNT, maps
from server.protocol.events import Created, Ended, Moved, Seated
from server.protocol.values import ColorName, NoClockSpec, Who
from server.store.games import explorer_index
from server.store.games.explorer_lookup import Frame, PositionQuery, explore
from server.store.store import Store
from server.store.writes import Append, NewGame

SIZE: Final = 15
RULES: Final = "freestyle"
AT_ONCE = 50
"""Games of one commit, and of one transaction of a rebuilding that nobody waits beside."""
SINGLE = 200
LOOKED_UP = 1_000


def drawn(chance: random.Random) -> list[int]:
    """The moves of a game: the first six as popular as they are likely, the others near what stands."""
    moves = [SIZE * SIZE // 2]
    length = chance.randint(16, 44)
    while len(moves) < length:
        near = chance.choice(moves)
        x, y = near % SIZE, near // SIZE
        spread = 1 if len(moves) < 6 else 2
        x, y = x + chance.randint(-spread, spread), y + chance.randint(-spread, spread)
        if 0 <= x < SIZE and 0 <= y < SIZE and y * SIZE + x not in moves:
            moves.append(y * SIZE + x)
    image = maps(SIZE)[chance.choice([0, chance.randrange(COUNT)])]
    return [image[point] for point in moves]


async def put(store: Store, games: Sequence[Sequence[int]], chance: random.Random) -> None:
    """Keep finished games, as rooms keep them."""
    for first in range(0, len(games), AT_ONCE):
        writes: list[NewGame | Append] = []
        for moves in games[first : first + AT_ONCE]:
            serial, who = store.new_serial(), Who("ada", "Ada")
            made = Created(1, 1, RULES, SIZE, NoClockSpec(), "public", False, "black", who)
            winner: ColorName | None = chance.choice(["black", "white", None])
            writes += [
                NewGame(serial, f"bench{serial:09}", "ada", None, made),
                Append(serial, Seated(v=2, at=1, seat=1, who=Who("bob", "Bob"), black=0), None, 0),
                *(
                    Append(serial, Moved(3 + ply, 1, ply % 2, ply, at, 0, 0, 0, (None, None)), None, ply + 1)
                    for ply, at in enumerate(moves)
                ),
                Append(serial, Ended(3 + len(moves), serial, winner, "resigned", (None, None)), None, len(moves)),
            ]
        await store.commit(*writes)


async def count(store: Store, games: int) -> float:
    """Seconds until all that waits is counted, so many games in a transaction."""
    began = perf_counter()
    while await explorer_index.work(store, games, rows=20_000):
        pass
    return perf_counter() - began


async def measure(path: Path, games: int) -> dict[str, float | int]:
    """The figures."""
    chance = random.Random(7)
    drawn_games = [drawn(chance) for _ in range(games)]
    plies = sum(map(len, drawn_games))
    began = process_time()
    for moves in drawn_games[:2_000]:
        list(explorer_index.walk_steps(moves, SIZE))
    of_keys = (process_time() - began) / sum(len(moves) + 1 for moves in drawn_games[:2_000])
    store = await Store.open(path)
    try:
        await put(store, drawn_games, chance)
        before = await bytes_of(store)
        began = process_time()
        seconds = await count(store, AT_ONCE)
        counted = process_time() - began
        grown = await bytes_of(store) - before
        ((edges,),) = await store.fetch("SELECT count(*) FROM edges")
        singles = []
        await put(store, [drawn(chance) for _ in range(SINGLE)], chance)
        began = process_time()
        for _ in range(SINGLE):
            start = perf_counter()
            await explorer_index.work(store, 1)
            singles.append((perf_counter() - start) * 1000)
        single = process_time() - began
        asked = [moves[: chance.randint(0, 12)] for moves in chance.choices(drawn_games, k=LOOKED_UP)]
        whole, whole_cpu = await answers(store, [PositionQuery(RULES, SIZE, moves) for moves in asked])
        filtered, filtered_cpu = await answers(
            store, [PositionQuery(RULES, SIZE, moves, since=1) for moves in asked[:100]]
        )
        began = perf_counter()
        await explorer_index.rebuild(store)
        await count(store, AT_ONCE)
        rebuilt = perf_counter() - began
    finally:
        await store.close()
    return {
        "games": games,
        "positions": plies + games,
        "edges": edges,
        "bytes_a_game": round(grown / games),
        "bytes_a_position": round(grown / (plies + games), 1),
        "key_us_a_ply": round(of_keys * 1e6, 2),
        "count_all_games_per_s": round(games / seconds),
        "rebuild_games_per_s": round((games + SINGLE) / rebuilt),
        "count_cpu_ms_a_game": round(counted / games * 1000, 2),
        "count_one_cpu_ms": round(single / SINGLE * 1000, 2),
        "answer_cpu_ms": whole_cpu,
        "filtered_answer_cpu_ms": filtered_cpu,
        **percentiles("count_one_ms", singles),
        **percentiles("look_up_us", looked_up(path, asked)),
        **percentiles("answer_ms", whole),
        **percentiles("filtered_answer_ms", filtered),
    }


async def answers(store: Store, asked: Sequence[PositionQuery]) -> tuple[list[float], float]:
    """Milliseconds of each answer, and of processor time for one."""
    began, took = process_time(), []
    for each in asked:
        start = perf_counter()
        await explore(store, each)
        took.append((perf_counter() - start) * 1000)
    return took, round((process_time() - began) / len(asked) * 1000, 2)


async def bytes_of(store: Store) -> int:
    """Return the bytes of the pages in use."""
    ((pages,),) = await store.fetch("PRAGMA page_count")
    ((free,),) = await store.fetch("PRAGMA freelist_count")
    ((size,),) = await store.fetch("PRAGMA page_size")
    return int((pages - free) * size)


def looked_up(path: Path, asked: Sequence[Sequence[int]]) -> list[float]:
    """Microseconds for the edges of each position, by its key: what the database alone takes."""
    connection = sqlite3.connect(path)
    (book,) = connection.execute("SELECT id FROM books WHERE who = 'people'").fetchone()
    took = []
    for moves in asked:
        key = Frame(SIZE, moves).key
        began = perf_counter()
        connection.execute("SELECT * FROM edges WHERE book = ? AND key = ?", (book, key)).fetchall()
        took.append((perf_counter() - began) * 1e6)
    connection.close()
    return took


def percentiles(name: str, took: list[float]) -> dict[str, float]:
    """The median and the 99th."""
    took.sort()
    return {f"{name}_p{p}": round(took[len(took) * p // 100], 2) for p in (50, 99)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What the explorer costs.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder) / "t.db", options.games))
    for name, value in figures.items():
        print(f"{name}: {value:.2f}" if isinstance(value, float) else f"{name}: {value}")
    if options.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
