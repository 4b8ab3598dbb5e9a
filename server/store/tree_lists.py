"""The list of all players' stored trees as the server's owner sees it, the last brought first."""

from server.store.database import Database
from server.store.players import fold_name
from server.store.sql import Row, Value


async def list_trees(db: Database, find: str, before: int | None, limit: int) -> list[Row]:
    """Trees that are there, before a serial, with their columns and their owners' ``name``; ``find`` is a tree's id, or
    a player's or how its name begins."""
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
    """How many there are, and their bytes."""
    ((count, size),) = await db.fetch("SELECT count(*), coalesce(sum(bytes), 0) FROM trees WHERE state = 'here'")
    return int(count), int(size)
