"""Ratings after years on a server: 100,000 accounts and a million rated games, written straight to the file,
and how long the leaderboard and a profile take."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from server.protocol.query import LeaderboardQuery
from server.store.store import Store
from server.transport import people

PLAYERS = 100_000
GAMES = 1_000_000
DAY_MS = 86_400_000
ASKED = 40
AIM_MS = 50.0
LEVEL = 6
"""A bot that has a tenth of all games."""


def fill(path: Path, players: int, games: int) -> None:
    """Write what so many games would have left; the numbers are made up, their shape and amount are not."""
    chance = Random(1)
    bot = f"{LEVEL}:double_threat 1"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous = OFF")
        names = [f"p{n:011}" for n in range(players)]
        db.executemany(
            "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, 1, 1)",
            ((id, f"Person {n}", f"person {n}") for n, id in enumerate(names)),
        )
        db.executemany(
            "INSERT INTO accounts (player, look, created_at) VALUES (?, ?, 1)",
            ((id, f"person{n}") for n, id in enumerate(names)),
        )
        db.execute("INSERT INTO rating_bots VALUES (?, ?, 'double_threat 1', 0, 1509)", (bot, LEVEL))
        held: dict[str, list[float]] = {}

        def play(n: int) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
            one = names[min(int(chance.paretovariate(0.6)) - 1, players - 1) if n % 2 else chance.randrange(players)]
            other = bot if n % 10 == 0 else names[chance.randrange(players)]
            at = DAY_MS + n * 60_000
            row = (n, f"g{n:011}", "freestyle", at, "black" if n % 3 else "white")
            changes = []
            for seat, who in ((0, one), (1, other)):
                known = held.setdefault(who, [1500.0, 350.0, 0])
                before, deviation = known[:2]
                known[0] += chance.uniform(-20, 20)
                known[1] = max(45.0, known[1] * 0.9)
                known[2] += 1
                change = (n, seat, who, "gomoku", at, 1 - seat, 1.0, 0.5, 0.0, before, deviation)
                changes.append((*change, known[0], known[1], 0.06, known[2]))
                last[who] = at, n
            player1, level1 = (None, LEVEL) if other == bot else (other, None)
            return (*row, one, player1, level1), changes

        last: dict[str, tuple[int, int]] = {}
        for begin in range(1, games + 1, 50_000):
            played = [play(n) for n in range(begin, min(begin + 50_000, games + 1))]
            db.executemany(
                """INSERT INTO games (serial, id, rules, size, clock_kind, visibility, rated, pool, black, created_at,
                  started_at, ended_at, winner, reason, plies, player0, player1, level1)
                VALUES (?1, ?2, ?3, 15, 'none', 'public', 1, ?3, 0, ?4, ?4, ?4, ?5, 'five', 30, ?6, ?7, ?8)""",
                (row for row, _ in played),
            )
            db.executemany(
                f"INSERT INTO rating_changes VALUES ({', '.join('?' * 15)})",
                (change for _, changes in played for change in changes),
            )
            db.commit()
        db.executemany(
            "INSERT INTO ratings VALUES (?, 'gomoku', ?, ?, 0.06, ?, ?, ?)",
            ((who, rating, deviation, count, *last[who]) for who, (rating, deviation, count) in held.items()),
        )
        db.commit()


async def measure(path: Path, players: int, games: int) -> dict[str, float | int]:
    """Milliseconds of the slowest of some requests of each kind, as they come when nothing is in the cache."""
    store = await Store.open(path)
    now = DAY_MS + (games + 1) * 60_000
    chance = Random(2)

    async def slowest(ask: Callable[[int], Awaitable[object]]) -> float:
        found = []
        for n in range(ASKED):
            began = perf_counter()
            await ask(n)
            found.append((perf_counter() - began) * 1000)
        return round(max(found), 1)

    try:
        (most,) = await store.fetch("SELECT name FROM ratings JOIN players ON id = player ORDER BY games DESC LIMIT 1")
        return {
            "leaderboard_ms": await slowest(lambda n: people.rank_players(store, LeaderboardQuery(), now)),
            "profile_ms": await slowest(
                lambda n: people.describe_player(store, f"Person {chance.randrange(players // 100)}", now)
            ),
            "busiest_profile_ms": await slowest(lambda n: people.describe_player(store, most["name"], now)),
            "bot_profile_ms": await slowest(lambda n: people.describe_bot(store, LEVEL, now)),
        }
    finally:
        await store.close()


async def prepare(folder: Path, players: int = PLAYERS, games: int = GAMES) -> dict[str, float | int]:
    """Fill a file and measure."""
    path = folder / "rated.db"
    store = await Store.open(path)  # makes the tables
    await store.close()
    await asyncio.to_thread(fill, path, players, games)
    return await measure(path, players, games)
