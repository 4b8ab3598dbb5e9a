"""List of all players' stored trees for the server's owner, newest first."""

from server.store.database import Database
from server.store.players import fold_name
from server.store.sql import Row, Value


async def list_trees(db: Database, find: str, before: int | None, limit: int) -> list[Row]:
    """Return stored trees with a serial below ``before``, with their owners' ``name``, newest first.

    ``find`` is a tree's id, a player's id, or the start of a player's name; empty matches all.
    """
    values: dict[str, Value] = {"before": before or 2**62, "limit": limit}
    wanted = ""
    if find:
        name = fold_name(find)
        values |= {"find": find, "name": name, "beyond": name + chr(0x10FFFF)}
        wanted = "AND (trees.id = :find OR owner = :find OR (name_key >= :name AND name_key < :beyond))"
    return await db.fetch(
        f"""SELECT trees.*, players.name FROM trees JOIN players ON players.id = owner
        WHERE state = 'here' AND serial < :before {wanted} ORDER BY serial DESC LIMIT :limit""",
        values,
    )


async def count_trees(db: Database) -> tuple[int, int]:
    """Return the number of stored trees and their total bytes."""
    ((count, size),) = await db.fetch("SELECT count(*), coalesce(sum(bytes), 0) FROM trees WHERE state = 'here'")
    return int(count), int(size)
