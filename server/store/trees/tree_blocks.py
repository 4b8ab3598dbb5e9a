"""Blocks that hold the nodes of a stored tree: pack a `Tree` into blocks, open one, reassemble the tree.

Nodes are renumbered: the children of a node are consecutive, the main one first, and the subtree of the first child
comes before that of the next. So a node's children are one range of numbers, a line of moves is stored together, and a
parent has a smaller number than its children.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from zlib import crc32

import msgspec
from msgspec import Struct

from gomoku.board import Color
from gomoku.notation.faults import fault
from gomoku.notation.tree import PASS, ROOT, Move, Note, Tree
from server.store.integrity import Damaged

NODES = 1_024
"""Maximum nodes per block."""
NOTES = 1 << 16
"""Bytes of notes in one block, above which the next block begins."""
MOST_NOTE = 1 << 20
"""Maximum bytes of one node's note."""
MOST_DEPTH = 2_000
"""Maximum moves on the path to a node: more than any board has points, and passes."""

_COLUMNS = ("H", "I", "I", "I", "I")  # move, parent, first child, children, nodes below
_WIDTH = sum(array(kind).itemsize for kind in _COLUMNS)
_NO_MOVE = 0
_SHIFT = PASS - 1


class KeptNote(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The note of node ``number``, with the fields of `Note`."""

    number: int
    name: str = ""
    comment: str = ""
    marked: bool = False
    start: bool = False
    labels: list[tuple[int, str]] = []
    setup: list[tuple[int, int]] = []
    to_move: int = 0
    properties: list[tuple[str, tuple[str, ...]]] = []


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[KeptNote]).decode


class TreeBlock(Struct, frozen=True, array_like=True):
    """A stored block: the number of its first node, the packed columns, and the notes.

    ``marked`` are the numbers of its bookmarked nodes, which its notes have as well; empty for a block that was read.
    """

    first: int
    nodes: bytes
    notes: bytes | None
    marked: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        """Size in bytes."""
        return len(self.nodes) + len(self.notes or b"")

    @property
    def sum(self) -> int:
        """Checksum (CRC-32) of number, nodes and notes."""
        return crc32(self.notes or b"", crc32(self.nodes, crc32(self.first.to_bytes(8, "little"))))


class StoredNode(Struct, frozen=True):
    """A node of a stored tree, with the numbers of its children, the main one first. It has ``below`` descendants."""

    number: int
    move: Move | None
    parent: int
    children: Sequence[int]
    below: int
    note: Note


def pack(tree: Tree) -> Iterator[TreeBlock]:
    """Yield the blocks of a tree. Raises BadNotation with the node if the tree is too deep or a note too long."""
    order, firsts, counts, parents = _number(tree)
    belows = _count_below(parents)
    columns = [array(kind) for kind in _COLUMNS]
    notes: list[bytes] = []
    marked: list[int] = []
    said = start = 0
    for number, node in enumerate(order):
        note = tree.said(node)
        if note:
            text = _encode(keep_note(number, note))
            if len(text) > MOST_NOTE:
                raise fault(node, "too_long", "C", unit="node")
            if notes and said + len(text) > NOTES:
                yield _close(start, columns, notes, marked)
                start, said = number, 0
            notes.append(text)
            said += len(text)
        if number - start == NODES:
            last = notes.pop() if note else None
            yield _close(start, columns, notes, marked)
            start, said = number, 0
            if last is not None:
                notes.append(last)
                said = len(last)
        move = tree.move(node)
        first = firsts[number]
        columns[0].append(to_code(move))
        columns[1].append(number - parents[number])  # small, repeated numbers compress better
        columns[2].append(first - number if first else 0)
        columns[3].append(counts[number])
        columns[4].append(belows[number])
        if note and note.marked:
            marked.append(number)
    yield _close(start, columns, notes, marked)


def _number(tree: Tree) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the nodes in their new order; and by new number the first child (0 for none), child count, and parent."""
    order, parents, depths = array("I", [ROOT]), array("I", [0]), array("H", [0])
    firsts, counts = array("I", [0]), array("I", [0])
    waiting = [0]
    while waiting:
        number = waiting.pop()
        begun = len(order)
        for child in tree.children(order[number]):
            order.append(child)
        count = len(order) - begun
        if not count:
            continue
        if depths[number] == MOST_DEPTH:
            raise fault(order[begun], "too_deep", str(MOST_DEPTH), unit="node")
        firsts[number], counts[number] = begun, count
        parents.extend([number] * count)
        depths.extend([depths[number] + 1] * count)
        firsts.extend([0] * count)
        counts.extend([0] * count)
        waiting.extend(range(begun + count - 1, begun - 1, -1))
    return order, firsts, counts, parents


def _count_below(parents: array[int]) -> array[int]:
    belows = array("I", bytes(4 * len(parents)))
    for number in range(len(parents) - 1, 0, -1):
        belows[parents[number]] += belows[number] + 1
    return belows


def _close(start: int, columns: list[array[int]], notes: list[bytes], marked: list[int]) -> TreeBlock:
    """Return the block of the collected nodes, and clear the collection."""
    packed = b"".join(_little(column).tobytes() for column in columns)
    kept = zlib.compress(b"[" + b",".join(notes) + b"]") if notes else None
    block = TreeBlock(start, zlib.compress(packed), kept, tuple(marked))
    for column in columns:
        del column[:]
    notes.clear()
    marked.clear()
    return block


def _little(column: array[int]) -> array[int]:
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return column


def keep_note(number: int, note: Note) -> KeptNote:
    """Return the note of a node as it is stored."""
    return KeptNote(
        number,
        note.name,
        note.comment,
        note.marked,
        note.start,
        list(note.labels.items()),
        list(note.setup),
        0 if note.to_move is None else int(note.to_move),
        note.properties,
    )


class OpenBlock:
    """The nodes of one block, decoded."""

    __slots__ = ("_columns", "_notes", "first")

    def __init__(self, block: TreeBlock) -> None:
        self.first = block.first
        raw = zlib.decompress(block.nodes)
        count, begun = len(raw) // _WIDTH, 0
        self._columns: list[array[int]] = []
        for kind in _COLUMNS:
            column = array(kind)
            end = begun + count * column.itemsize
            column.frombytes(raw[begun:end])
            self._columns.append(_little(column))
            begun = end
        kept = [] if block.notes is None else _decode(zlib.decompress(block.notes))
        self._notes = {each.number: each for each in kept}

    def __len__(self) -> int:
        return len(self._columns[0])

    @property
    def marked(self) -> list[int]:
        """The numbers of the bookmarked nodes."""
        return sorted(each.number for each in self._notes.values() if each.marked)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.first <= number < self.first + len(self)

    def node(self, number: int) -> StoredNode:
        """Return the node with this number, which must be in the block."""
        code, up, down, count, below = (column[number - self.first] for column in self._columns)
        children = range(number + down, number + down + count)
        return StoredNode(number, from_code(code), number - up, children, below, self._note(number))

    def _note(self, number: int) -> Note:
        kept = self._notes.get(number)
        return Note() if kept is None else open_note(kept)


def to_code(move: Move | None) -> int:
    """Return a move as a number, as blocks hold it."""
    return _NO_MOVE if move is None else (move[0] - _SHIFT) << 2 | move[1]


def from_code(code: int) -> Move | None:
    """Return the move of a number."""
    return None if code == _NO_MOVE else ((code >> 2) + _SHIFT, Color(code & 3))


def write_note(number: int, note: Note) -> str:
    """Return the note of a node as JSON. Raises BadNotation if it is too long."""
    text = _encode(keep_note(number, note))
    if len(text) > MOST_NOTE:
        raise fault(number, "too_long", "C", unit="node")
    return text.decode()


def open_note(kept: KeptNote) -> Note:
    """Return a stored note."""
    return Note(
        kept.name,
        kept.comment,
        kept.marked,
        kept.start,
        dict(kept.labels),
        tuple(kept.setup),
        Color(kept.to_move) if kept.to_move else None,
        list(kept.properties),
    )


def open_block(first: int, nodes: bytes, notes: bytes | None, sum: int) -> OpenBlock:
    """Decode a block from its row. Raises Damaged if the checksum does not match."""
    block = TreeBlock(first, nodes, notes)
    try:
        sound = block.sum == sum
    except (TypeError, OverflowError):  # text where bytes were, or a strange number
        sound = False
    if not sound:
        raise Damaged(f"the block of a tree from node {first!r} on is not as it was written", code="tree_damaged")
    return OpenBlock(block)


def put_together(size: int, blocks: Iterable[OpenBlock]) -> Tree:
    """Reassemble a tree from its blocks in order, with the stored node numbers. Raises Damaged if one is missing."""
    tree = Tree(size)
    following = 0
    for block in blocks:
        if block.first != following:
            raise Damaged(f"a tree has no node {following}", code="tree_damaged")
        following += len(block)
        for number in range(block.first, following):
            node = block.node(number)
            if number != ROOT:
                tree.add(node.parent, node.move)
            if node.note:
                tree.take(number, node.note)
    return tree
