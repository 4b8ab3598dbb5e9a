"""Notices of trees that staff have deleted, for their owners; they expire after two months."""

from msgspec import Struct

from server.store.database import Database
from server.store.sql import Statement

KEPT_MS = 60 * 86_400_000
MOST = 10
"""Limit of listed notices, latest first."""


class DeletedTree(Struct, frozen=True):
    """A tree that staff have deleted, with its title, and when."""

    tree: str
    title: str
    at: int


def put(player: str, tree: str, title: str, now: int) -> list[Statement]:
    """Return the statements that add a notice for a tree's owner and delete expired notices."""
    return [
        ("DELETE FROM tree_notices WHERE made_at < ?", (now - KEPT_MS,)),
        ("INSERT INTO tree_notices (player, tree, title, made_at) VALUES (?, ?, ?, ?)", (player, tree, title, now)),
    ]


async def list_waiting(db: Database, player: str, now: int) -> list[DeletedTree]:
    """List the unexpired notices of a player, latest first, at most `MOST`."""
    rows = await db.fetch(
        """SELECT tree, title, made_at FROM tree_notices WHERE player = ? AND made_at >= ?
        ORDER BY made_at DESC, tree LIMIT ?""",
        (player, now - KEPT_MS, MOST),
    )
    return [DeletedTree(*row) for row in rows]


async def end(db: Database, player: str, tree: str) -> None:
    """Delete a notice that the player has seen."""
    await db.execute(("DELETE FROM tree_notices WHERE player = ? AND tree = ?", (player, tree)))


def join(guest: str, account: str) -> Statement:
    """Return the statement that moves a guest's notices to the account."""
    return "UPDATE tree_notices SET player = ? WHERE player = ?", (account, guest)
