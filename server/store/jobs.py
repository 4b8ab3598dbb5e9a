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

_LOST = "winner <> iif(black = (level1 IS NOT NULL), 'black', 'white')"

ON_END = f"""
INSERT INTO jobs (game, at) SELECT serial, ended_at FROM games
WHERE serial = ? AND bot_engine IS NOT NULL AND rules <> 'tictactoe' AND plies >= {LEAST_PLIES} AND reason <> 'aborted'
  AND (SELECT count(*) FROM jobs) < iif({_LOST}, {MOST_LOST}, {MOST_UNASKED})
ON CONFLICT (game) DO NOTHING"""
"""Queues a game against a bot, in the transaction that ends it."""


class Job(Struct, frozen=True):
    """The game to be studied, by its number and its id."""

    serial: int
    game: str


async def following(store: "Store") -> Job | None:
    """The job whose turn it is: those that somebody waits for first, then in the order of the games."""
    sql = f"""SELECT serial, id FROM jobs JOIN games ON serial = game WHERE failures < {TRIES}
      ORDER BY asked_by IS NULL, game LIMIT 1"""
    rows = await store.fetch(sql)
    return Job(*rows[0]) if rows else None


def queueing(serial: int, now: int, player: str | None = None) -> tuple[str, Parameters]:
    """What queues a game, for ``player`` to see; one that is queued already is tried again."""
    sql = """INSERT INTO jobs (game, asked_by, at) VALUES (?, ?, ?)
      ON CONFLICT (game) DO UPDATE SET asked_by = coalesce(asked_by, excluded.asked_by), failures = 0"""
    return sql, (serial, player, now)


async def ask(store: "Store", serial: int, player: str | None, now: int) -> None:
    """Queue a game at somebody's wish."""
    await store.execute(queueing(serial, now, player))
    store.job_queued.set()


async def failed(store: "Store", serial: int) -> int:
    """Note that a study failed; how often it has."""
    await store.execute(("UPDATE jobs SET failures = failures + 1 WHERE game = ?", (serial,)))
    rows = await store.fetch("SELECT failures FROM jobs WHERE game = ?", (serial,))
    return rows[0]["failures"] if rows else 0


async def waiting(store: "Store", player: str | None = None) -> int:
    """How many jobs wait, of all or of those that a player has asked for."""
    sql = f"SELECT count(*) FROM jobs WHERE failures < {TRIES} AND (?1 IS NULL OR asked_by = ?1)"
    return int((await store.fetch(sql, (player,)))[0][0])


async def ahead(store: "Store", serial: int) -> int | None:
    """How many jobs come before that of a game; None where it has none, -1 where it is tried no more."""
    sql = f"""SELECT mine.failures, (SELECT count(*) FROM jobs WHERE failures < {TRIES}
        AND (asked_by IS NULL, game) < (mine.asked_by IS NULL, mine.game)) AS ahead
      FROM jobs AS mine WHERE mine.game = ?"""
    rows = await store.fetch(sql, (serial,))
    if not rows:
        return None
    return -1 if rows[0]["failures"] >= TRIES else int(rows[0]["ahead"])
