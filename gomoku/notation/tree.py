"""A tree of moves as files hold it: variations, setup stones, comments, labels, marks, what other programs have noted.

Nodes are numbers from 0, the root, in the order in which they were added; what every node has lies in five arrays, 18
bytes a node, and what few have in a `Note`. So a million nodes are some 18 MB and their texts. Nothing here recurses.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gomoku.board import Board, Color
from gomoku.errors import BadNotation

ROOT = 0
PASS = -1
"""The point of a move that puts no stone down."""
MOST_NODES = 20_000_000
"""Of what a reader takes unless it is told otherwise: some 400 MB."""
MOST_TOLD = 20

Move = tuple[int, Color]
"""A point, or PASS, and who moved."""

SETUP: Mapping[str, int] = {"AB": Color.BLACK, "AW": Color.WHITE, "AE": 0}
"""What SGF calls stones that are set up, and points that are emptied."""

_NO_MOVE = 0
_SHIFT = PASS - 1  # so that no move of any colour is 0


@dataclass(slots=True)
class Note:
    """What is said at a node.

    ``name`` is one line, ``comment`` may be several. ``labels`` are short texts at points of the position after the
    node's move. ``marked``: to be found again; ``start``: where a reader is to begin. ``setup`` are points with what
    lies on them from here on, 0 for nothing, and ``to_move`` who moves next where that is said. ``properties`` are
    those of SGF that mean nothing here, each with its values as they stand in the file between brackets.
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
    """A root, and nodes that have each at most one move. Raises BadBoardSize.

    ``cut`` is the first thing that a reader could not take of the main line in a file: what follows it is not here.
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
        self._nexts = array("I", [ROOT])  # ROOT is nobody's child: it stands for none
        self._notes: dict[int, Note] = {}

    def __len__(self) -> int:
        return len(self._codes)

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, in whatever order the nodes were added."""
        if not isinstance(other, Tree) or (self.size, len(self)) != (other.size, len(other)):
            return NotImplemented if not isinstance(other, Tree) else False
        pairs = zip(self.walk(), other.walk(), strict=True)
        return all(
            depth == depth_there
            and self._codes[node] == other._codes[there]
            and self._notes.get(node, _NOTHING) == other._notes.get(there, _NOTHING)
            for (node, depth), (there, depth_there) in pairs
        )

    __hash__ = None  # type: ignore[assignment]  # a tree grows

    def add(self, parent: int, move: Move | None) -> int:
        """A new last child of a node."""
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
        """The move that leads to a node; None for the root, and where only something is said."""
        code = self._codes[node]
        return None if code == _NO_MOVE else ((code >> 2) + _SHIFT, Color(code & 3))

    def parent(self, node: int) -> int:
        """Of the root, itself."""
        return self._parents[node]

    def first(self, node: int) -> int:
        """The first child, which is the main one; ROOT where there is none."""
        return self._firsts[node]

    def following(self, node: int) -> int:
        """The next child of the same parent; ROOT after the last."""
        return self._nexts[node]

    def children(self, node: int) -> Iterator[int]:
        """The main one first."""
        child = self._firsts[node]
        while child:
            yield child
            child = self._nexts[child]

    @property
    def has_passes(self) -> bool:
        """Whether any move puts no stone down."""
        return any((PASS - _SHIFT) << 2 | color in self._codes for color in Color)

    def note(self, node: int) -> Note:
        """What is said at a node, to be read or changed."""
        note = self._notes.get(node)
        if note is None:
            note = self._notes[node] = Note()
        return note

    def take(self, node: int, note: Note) -> None:
        """Have this be what is said at a node."""
        self._notes[node] = note

    def said(self, node: int) -> Note:
        """The same to be read only: no room is taken where nothing is said."""
        return self._notes.get(node, _NOTHING)

    def noted(self) -> Iterator[tuple[int, Note]]:
        """Nodes at which something is said, in no order."""
        return ((node, note) for node, note in self._notes.items() if note)

    def walk(self) -> Iterator[tuple[int, int]]:
        """Every node with its depth, a node before its children and these in their order."""
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
        """The nodes that lead to a node, the root first and itself last."""
        found = [node]
        while node:
            node = self._parents[node]
            found.append(node)
        return found[::-1]

    def main_line(self) -> list[int]:
        """The root, its first child, the first child of that, and so on."""
        found = [ROOT]
        while child := self._firsts[found[-1]]:
            found.append(child)
        return found

    def board(self, node: int) -> Board:
        """The stones at a node, those set up and those played."""
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
    """The stones on the way to the node that a reader is at; what lay there before comes back on the way up."""

    __slots__ = ("_before", "_begun", "cells")

    def __init__(self, size: int) -> None:
        self.cells = bytearray(size * size)
        self._before: list[tuple[int, int]] = []
        self._begun: list[int] = []

    @property
    def depth(self) -> int:
        """Nodes on the way."""
        return len(self._begun)

    def enter(self) -> None:
        """Go to a child."""
        self._begun.append(len(self._before))

    def put(self, point: int, color: int) -> None:
        """Have something lie on a point, 0 for nothing."""
        self._before.append((point, self.cells[point]))
        self.cells[point] = color

    def back_to(self, depth: int) -> None:
        """Go up until so many nodes are left."""
        while len(self._begun) > depth:
            begun = self._begun.pop()
            while len(self._before) > begun:
                point, color = self._before.pop()
                self.cells[point] = color


@dataclass(slots=True)
class Skipped:
    """What a reader has left out of a file, and went on: how often, and the first of it."""

    count: int = 0
    first: list[BadNotation] = field(default_factory=list)

    def tell(self, fault: BadNotation) -> None:
        """One more."""
        self.count += 1
        if len(self.first) < MOST_TOLD:
            self.first.append(fault)


@dataclass(frozen=True, slots=True)
class ReadTree:
    """A tree out of a file, what was left out, and the encoding of its texts."""

    tree: Tree
    skipped: Skipped
    encoding: str
