"""A tree of moves as stored in files: variations, setup stones, comments, labels, marks, other programs' properties.

Nodes are numbers from 0, the root, in the order they were added. Data of every node lies in five arrays, 18 bytes a
node; rare data lies in a `Note`. So a million nodes take about 18 MB plus their texts. Nothing here recurses.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gomoku.board import Board, Color
from gomoku.errors import BadNotation

ROOT = 0
PASS = -1
"""The point of a move that places no stone."""
MOST_NODES = 20_000_000
"""Default limit of a reader: about 400 MB."""
MOST_TOLD = 20

Move = tuple[int, Color]
"""A point, or PASS, and who moved."""

SETUP: Mapping[str, int] = {"AB": Color.BLACK, "AW": Color.WHITE, "AE": 0}
"""SGF's properties of setup stones and emptied points."""

_NO_MOVE = 0
_SHIFT = PASS - 1  # so that no move of any colour is 0


@dataclass(slots=True)
class Note:
    """The annotations of a node.

    ``name`` is one line, ``comment`` may be several. ``labels`` are short texts at points of the position after the
    node's move. ``marked``: bookmarked; ``start``: where a reader should start. ``setup``: points with their content
    from here on, 0 for empty. ``to_move``: the next player, if stated. ``properties``: SGF properties without meaning
    here, each with its raw values.
    """

    name: str = ""
    comment: str = ""
    marked: bool = False
    start: bool = False
    labels: dict[int, str] = field(default_factory=dict)
    setup: tuple[tuple[int, int], ...] = ()
    to_move: Color | None = None
    properties: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return self != _NOTHING


_NOTHING = Note()


