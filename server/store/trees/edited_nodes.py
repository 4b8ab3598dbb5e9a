"""Nodes that edits have changed or added: rows beside a tree's blocks, which stay as they are.

An edit of a packed tree so costs some rows, however large the tree is, and no node ever gets another number. Blocks
that are read are overlaid with their rows; nodes that were added have numbers beyond those of the blocks.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from gomoku.notation.tree import ROOT, Note, Tree
from server.store.database import Database
from server.store.integrity import Damaged
from server.store.reading import Reading
from server.store.trees.tree_blocks import (
    NODES,
    KeptNote,
    OpenBlock,
    StoredNode,
    from_code,
    open_block,
    open_note,
    put_together,
)
from server.store.trees.tree_rows import StoredTree

AT_ONCE = 100
"""Notes that are read together, to look for bookmarks in them."""

_COLUMNS = "number, parent, move, children, note, grown"
_BLOCK = "SELECT first, nodes, notes, sum FROM tree_blocks WHERE tree = ? AND first <= ? ORDER BY first DESC LIMIT 1"
_EDITED = f"SELECT {_COLUMNS} FROM tree_nodes WHERE tree = ? AND number >= ? AND number < ?"

_MARKED = f"""SELECT number, note FROM (
    SELECT number, NULL AS note FROM tree_bookmarks WHERE tree = :tree AND number > :last AND NOT EXISTS (
      SELECT 1 FROM tree_nodes AS edited
      WHERE edited.tree = :tree AND edited.number = tree_bookmarks.number AND edited.note IS NOT NULL)
    UNION ALL
    SELECT number, note FROM tree_nodes WHERE tree = :tree AND number > :last AND note LIKE '%,true%'
  ) AS marked ORDER BY number LIMIT {AT_ONCE}"""
"""Bookmarks of the file, unless an edit has changed the note; and notes of edits that may be bookmarked."""

_decode_children = msgspec.json.Decoder(tuple[int, ...]).decode
_decode_note = msgspec.json.Decoder(KeptNote).decode


class EditedNode(Struct, frozen=True):
    """A row about a node: ``parent`` and ``move`` of an added one; the JSON of its children and note, None where they
    are as in the block; and the number of its descendants that came, less those that went.
    """

    number: int
    parent: int | None
    move: int | None
    children: str | None
    note: str | None
    grown: int

    def overlay(self, packed: StoredNode | None) -> StoredNode:
        """Return the node as it is now, ``packed`` as its block has it. Raises Damaged."""
        if packed is None:
            if self.parent is None or self.move is None:
                raise Damaged(f"a tree has no node {self.number}", code="tree_damaged")
            packed = StoredNode(self.number, from_code(self.move), self.parent, (), 0, Note())
        try:
            return StoredNode(
                self.number,
                packed.move,
                packed.parent,
                packed.children if self.children is None else _decode_children(self.children),
                packed.below + self.grown,
                packed.note if self.note is None else open_note(_decode_note(self.note)),
            )
        except (msgspec.MsgspecError, ValueError) as error:
            raise Damaged(f"node {self.number} of a tree: {error}", code="tree_damaged") from error


class EditedBlock:
    """The nodes of a range of numbers: those of a block, or added ones, with what edits have made of them."""

    __slots__ = ("_block", "_edited", "first")

    def __init__(self, first: int, block: OpenBlock | None, edited: Iterable[EditedNode]) -> None:
        self.first = first
        self._block = block
        self._edited = {each.number: each for each in edited}

    def __contains__(self, number: object) -> bool:
        return number in (self._edited if self._block is None else self._block)

    def node(self, number: int) -> StoredNode:
        """Return the node with this number, which must be in the range."""
        packed = None if self._block is None else self._block.node(number)
        edited = self._edited.get(number)
        if edited is not None:
            return edited.overlay(packed)
        if packed is None:
            raise Damaged(f"a tree has no node {number}", code="tree_damaged")
        return packed

    def row(self, number: int) -> EditedNode | None:
        """Return what edits have made of a node."""
        return self._edited.get(number)


async def read_block(db: Database, tree: StoredTree, number: int) -> EditedBlock:
    """Return the block or the range that contains a node. Raises Damaged if it is missing or corrupt."""
    block = None
    if number < tree.packed:
        rows = await db.fetch(_BLOCK, (tree.serial, number))
        if not rows:
            raise Damaged(f"tree number {tree.serial} has no node {number}", code="tree_damaged")
        block = await asyncio.to_thread(open_block, *rows[0])
        first, beyond = block.first, block.first + len(block)
    else:
        first = number - (number - tree.packed) % NODES
        beyond = first + NODES
    edited = await db.fetch(_EDITED, (tree.serial, first, beyond)) if tree.v else ()
    found = EditedBlock(first, block, (EditedNode(*row) for row in edited))
    if number not in found:
        raise Damaged(f"tree number {tree.serial} has no node {number}", code="tree_damaged")
    return found


async def walk_marked(db: Database, tree: StoredTree) -> AsyncGenerator[int]:
    """Yield the numbers of the nodes that edits or the file have bookmarked, deleted ones included. Raises Damaged."""
    last = -1
    while (tree.v or tree.bookmarks) and (rows := await db.fetch(_MARKED, {"tree": tree.serial, "last": last})):
        last = rows[-1]["number"]
        for row in rows:
            try:
                marked = row["note"] is None or _decode_note(row["note"]).marked
            except msgspec.MsgspecError as error:
                raise Damaged(f"node {row['number']} of a tree: {error}", code="tree_damaged") from error
            if marked:
                yield row["number"]


def read_tree(connection: Reading, serial: int, size: int) -> Tree:
    """Return a whole tree as edits have left it, for use in another process. Raises Damaged."""
    sql = f"SELECT {_COLUMNS} FROM tree_nodes WHERE tree = ?"
    edited = {row[0]: EditedNode(*row) for row in connection.execute(sql, (serial,))}
    blocks = read_blocks(connection, serial)
    return _put_together(size, list(blocks), edited) if edited else put_together(size, blocks)


def read_blocks(connection: Reading, serial: int) -> Iterator[OpenBlock]:
    """Yield all blocks of a tree in order, as they were packed, for use in another process. Raises Damaged."""
    sql = "SELECT first, nodes, notes, sum FROM tree_blocks WHERE tree = ? ORDER BY first"
    for row in connection.execute(sql, (serial,)):
        yield open_block(*row)


def find_faults(connection: Reading) -> Iterator[str]:
    """Yield a line for each tree with missing or corrupt blocks or nodes."""
    for (serial,) in connection.execute("SELECT serial FROM trees WHERE state = 'here'").fetchall():
        sql, before, found = "SELECT id, size, nodes, packed, v FROM trees WHERE serial = ?", None, ""
        while (row := connection.execute(sql, (serial,)).fetchone()) is not None and tuple(row) != before:
            before = tuple(row)  # again, if it was edited meanwhile
            found = _find_fault(connection, serial, *before)
        if found and row is not None:
            yield found


def _find_fault(connection: Reading, serial: int, id: str, size: int, nodes: int, packed: int, v: int) -> str:
    found = 0
    try:
        for block in read_blocks(connection, serial):
            if block.first != found:
                break
            found += len(block)
        left = len(read_tree(connection, serial, size)) if v and found == packed else found
    except Damaged as error:
        return f"tree {id}: {error}"
    return "" if (found, left) == (packed, nodes) else f"tree {id}: it has {left} nodes of {nodes}"


def _put_together(size: int, blocks: list[OpenBlock], edited: Mapping[int, EditedNode]) -> Tree:
    packed: list[OpenBlock] = []  # the block of each node
    for block in blocks:
        if block.first != len(packed):
            raise Damaged(f"a tree has no node {len(packed)}", code="tree_damaged")
        packed += [block] * len(block)

    def node(number: int) -> StoredNode:
        row = edited.get(number)
        there = packed[number].node(number) if number < len(packed) else None
        if row is not None:
            return row.overlay(there)
        if there is None:
            raise Damaged(f"a tree has no node {number}", code="tree_damaged")
        return there

    tree = Tree(size)
    waiting = [(ROOT, ROOT)]
    while waiting:
        number, place = waiting.pop()
        found = node(number)
        if found.note:
            tree.take(place, found.note)
        for child in found.children:
            if len(tree) > len(packed) + len(edited):  # children that lead in a circle would never end
                raise Damaged(f"node {number} of a tree has too many below it", code="tree_damaged")
            waiting.append((child, tree.add(place, node(child).move)))
    return tree
