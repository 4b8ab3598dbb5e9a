"""Lists of what bots have learned, as the server's owner sees them: patterns, versions of the weights, proofs."""

from server.store.database import Database
from server.store.sql import SHOWN, Row


async def list_patterns(db: Database, viewer: str, state: str, find: str, before: int | None, limit: int) -> list[Row]:
    """Patterns in a state, the last learned first, before a number, with what all games say; ``find`` is a number or a
    key. ``shown`` says whether the viewer may open its page."""
    return await db.fetch(
        f"""SELECT id AS number, key, rules, learned_at, imported,
          (SELECT count(*) FROM encounters WHERE pattern = patterns.id) AS met,
          (SELECT count(*) FROM encounters WHERE pattern = patterns.id AND held) AS held,
          (SELECT count(DISTINCT game) FROM pattern_sources WHERE pattern = patterns.id) AS taught,
          imported = 1 OR EXISTS (SELECT 1 FROM pattern_sources JOIN games ON serial = pattern_sources.game
            WHERE pattern = patterns.id AND {SHOWN}) AS shown
        FROM patterns WHERE state = :state AND id < :before
          AND (:find = '' OR key = :find OR CAST(id AS TEXT) = :find)
        ORDER BY id DESC LIMIT :limit""",
        {"me": viewer, "state": state, "find": find, "before": before or 2**62, "limit": limit},
    )


async def count_patterns(db: Database) -> tuple[int, int]:
    """How many patterns are in use, and how many are turned off."""
    sql = """SELECT count(*) FILTER (WHERE state = 'on') AS used, count(*) FILTER (WHERE state = 'off') AS off
      FROM patterns WHERE state <> 'forgotten'"""
    (row,) = await db.fetch(sql)
    return row["used"], row["off"]


async def list_versions(db: Database, before: int | None, limit: int) -> list[Row]:
    """The versions of the weights, the newest first, before one, also those that are forgotten."""
    return await db.fetch(
        "SELECT * FROM weights WHERE version < ? ORDER BY version DESC LIMIT ?", (before or 2**62, limit)
    )


async def count_proofs(db: Database) -> list[Row]:
    """How many positions are proven, what they take, and how many were let go of, by rule set and size."""
    return await db.fetch(
        """SELECT rules, size, (SELECT count(*) FROM proofs WHERE pool = pools.id AND won = 1) AS won, proofs, bytes,
          dropped
        FROM pools WHERE proofs > 0 OR dropped > 0 ORDER BY rules, size"""
    )
