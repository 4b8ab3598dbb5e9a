"""Edits of stored trees: committed one by one for the version that they were made for, the last ones to be undone and
done again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from gomoku.notation.tree import ROOT, Move
from server.store.database import Database
from server.store.sql import Statement, demand
from server.store.trees.edited_nodes import EditedNode
from server.store.trees.tree_blocks import to_code
from server.store.trees.tree_rows import StoredTree

MOST_UNDONE = 50
"""Most edits of a tree that can be undone."""
NODE_BYTES = 48
"""Bytes that an added node counts for, beside its note and its parent's list of children."""

_STATE = """INSERT INTO tree_nodes (tree, number, children, note, grown) VALUES (?, ?, ?, ?, 0)
  ON CONFLICT (tree, number) DO UPDATE SET children = excluded.children, note = excluded.note"""
_GROWN = """INSERT INTO tree_nodes (tree, number, grown)
  SELECT CAST(? AS INTEGER), CAST(value AS INTEGER), CAST(? AS INTEGER) FROM json_each(?) WHERE value <> ''
  ON CONFLICT (tree, number) DO UPDATE SET grown = tree_nodes.grown + excluded.grown"""
_NODE = "INSERT INTO tree_nodes (tree, number, parent, move, grown) VALUES (?, ?, ?, ?, 0)"
_LOG = "INSERT INTO tree_edits (tree, v, undone, change, size) VALUES (?, ?, ?, ?, ?)"
_BEYOND = "SELECT v FROM tree_edits WHERE tree = ? AND undone = 0 ORDER BY v DESC LIMIT 1 OFFSET ?"

_encode = msgspec.json.Encoder().encode


class NodeChange(Struct, frozen=True, omit_defaults=True):
    """Node ``at`` as changed: its children and its note, as an `EditedNode` has them, and how many descendants it and
    its ancestors get; perhaps with an added child. ``look`` is the node to look at afterwards, ``back`` the one after
    the change is undone.

    ``comment``: nothing but its comment changes, as of ``made_at`` in ms.
    """

    at: int
    look: int
    back: int = ROOT
    children: str | None = None
    note: str | None = None
    grown: int = 0
    comment: bool = False
    made_at: int = 0

    def reverse(self, before: EditedNode | None) -> NodeChange:
        """Return the change that undoes this one, of a node that is stored as ``before``."""
        children, note = (None, None) if before is None else (before.children, before.note)
        return NodeChange(self.at, self.back, self.look, children, note, -self.grown, self.comment, self.made_at)

    def count_bytes(self, before: EditedNode | None) -> int:
        """Return how many more bytes the node takes than ``before``."""
        there = () if before is None else (before.children, before.note)
        return sum(len((text or "").encode()) for text in (self.children, self.note)) - sum(
            len((text or "").encode()) for text in there
        )


class TreeCounts(Struct, frozen=True):
    """The counts in a tree's row after an edit."""

    bytes: int
    depth: int
    encoding: str


async def find_last(db: Database, tree: StoredTree) -> tuple[int, NodeChange] | None:
    """Return the change that undoes the last edit of a tree, and its version; None if none can be undone."""
    return await _find(db, tree, undone=False)


async def find_undone(db: Database, tree: StoredTree) -> tuple[int, NodeChange] | None:
    """Return the change that does the edit again that was undone last, and the version after that; None if there is
    none, or another edit came since.
    """
    return await _find(db, tree, undone=True)


async def _find(db: Database, tree: StoredTree, *, undone: bool) -> tuple[int, NodeChange] | None:
    sql = "SELECT v, change FROM tree_edits WHERE tree = ? AND undone = ? ORDER BY v DESC LIMIT 1"
    rows = await db.fetch(sql, (tree.serial, int(undone)))
    return (rows[0]["v"], msgspec.json.decode(rows[0]["change"], type=NodeChange)) if rows else None


async def edit(
    db: Database,
    tree: StoredTree,
    change: NodeChange,
    undo: NodeChange,
    path: Sequence[int],
    counts: TreeCounts,
    *noted: Statement,
    added: tuple[int, Move] | None = None,
    instead: int | None = None,
) -> None:
    """Commit an edit of a tree as it was read, with the ``noted`` statements; raises Conflict if the tree has been
    edited or deleted since.

    ``path`` is that to the changed node, ``added`` a new child with its move. ``undo`` is remembered, in place of the
    edit of version ``instead``; edits that were undone are forgotten.
    """
    log, size = _log(tree, undo, undone=False)
    statements = _drop_log(tree, "undone = 1", ())
    if added is not None:
        statements.append((_NODE, (tree.serial, added[0], change.at, to_code(added[1]))))
    if instead is not None:
        statements += _drop_log(tree, "v = ?", (instead,))
    old = (f"undone = 0 AND v <= ({_BEYOND})", (tree.serial, MOST_UNDONE))
    await db.execute(
        _demand(tree),
        _count(tree, change.grown, counts, size, numbers=tree.numbers + (added is not None)),
        *_change(tree, change, path),
        *statements,
        log,
        *_drop_log(tree, *old),
        *noted,
    )


async def move(
    db: Database,
    tree: StoredTree,
    last: int,
    change: NodeChange,
    reverse: NodeChange,
    path: Sequence[int],
    counts: TreeCounts,
    *noted: Statement,
    undone: bool,
) -> None:
    """Commit a ``change`` that was remembered at version ``last``, and remember its ``reverse`` for the other
    direction: an edit is undone, or one that was is done again. Raises Conflict as `edit` does.
    """
    log, size = _log(tree, reverse, undone=undone)
    await db.execute(
        _demand(tree),
        _count(tree, change.grown, counts, size, numbers=tree.numbers),
        *_change(tree, change, path),
        *_drop_log(tree, "v = ?", (last,)),
        log,
        *noted,
    )


def _log(tree: StoredTree, change: NodeChange, *, undone: bool) -> tuple[Statement, int]:
    """Return the statement that remembers a change at a tree's next version, and the bytes that it takes."""
    text = _encode(change).decode()
    size = len(text.encode())
    return (_LOG, (tree.serial, tree.v + 1, int(undone), text, size)), size


def _demand(tree: StoredTree) -> Statement:
    sql = "SELECT 1 FROM trees WHERE serial = ? AND owner = ? AND state = 'here' AND v = ?"
    return demand((sql, (tree.serial, tree.owner, tree.v)))


def _count(tree: StoredTree, grown: int, counts: TreeCounts, log: int, *, numbers: int) -> Statement:
    sql = """UPDATE trees SET v = v + 1, nodes = nodes + ?, numbers = ?, depth = ?, bytes = bytes + ?, encoding = ?
      WHERE serial = ?"""
    return sql, (grown, numbers, counts.depth, counts.bytes + log, counts.encoding, tree.serial)


def _change(tree: StoredTree, change: NodeChange, path: Sequence[int]) -> list[Statement]:
    statements: list[Statement] = [(_STATE, (tree.serial, change.at, change.children, change.note))]
    if change.grown:
        statements.append((_GROWN, (tree.serial, change.grown, _encode(list(path)).decode())))
    return statements


def _drop_log(tree: StoredTree, which: str, values: tuple[int, ...]) -> list[Statement]:
    """Forget edits, and the bytes that they take."""
    sizes = f"SELECT coalesce(sum(size), 0) FROM tree_edits WHERE tree = ? AND {which}"
    return [
        (f"UPDATE trees SET bytes = bytes - ({sizes}) WHERE serial = ?", (tree.serial, *values, tree.serial)),
        (f"DELETE FROM tree_edits WHERE tree = ? AND {which}", (tree.serial, *values)),
    ]
