"""Lists of what bots have learned, for the server's owner: patterns, versions of the weights, proofs."""

from server.store.database import Database
from server.store.sql import SHOWN, Row


async def list_patterns(db: Database, viewer: str, state: str, find: str, before: int | None, limit: int) -> list[Row]:
    """List patterns in a state with a number below ``before``, newest first, with counts over all games.

    ``find`` is a number or a key. ``shown`` says whether the viewer may open the pattern's page.
    """
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
    """Count the patterns that are in use and those that are turned off."""
    sql = """SELECT count(*) FILTER (WHERE state = 'on') AS used, count(*) FILTER (WHERE state = 'off') AS off
      FROM patterns WHERE state <> 'forgotten'"""
    (row,) = await db.fetch(sql)
    return row["used"], row["off"]


async def list_versions(db: Database, before: int | None, limit: int) -> list[Row]:
    """List the versions of the weights below ``before``, newest first, forgotten ones included."""
    return await db.fetch(
        "SELECT * FROM weights WHERE version < ? ORDER BY version DESC LIMIT ?", (before or 2**62, limit)
    )


async def count_proofs(db: Database) -> list[Row]:
    """Return, by rule set and board size, the counts of won, all and dropped proofs, and their bytes."""
    return await db.fetch(
        """SELECT rules, size, (SELECT count(*) FROM proofs WHERE pool = pools.id AND won = 1) AS won, proofs, bytes,
          dropped
        FROM pools WHERE proofs > 0 OR dropped > 0 ORDER BY rules, size"""
    )
