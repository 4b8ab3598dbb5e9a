"""Bookmarks of a player: the positions of their own trees that they, or the files of these, have bookmarked."""

from contextlib import aclosing

from gomoku.notation.tree import PASS, ROOT
from server.protocol.api import BookmarkInfo, BookmarkList
from server.store.database import Database
from server.store.integrity import Damaged
from server.store.trees import edited_nodes, tree_rows
from server.store.trees.tree_blocks import StoredNode
from server.store.trees.tree_rows import StoredTree
from server.trees.walk import MOST_FOUND_IN, MOST_LOOKED_AT, TreeReader

MOST = 200
"""Most bookmarks of a list."""
TITLE = 80
"""Most letters of a bookmark's title."""


async def list_bookmarks(db: Database, viewer: str | None) -> BookmarkList:
    """Return the bookmarks in a player's trees, those of the newest tree first and without those whose positions were
    deleted.

    At most `MOST` are listed, and those beyond `MOST_LOOKED_AT` nodes or `MOST_FOUND_IN` blocks are left out.
    """
    found: list[BookmarkInfo] = []
    looked_at = read = 0
    cut = False
    for tree in [] if viewer is None else await tree_rows.list_own(db, viewer):
        paths = _Paths(db, tree)
        cut = cut or (tree.bookmarks or 0) > tree_rows.MOST_BOOKMARKS
        try:
            async with aclosing(edited_nodes.walk_marked(db, tree)) as marked:
                async for number in marked:
                    moves = await paths.count_moves(number)
                    if moves is not None:
                        found.append(_describe(tree, await paths.reader.node(number), moves))
                    if len(found) > MOST or looked_at + paths.looked_at > MOST_LOOKED_AT:
                        return BookmarkList(found[:MOST], more=True)
                    if read + paths.reader.read > MOST_FOUND_IN:
                        return BookmarkList(found, more=True)
        except Damaged:
            continue  # its page says so
        looked_at, read = looked_at + paths.looked_at, read + paths.reader.read
    return BookmarkList(found, more=cut)


def _describe(tree: StoredTree, node: StoredNode, moves: int) -> BookmarkInfo:
    title = node.note.name or node.note.comment.strip().partition("\n")[0]
    return BookmarkInfo(tree.id, tree.title, node.number, moves, title[:TITLE])


class _Paths:
    """The paths to nodes of a tree, of which each node is walked once."""

    def __init__(self, db: Database, tree: StoredTree) -> None:
        self.reader = TreeReader(db, tree)
        self._moves: dict[int, int | None] = {ROOT: 0}

    @property
    def looked_at(self) -> int:
        """Number of nodes walked."""
        return len(self._moves)

    async def count_moves(self, number: int) -> int | None:
        """Return the number of moves that lead to a node, without passes; None if it was deleted. Raises Damaged."""
        way: list[StoredNode] = []
        while number not in self._moves:
            way.append(await self.reader.node(number))
            number = way[-1].parent
        for node in reversed(way):
            above, parent = self._moves[node.parent], await self.reader.node(node.parent)
            here = above is not None and node.number in parent.children
            played = node.move is not None and node.move[0] != PASS
            self._moves[node.number] = above + played if here and above is not None else None
        return self._moves[way[0].number if way else number]
