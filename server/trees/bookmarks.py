"""Bookmarks of a player: the positions of their own trees that they have bookmarked."""

from contextlib import suppress

from gomoku.notation.tree import PASS
from server.errors import Refused, StoreError
from server.protocol.api import BookmarkInfo, BookmarkList
from server.store.database import Database
from server.store.trees import edited_nodes, tree_rows
from server.trees.walk import TreeReader

MOST = 200
"""Most bookmarks of a list."""
TITLE = 80
"""Most letters of a bookmark's title."""


async def list_bookmarks(db: Database, viewer: str | None) -> BookmarkList:
    """Return the bookmarks that a player has made, those of the newest tree first and without those whose positions
    were deleted.
    """
    trees = [] if viewer is None else await tree_rows.list_own(db, viewer)
    found: list[BookmarkInfo] = []
    for tree in trees:
        reader = TreeReader(db, tree)
        for number in await edited_nodes.list_marked(db, tree, MOST + 1 - len(found)):
            with suppress(Refused, StoreError):  # deleted since, or damaged
                path = await reader.path(number)
                note = path[-1].note
                moves = sum(node.move is not None and node.move[0] != PASS for node in path)
                title = (note.name or note.comment.strip().partition("\n")[0])[:TITLE]
                found.append(BookmarkInfo(tree.id, tree.title, number, moves, title))
        if len(found) > MOST:
            break
    return BookmarkList(found[:MOST], more=len(found) > MOST)
