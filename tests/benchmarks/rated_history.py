"""Ratings after years on a server: 100,000 accounts and a million rated games, written straight to the file,
and how long the leaderboard, a profile and the staff's searches take, and counting all of it anew.

While it is counted anew, a small write is committed every few milliseconds as a move would be, and the loop notes how
late it is: both also for some seconds before, on the same machine, when there is nothing else to do.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from server.operator.ratings import AT_ONCE
from server.protocol.query import LeaderboardQuery
from server.ratings.book import RatingBook
from server.store.games import evidence, game_lists, ratings
from server.store.people import players
from server.store.store import Store
from server.transport import people

PLAYERS = 100_000
GAMES = 1_000_000
DAY_MS = 86_400_000
ASKED = 40
PROBE_S = 0.005
IDLE_S = 5.0
RECOUNTED = 20
"""One of so many games is counted anew: that goes by the game, and a million take a quarter of an hour."""
AIM_MS = 50.0
LEVEL = 6
"""A bot that has a tenth of all games."""
RARE_LEVEL = 9
"""A bot that one of 5,000 games is played with."""


def fill(path: Path, players: int, games: int) -> None:
    """Write what so many games would have left; the numbers are made up, their shape and amount are not."""
    chance = Random(1)
    bots = {level: f"{level}:double_threat 1" for level in (LEVEL, RARE_LEVEL)}
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
        db.executemany(
            "INSERT INTO rating_bots VALUES (?, ?, 'double_threat 1', 0, 1509, 1)",
            ((bot, level) for level, bot in bots.items()),
        )
        held: dict[str, list[float]] = {}

        def play(n: int) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
            first = min(int(chance.paretovariate(0.6)) - 1, players - 1) if n % 2 else chance.randrange(players)
            one, another = names[first], names[first - 1 - chance.randrange(players - 1)]  # never the same
            level = RARE_LEVEL if n % 5_000 == 20 else LEVEL if n % 10 == 0 else None
            other = another if level is None else bots[level]
            at = DAY_MS + n * 60_000
            winner = None if n % 1_000 == 7 else "black" if n % 3 else "white"
            row = (n, f"g{n:011}", _choose_rules(n), at, winner, "link" if n % 50 == 9 else "public")
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
            player1, version = (other, None) if level is None else (None, "double_threat 1")
            return (*row, one, player1, level, version), changes

        last: dict[str, tuple[int, int]] = {}
        for begin in range(1, games + 1, 50_000):
            played = [play(n) for n in range(begin, min(begin + 50_000, games + 1))]
            db.executemany(
                """INSERT INTO games (serial, id, rules, size, clock_kind, visibility, rated, pool, black, created_at,
                  started_at, ended_at, winner, reason, plies, player0, player1, level1, bot_version)
                VALUES (?1, ?2, ?3, 15, 'none', ?6, 1, ?3, 0, ?4, ?4, ?4, ?5, iif(?5 IS NULL, 'agreed_draw', 'five'),
                  30, ?7, ?8, ?9, ?10)""",
                (row for row, _ in played),
            )
            db.executemany(
                """INSERT INTO rating_entries (game, ended_at, family, kind, slow, waits, nth)
                VALUES (?1, ?2, 'gomoku', 'freestyle 15 free', 0, 0, ?1)""",
                ((row[0], row[3]) for row, _ in played),
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


def _choose_rules(n: int) -> str:
    """Choose the rules of a game: mostly freestyle, and caro in one of 10,000."""
    return "caro" if n % 10_000 == 33 else "renju" if n % 8 == 3 else "freestyle"


async def measure(path: Path, people_count: int, games: int) -> dict[str, float | int]:
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
        (most,) = await store.fetch(
            "SELECT player, name FROM ratings JOIN players ON id = player ORDER BY games DESC LIMIT 1"
        )
        return {
            "leaderboard_ms": await slowest(lambda n: people.rank_players(store, LeaderboardQuery(), now)),
            "profile_ms": await slowest(
                lambda n: people.describe_player(store, f"Person {chance.randrange(max(1, people_count // 100))}", now)
            ),
            "busiest_profile_ms": await slowest(lambda n: people.describe_player(store, most["name"], now)),
            "bot_profile_ms": await slowest(lambda n: people.describe_bot(store, LEVEL, now)),
            **{name: await slowest(ask) for name, ask in _list_searches(store, most["player"], most["name"])},
        }
    finally:
        await store.close()


def _list_searches(store: Store, most: str, name: str) -> list[tuple[str, Callable[[int], Awaitable[object]]]]:
    """List the searches of staff: for everybody, for many with similar names, and for the player ``most``."""

    def games(find: str = "", *, rated: bool = False) -> Callable[[int], Awaitable[object]]:
        return lambda n: game_lists.list_finished(store, rated, find, None, 20, lambda game, names: game)

    async def evidence_of(_: int) -> None:
        rows = await evidence.list_rated(store, most, 50)
        await evidence.list_near(store, most, "gomoku", rows[0].rating0)

    return [
        ("staff_games_ms", games()),
        ("staff_rated_games_ms", games(rated=True)),
        ("staff_game_ms", games("g00000000001")),
        ("staff_games_of_most_ms", games(most, rated=True)),
        ("staff_games_of_many_ms", games("person 1")),
        ("staff_games_of_none_ms", games("nobody")),
        (
            "staff_rooms_ms",
            lambda n: game_lists.list_unfinished(store, "all", "person 1", None, 20, lambda room, names: room),
        ),
        ("staff_player_ms", lambda n: players.find_by_name(store, name)),
        ("staff_evidence_ms", evidence_of),
    ]


async def measure_recount(path: Path) -> dict[str, float | int]:
    """Seconds that it takes a running server to count all games of a file anew, and what a write and the loop wait
    meanwhile; and those that it takes where no server is running."""
    figures: dict[str, float | int] = {}
    store = await Store.open(path)

    async def meanwhile(name: str, work: Awaitable[object]) -> float:
        ending, writes, late = asyncio.Event(), list[float](), list[float]()
        probes = asyncio.gather(_write_often(store, writes, ending), _note_lateness(late, ending))
        began = perf_counter()
        await work
        took = perf_counter() - began
        ending.set()
        await probes
        for what, found in (("write", sorted(writes)), ("late", sorted(late))):
            figures[f"{name}_{what}_p99_ms"] = round(found[len(found) * 99 // 100], 2)
            figures[f"{name}_{what}_most_ms"] = round(found[-1], 2)
        return took

    async def recount() -> None:
        await store.execute(ratings.begin_anew())
        figures["recounted"] = await RatingBook(store).catch_up()

    try:
        await meanwhile("idle", asyncio.sleep(IDLE_S))
        figures["recount_s"] = round(await meanwhile("recount", recount()), 1)
        began = perf_counter()
        await store.execute(ratings.begin_anew())
        await RatingBook(store, at_once=AT_ONCE).catch_up()
        figures["recount_alone_s"] = round(perf_counter() - began, 1)
    finally:
        await store.close()
    return figures


async def _write_often(store: Store, found: list[float], ending: asyncio.Event) -> None:
    while not ending.is_set():
        began = perf_counter()
        await store.execute(("UPDATE players SET seen_at = seen_at WHERE id = 'p00000000000'", ()))
        found.append((perf_counter() - began) * 1000)
        await asyncio.sleep(PROBE_S)


async def _note_lateness(found: list[float], ending: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    while not ending.is_set():
        due = loop.time() + PROBE_S
        await asyncio.sleep(PROBE_S)
        found.append(max(0.0, loop.time() - due) * 1000)


async def prepare(folder: Path, players: int = PLAYERS, games: int = GAMES) -> dict[str, float | int]:
    """Fill a file and measure; and another one with a part of the games, to count these anew."""
    path, part = folder / "rated.db", folder / "part.db"
    for each, share in ((path, 1), (part, RECOUNTED)):
        store = await Store.open(each)  # makes the tables
        await store.close()
        await asyncio.to_thread(fill, each, players // share, games // share)
    return await measure(path, players, games) | await measure_recount(part)