class Tree:
    """A root, and nodes with at most one move each. Raises BadBoardSize.

    ``cut`` is the first fault on the main line of a file; the part after it is missing here.
    """

    __slots__ = ("_codes", "_firsts", "_lasts", "_nexts", "_notes", "_parents", "cut", "size")

    def __init__(self, size: int) -> None:
        Board(size)
        self.size = size
        self.cut: BadNotation | None = None
        self._codes = array("H", [_NO_MOVE])
        self._parents = array("I", [ROOT])
        self._firsts = array("I", [ROOT])
        self._lasts = array("I", [ROOT])
        self._nexts = array("I", [ROOT])  # ROOT is nobody's child, so it stands for none
        self._notes: dict[int, Note] = {}

    def __len__(self) -> int:
        return len(self._codes)

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same content, whatever the order in which nodes were added."""
        if not isinstance(other, Tree) or (self.size, len(self)) != (other.size, len(other)):
            return NotImplemented if not isinstance(other, Tree) else False
        pairs = zip(self.walk(), other.walk(), strict=True)
        return all(
            depth == depth_there
            and self._codes[node] == other._codes[there]
            and self._notes.get(node, _NOTHING) == other._notes.get(there, _NOTHING)
            for (node, depth), (there, depth_there) in pairs
        )

    __hash__ = None  # type: ignore[assignment]  # a tree is mutable

    def add(self, parent: int, move: Move | None) -> int:
        """Add a last child to a node; return it."""
        node = len(self._codes)
        self._codes.append(_NO_MOVE if move is None else (move[0] - _SHIFT) << 2 | move[1])
        self._parents.append(parent)
        self._firsts.append(ROOT)
        self._lasts.append(ROOT)
        self._nexts.append(ROOT)
        last = self._lasts[parent]
        if last:
            self._nexts[last] = node
        else:
            self._firsts[parent] = node
        self._lasts[parent] = node
        return node

    def move(self, node: int) -> Move | None:
        """Return the move that leads to a node; None for the root and for nodes with only a note."""
        code = self._codes[node]
        return None if code == _NO_MOVE else ((code >> 2) + _SHIFT, Color(code & 3))

    def parent(self, node: int) -> int:
        """Return the parent; the root is its own parent."""
        return self._parents[node]

    def first(self, node: int) -> int:
        """Return the first child, the main one; ROOT if there is none."""
        return self._firsts[node]

    def following(self, node: int) -> int:
        """Return the next child of the same parent; ROOT after the last."""
        return self._nexts[node]

    def children(self, node: int) -> Iterator[int]:
        """Yield the children, the main one first."""
        child = self._firsts[node]
        while child:
            yield child
            child = self._nexts[child]

    @property
    def has_passes(self) -> bool:
        """Whether any move is a pass."""
        return any((PASS - _SHIFT) << 2 | color in self._codes for color in Color)

    def note(self, node: int) -> Note:
        """Return a node's note for reading or changing."""
        note = self._notes.get(node)
        if note is None:
            note = self._notes[node] = Note()
        return note

    def take(self, node: int, note: Note) -> None:
        """Set a node's note."""
        self._notes[node] = note

    def said(self, node: int) -> Note:
        """Return a node's note for reading only, without allocating an empty one."""
        return self._notes.get(node, _NOTHING)

    def noted(self) -> Iterator[tuple[int, Note]]:
        """Yield the nodes with a note, in no particular order."""
        return ((node, note) for node, note in self._notes.items() if note)

    def walk(self) -> Iterator[tuple[int, int]]:
        """Yield every node with its depth, each node before its children and these in order."""
        node, depth = ROOT, 0
        firsts, nexts, parents = self._firsts, self._nexts, self._parents
        while True:
            yield node, depth
            if firsts[node]:
                node, depth = firsts[node], depth + 1
                continue
            while node and not nexts[node]:
                node, depth = parents[node], depth - 1
            if not node:
                return
            node = nexts[node]

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root to a node, both included."""
        found = [node]
        while node:
            node = self._parents[node]
            found.append(node)
        return found[::-1]

    def main_line(self) -> list[int]:
        """Return the root, its first child, the first child of that, and so on."""
        found = [ROOT]
        while child := self._firsts[found[-1]]:
            found.append(child)
        return found

    def board(self, node: int) -> Board:
        """Return the board at a node, with setup and played stones."""
        board = Board(self.size)
        for each in self.path(node):
            stones: list[tuple[int, int]] = list(self.said(each).setup)
            move = self.move(each)
            if move is not None and move[0] != PASS:
                stones.append(move)
            for point, color in stones:
                if board[point]:
                    board.remove(point)
                if color:
                    board.place(point, Color(color))
        return board


class PathStones:
    """The stones on the path to a reader's current node; going back restores earlier content."""

    __slots__ = ("_before", "_begun", "cells")

    def __init__(self, size: int) -> None:
        self.cells = bytearray(size * size)
        self._before: list[tuple[int, int]] = []
        self._begun: list[int] = []

    @property
    def depth(self) -> int:
        """Number of nodes on the path."""
        return len(self._begun)

    def enter(self) -> None:
        """Go to a child."""
        self._begun.append(len(self._before))

    def put(self, point: int, color: int) -> None:
        """Set the content of a point, 0 for empty."""
        self._before.append((point, self.cells[point]))
        self.cells[point] = color

    def back_to(self, depth: int) -> None:
        """Go back until ``depth`` nodes are left."""
        while len(self._begun) > depth:
            begun = self._begun.pop()
            while len(self._before) > begun:
                point, color = self._before.pop()
                self.cells[point] = color


@dataclass(slots=True)
class Skipped:
    """Content that a reader skipped: the count, and the first faults."""

    count: int = 0
    first: list[BadNotation] = field(default_factory=list)

    def tell(self, fault: BadNotation) -> None:
        """Record a skipped item."""
        self.count += 1
        if len(self.first) < MOST_TOLD:
            self.first.append(fault)


@dataclass(frozen=True, slots=True)
class ReadTree:
    """A tree from a file, what was skipped, and the encoding of its texts."""

    tree: Tree
    skipped: Skipped
    encoding: str
