"""Games that bots may learn from: those named by an operator, and games that a bot lost."""

from server.store.database import Database
from server.store.jobs import Job
from server.store.sql import BOTS_COLOR

_TAUGHT = "SELECT id FROM last_chances JOIN games AS taught ON taught.serial = last_chances.game"
_CANDIDATES = f"""SELECT serial, id FROM games WHERE ended_at IS NOT NULL AND (serial IN (SELECT game FROM teachers)
  OR bot_engine IS NOT NULL AND (start = 0 OR from_game IN ({_TAUGHT}))
    AND winner <> {BOTS_COLOR})
ORDER BY serial"""


async def add(db: Database, serial: int) -> None:
    """Mark a game as one to learn from, at an operator's request."""
    await db.execute(("INSERT INTO teachers VALUES (?) ON CONFLICT DO NOTHING", (serial,)))


async def is_named(db: Database, serial: int) -> bool:
    """Return whether an operator has named a game."""
    return bool(await db.fetch("SELECT 1 FROM teachers WHERE game = ?", (serial,)))


async def has_taught(db: Database, id: str) -> bool:
    """Return whether bots know the position that lost a game."""
    return bool(await db.fetch(f"{_TAUGHT} WHERE id = ?", (id,)))


async def list_candidates(db: Database) -> list[Job]:
    """Return all games that bots may learn from, by serial; the caller judges each with its study."""
    return [Job(*row) for row in await db.fetch(_CANDIDATES)]
