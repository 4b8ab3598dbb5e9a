"""Games that wait to be studied. A job lives in the store from the commit that queues it to the one that keeps its
result, so that no crash loses it."""

from typing import TYPE_CHECKING

from msgspec import Struct

from server.store.writer import Parameters

if TYPE_CHECKING:
    from server.store.store import Store

TRIES = 3
"""A game over which the study fails so often is not tried again, unless somebody asks for it anew."""

LEAST_PLIES = 9
"""Nobody has five stones before."""

MOST_UNASKED = 200
"""So many jobs may wait before games that no bot lost are no longer queued by themselves."""
MOST_LOST = 10_000
"""So many before lost ones are not either: what is to be learned from them can wait, but not without end."""

IDLE_MS = 2 * 60 * 60 * 1000
"""A day, for studies that look harder: a twelfth of a core, with the others of it never more than idle."""
DAY_MS = 86_400_000

_RANK = "(asked_by IS NULL) * (1 + again + 2 * (effort > 1))"
"""0 where somebody waits, 1 for a first study, 2 for one again, more for one that looks harder."""
IDLE = 2
"""From this rank on nobody misses a study that waits."""

_LOST = "winner <> iif(black = (level1 IS NOT NULL), 'black', 'white')"

_WANTED = f"""serial = ? AND bot_engine IS NOT NULL AND rules <> 'tictactoe' AND plies >= {LEAST_PLIES}
  AND reason <> 'aborted'"""

ON_END = f"""
INSERT INTO jobs (game, at) SELECT serial, ended_at FROM games WHERE {_WANTED}
  AND (SELECT count(*) FROM jobs WHERE {_RANK} < {IDLE}) < iif({_LOST}, {MOST_LOST}, {MOST_UNASKED})
ON CONFLICT (game) DO NOTHING"""
"""Queues a game against a bot, in the transaction that ends it."""

AFTER_END = f"""
INSERT INTO studies_not_queued SELECT ended_at / {DAY_MS}, 1 FROM games WHERE {_WANTED}
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE game = serial)
ON CONFLICT (day) DO UPDATE SET games = games + 1"""
"""Counts one for which the queue had no room."""


_ORDER = f"{_RANK}, effort, game"


class Job(Struct, frozen=True):
    """The game to be studied, by its number and its id, with ``effort`` times the nodes of a first study."""

    serial: int
    game: str
    effort: int = 1
    rank: int = 1


async def following(store: "Store", below: int | None = None) -> Job | None:
    """The job whose turn it is: those that somebody waits for first, then first studies, then those of games again,
    and last those that look harder; in the order of the games. With ``below``, only one of a lower rank."""
    sql = f"""SELECT serial, id, effort, {_RANK} AS rank FROM jobs JOIN games ON serial = game
      WHERE failures < {TRIES} AND (?1 IS NULL OR rank < ?1) ORDER BY {_ORDER} LIMIT 1"""
    rows = await store.fetch(sql, (below,))
    return Job(*rows[0]) if rows else None


def queueing(serial: int, now: int, player: str | None = None) -> tuple[str, Parameters]:
    """What queues a game, for ``player`` to see; one that is queued already is tried again."""
    sql = """INSERT INTO jobs (game, asked_by, at) VALUES (?, ?, ?)
      ON CONFLICT (game) DO UPDATE SET asked_by = coalesce(asked_by, excluded.asked_by), failures = 0,
        effort = iif(excluded.asked_by IS NULL, effort, 1)"""
    return sql, (serial, player, now)


async def read_anew(store: "Store", now: int, version: int) -> bool:
    """Queue the latest of the games that another version of the study has read, as for the first time; False if none
    is left."""
    sql = """INSERT INTO jobs (game, at, again) SELECT game, ?1, 1 FROM analyses
      WHERE version <> ?2 AND game NOT IN (SELECT game FROM jobs) ORDER BY game DESC LIMIT 1"""
    return (await store.execute((sql, (now, version))))[0] == 1


def giving_up(job: Job) -> list[tuple[str, Parameters]]:
    """What ends a job as if it had been done, though nothing came of it."""
    done = "UPDATE analyses SET effort = max(effort, ?) WHERE game = ?"
    return [("DELETE FROM jobs WHERE game = ?", (job.serial,)), (done, (job.effort, job.serial))]


async def missed(store: "Store", serial: int) -> bool | None:
    """Whether a game's job is one that somebody may wait for, and not one that only adds to a study; None without."""
    rows = await store.fetch(f"SELECT {_RANK} < {IDLE} FROM jobs WHERE game = ?", (serial,))
    return bool(rows[0][0]) if rows else None


async def idle_ms(store: "Store", now: int) -> int:
    """Milliseconds that were spent today on studies that nobody waits for."""
    rows = await store.fetch("SELECT ms FROM idle_studies WHERE day = ?", (now // DAY_MS,))
    return int(rows[0]["ms"]) if rows else 0


def idled(now: int, ms: int) -> list[tuple[str, Parameters]]:
    """What notes that so much was spent on one."""
    spent = "INSERT INTO idle_studies VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET ms = ms + excluded.ms"
    return [("DELETE FROM idle_studies WHERE day < ?", (now // DAY_MS,)), (spent, (now // DAY_MS, ms))]


async def ask(store: "Store", serial: int, player: str | None, now: int) -> None:
    """Queue a game at somebody's wish."""
    await store.execute(queueing(serial, now, player))
    store.job_queued.set()


async def running(store: "Store", serial: int | None, now: int) -> None:
    """Note for operators which game is being studied since now, or that none is."""
    await store.execute(
        ("UPDATE jobs SET started_at = NULL WHERE started_at IS NOT NULL", ()),
        ("UPDATE jobs SET started_at = ? WHERE game = ?", (now, serial)),
    )


async def failed(store: "Store", serial: int) -> int:
    """Note that a study failed; how often it has."""
    await store.execute(("UPDATE jobs SET failures = failures + 1 WHERE game = ?", (serial,)))
    rows = await store.fetch("SELECT failures FROM jobs WHERE game = ?", (serial,))
    return rows[0]["failures"] if rows else 0


async def waiting(store: "Store", player: str | None = None) -> int:
    """How many jobs wait, of all that are missed or of those that a player has asked for."""
    sql = f"SELECT count(*) FROM jobs WHERE failures < {TRIES} AND {_RANK} < {IDLE} AND (?1 IS NULL OR asked_by = ?1)"
    return int((await store.fetch(sql, (player,)))[0][0])


async def ahead(store: "Store", serial: int) -> int | None:
    """How many jobs come before that of a game; None where it has none, -1 where it is tried no more."""
    sql = f"""SELECT mine.failures, (SELECT count(*) FROM jobs WHERE failures < {TRIES}
        AND ({_ORDER}) < (mine.rank, mine.effort, mine.game)) AS ahead
      FROM (SELECT *, {_RANK} AS rank FROM jobs) AS mine WHERE mine.game = ?"""
    rows = await store.fetch(sql, (serial,))
    if not rows:
        return None
    return -1 if rows[0]["failures"] >= TRIES else int(rows[0]["ahead"])
