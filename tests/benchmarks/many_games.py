"""A store of a million games: the start, every list and look-up, a backup under play, and moving the store.

``python -m tests.benchmarks.many_games [--games N] [--folder F] [--json]``

The file is made first (`tests.benchmarks.stored_games`): some 4 KiB a game. With ``--folder`` it stays there and is
used again. Every figure of a query is the slowest of many, in ms. Those of the library ask for each combination of its
filters, the common and the rare values of each, the first page and deep ones; the slowest combinations are printed. A
part of the games is moved to PostgreSQL, if that is installed, and the same is asked there.

A slow query is asked again, and the least time holds, as something else may have had the core meanwhile; the time of
the processor is printed beside it.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, gettempdir
from time import perf_counter, process_time
from typing import NamedTuple

from server.protocol.query import PlayersQuery
from server.store.games import correspondence, explorer_lookup, library
from server.store.games.explorer_lookup import PositionQuery
from server.store.people import people_lists
from server.store.records import GameFilter
from server.store.shown_rows import pack
from server.transport import people
from tests.benchmarks import rated_history, stored_games
from tests.benchmarks.explorer import SIZE
from tests.benchmarks.rated_history import DAY_MS, LEVEL, RARE_LEVEL
from tests.kit.pair import Pair
from tests.kit.postgres import find_programs, run_cluster
from tests.kit.process import ServerProcess
from tests.kit.stores import OpenStore, open_at

GAMES = 1_000_000
MOVED = 20
"""One of so many games is moved: that goes by the game."""
PLAYERS = 10
"""Games for each player."""
PAIRS = 4
SOME_PAGES = 37
"""One of so many pages is asked of PostgreSQL."""
SHOWN = 20
PLAY_S = 10.0
POSITIONS = 200
AGAIN_MS = 20.0
TIMES = 8
"""How often a slower query is asked."""
AIM_MS = 50.0
START_AIM_S = 3.0

Ask = Callable[[], Awaitable[object]]


class Timed(NamedTuple):
    """A query, how long it took, and how much of that this process computed."""

    ms: float
    cpu_ms: float
    what: str


async def time_all(asked: Sequence[tuple[str, Ask]]) -> list[Timed]:
    """Ask everything; the slowest first."""
    found = []
    for what, ask in asked:
        times = [await _time(ask)]
        while len(times) < TIMES and min(times)[0] > AGAIN_MS:
            times.append(await _time(ask))
        found.append(Timed(min(times)[0], min(cpu for _, cpu in times), what))
    return sorted(found, reverse=True)


async def _time(ask: Ask) -> tuple[float, float]:
    began, used = perf_counter(), process_time()
    await ask()
    return (perf_counter() - began) * 1000, (process_time() - used) * 1000


def list_pages(store: OpenStore, most: str, usual: str, games: int) -> list[tuple[str, Ask]]:
    """List all combinations of the library's filters, each with the first page and two deep ones."""
    end, middle = DAY_MS + games * 60_000, DAY_MS + games // 2 * 60_000
    asked: list[tuple[str, Ask]] = []

    def add(what: str, wanted: GameFilter, after: int | None) -> None:
        cursor = None if after is None else pack(DAY_MS + after * 60_000, f"g{after:011}")
        asked.append((what, lambda: library.list_games(store, wanted, cursor, 20)))

    for player, level, rules, result, period, after in product(
        (None, most, usual, "person 1", "nobody"),
        (None, LEVEL, RARE_LEVEL, 1),
        (None, "freestyle", "renju", "caro", "standard"),
        (None, "black", "white", "draw"),
        ((None, None), (end - DAY_MS, None), (middle, middle + DAY_MS), (None, middle), (None, DAY_MS)),
        (None, games // 2, games // 100),
    ):
        since, until = period
        wanted = GameFilter(player, level, rules, result, since, until, usual)  # type: ignore[arg-type]
        add(f"{player} {level} {rules} {result} {since}-{until} after {after}", wanted, after)
    return asked


def list_positions(
    store: OpenStore, lines: Sequence[Sequence[int]], most: str, usual: str, games: int
) -> dict[str, list[tuple[str, Ask]]]:
    """List look-ups of the explorer by kind, in positions of stored games."""
    middle = DAY_MS + games // 2 * 60_000

    def ask(moves: Sequence[int], **filters: object) -> tuple[str, Ask]:
        wanted = PositionQuery("freestyle", SIZE, moves, **filters)  # type: ignore[arg-type]
        return f"{len(moves)} moves, {filters}", lambda: explorer_lookup.explore(store, wanted)

    some = lines[: len(lines) // 4]
    return {
        "explorer": [
            *(ask(moves) for moves in lines),
            *(ask(moves, who=who) for moves in some for who in ("people", "bots", "files")),
            *(ask(moves, before=f"g{games // 2:011}") for moves in some),
        ],
        "explorer_filtered": [
            *(ask(moves, players=[player]) for moves in some for player in (most, usual)),
            *(ask(moves, since=middle) for moves in some),
            *(ask(moves, since=middle, until=middle + DAY_MS, players=[most]) for moves in some),
        ],
    }


async def measure_queries(address: str, games: int, nth_page: int = 1) -> tuple[dict[str, float], list[Timed]]:
    """Return the slowest of each kind, and the slowest of all; of the pages of the library only each ``nth_page``."""
    chance = Random(5)
    store = await open_at(address)
    try:
        (row,) = await store.fetch("SELECT player FROM ratings JOIN players ON id = player ORDER BY games DESC LIMIT 1")
        most = row["player"]
        (row,) = await store.fetch("SELECT player FROM ratings WHERE games BETWEEN 10 AND 30 ORDER BY player LIMIT 1")
        usual = row["player"]
        lines: list[list[int]] = [[]]
        while len(lines) < POSITIONS:
            found = await library.find_game(store, f"g{chance.randint(1, games):011}")
            if found is not None and found.game.rules == "freestyle":
                lines.append([move.point for move in found.moves][: chance.randint(1, 14)])
        kinds: dict[str, list[tuple[str, Ask]]] = {
            "library": list_pages(store, most, usual, games)[::nth_page],
            **list_positions(store, lines, most, usual, games),
            "game": [(f"game {n}", _ask_game(store, chance.randint(1, games))) for n in range(POSITIONS)],
            "scores": [("scores", lambda: library.list_scores(store, most))],
            "search": [
                ("players", lambda: people_lists.find_players(store, "person 1")),
                ("players within", lambda: people_lists.find_players(store, "erson 77")),
                ("accounts", lambda: people.search_players(store, PlayersQuery("person 1"))),
            ],
            "slow_games": [("slow games", lambda: correspondence.list_games(store, most))],
            "staff_people": [("people", lambda: people_lists.list_people(store, "all", "", None, 1, 20))],
        }
        slowest: list[Timed] = []
        figures = {}
        for kind, asked in kinds.items():
            times = await time_all(asked)
            figures[f"{kind}_ms"] = round(times[0].ms, 1)
            slowest += times[:3]
        return figures, sorted(slowest, reverse=True)
    finally:
        await store.close()


def _ask_game(store: OpenStore, number: int) -> Ask:
    return lambda: library.find_game(store, f"g{number:011}")


async def measure_backup(path: Path, play_s: float) -> dict[str, float]:
    """Return how long a server takes to start, and a move of people who play, without a backup and during one."""
    server = ServerProcess(path, messages_per_s=1_000, message_burst=1_000, log_level="warning", backup_every=0)
    target = path.with_name("backup.db")
    began = perf_counter()
    server.start()
    figures = {"start_s": round(perf_counter() - began, 2)}
    try:
        without, during = list[float](), list[float]()
        await _play(server.ws, without, asyncio.sleep(play_s))
        command = [sys.executable, "-m", "server", "backup", "--db", str(path), str(target)]

        async def back_up() -> None:
            process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
            assert await process.wait() == 0

        began = perf_counter()
        await _play(server.ws, during, back_up())
        figures["backup_s"] = round(perf_counter() - began, 1)
        figures["backup_mib"] = round(target.stat().st_size / 2**20)
        for name, took in (("without_backup", sorted(without)), ("during_backup", sorted(during))):
            figures |= {f"move_p{p}_ms_{name}": round(took[len(took) * p // 100], 2) for p in (50, 99)}
            figures[f"move_most_ms_{name}"] = round(took[-1], 2)
    finally:
        server.kill()
        target.unlink(missing_ok=True)
    return figures


async def _play(url: str, took: list[float], until: Awaitable[object]) -> None:
    """Play as some pairs do, until something is done; note what each move took until it arrived, in ms."""

    async def play() -> None:
        while True:
            async with Pair(url) as pair:
                for _ in range(100):
                    took.append(await pair.play(1) * 1000)
                    await asyncio.sleep(0.02)

    playing = [asyncio.create_task(play()) for _ in range(PAIRS)]
    try:
        await until
    finally:
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def measure_moving(folder: Path, games: int) -> dict[str, float]:
    """Move a smaller store to PostgreSQL; return the games a second, and the slowest queries there."""
    path = folder / "part.db"
    if not path.exists():
        asyncio.run(stored_games.make(path, games // PLAYERS, games))
    if find_programs() is None:
        return {}
    with run_cluster(Path(gettempdir()), shared_buffers="512MB", autovacuum="on") as cluster:
        address = cluster.make()
        began = perf_counter()
        command = [sys.executable, "-m", "server", "move-store", str(path), address]
        subprocess.run(command, check=True, capture_output=True)
        figures = {"moved_games_per_s": round(games / (perf_counter() - began))}
        cluster.run("ANALYZE", address)
        found, slowest = asyncio.run(measure_queries(address, games, SOME_PAGES))
        show(slowest)
        return figures | {f"postgres_{name}": value for name, value in found.items()}


def show(slowest: Sequence[Timed]) -> None:
    """Print the slowest queries."""
    for each in slowest[:SHOWN]:
        print(f"{each.ms:9.1f} ms, {each.cpu_ms:.1f} of the processor  {each.what}")


def measure(folder: Path, games: int, moved: int, play_s: float, every: int) -> dict[str, float]:
    """Make the store and measure everything."""
    path = folder / "many.db"
    if not path.exists():
        asyncio.run(stored_games.make(path, games // PLAYERS, games))
    figures: dict[str, float] = {"games": games, "mib": round(path.stat().st_size / 2**20)}
    found, slowest = asyncio.run(measure_queries(str(path), games, every))
    show(slowest)
    figures |= found
    figures |= asyncio.run(rated_history.measure(path, games // PLAYERS, games))
    figures |= asyncio.run(measure_backup(path, play_s))
    return figures | measure_moving(folder, moved)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.many_games", description="A store of many games.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--moved", type=int, default=GAMES // MOVED, help="games of the store that is moved")
    parser.add_argument("--every", type=int, default=1, help="ask for one of so many pages of the library")
    parser.add_argument("--play", type=float, default=PLAY_S, help="seconds of play without a backup")
    parser.add_argument("--folder", type=Path, help="keeps the stores, and uses those that are there")
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as temporary:
        found = measure(options.folder or Path(temporary), options.games, options.moved, options.play, options.every)
    for name, value in found.items():
        print(f"{name:32}{value:>14,.2f}")
    print(f"aims: the start below {START_AIM_S} s, queries below {AIM_MS} ms")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
