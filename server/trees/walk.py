"""Stored trees in the HTTP API: lists, nodes by depth, and search of a position."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from gomoku import point, symmetry
from gomoku.board import Color
from gomoku.errors import BadPoint
from gomoku.notation.picture import MARKS
from gomoku.notation.sgf_tree import points_of
from gomoku.notation.tree import ROOT, Note, Tree
from server.errors import Refused
from server.protocol.api import TreeFound, TreeNode, TreeNodes, TreePage, TreeSummary
from server.protocol.query import TreeNodesQuery, TreesQuery
from server.protocol.values import ColorName, Who
from server.store.database import Database
from server.store.games import library
from server.store.trees import edited_nodes, tree_edits, tree_rows
from server.store.trees.edited_nodes import EditedBlock, EditedNode
from server.store.trees.tree_blocks import StoredNode
from server.store.trees.tree_rows import StoredTree
from server.trees.keeper import MOST_BYTES, MOST_TREES
from server.trees.source_game import find_source_game

MOST_BLOCKS = 24
"""Most blocks read for one answer, beside those on the path to its node."""
MOST_LOOKED_AT = 20_000
"""Most nodes in which a position is searched,"""
MOST_FOUND_IN = 200
"""and most blocks read for that."""
COMMENT = 2_000
"""Most letters of a comment in a list; a node requested by itself has all."""
LABELS = 60
"""Most letters of a label in a list."""
MARKED = 4_000
"""Most marked points in one answer: a rectangle covers many with few letters."""

_COLORS: dict[Color, ColorName] = {Color.BLACK: "black", Color.WHITE: "white"}


async def find(db: Database, id: str, viewer: str | None) -> StoredTree:
    """Return a tree; raises Refused("not_found") if the viewer may not see it."""
    tree = await tree_rows.find_tree(db, id)
    if tree is None or not tree.seen_by(viewer):
        raise Refused(code="not_found")
    return tree


async def list_trees(db: Database, query: TreesQuery, viewer: str | None) -> TreePage:
    """Return the viewer's own trees, or a page of public ones."""
    if query.whose == "mine":
        found = [] if viewer is None else await tree_rows.list_own(db, viewer)
        size = sum(tree.bytes for tree in found)
        return TreePage(await _summarise(db, found, viewer), None, size, MOST_BYTES, MOST_TREES)
    found, following = await tree_rows.list_public(db, query.cursor, query.limit)
    return TreePage(await _summarise(db, found, viewer), following)


async def summary(db: Database, id: str, viewer: str | None) -> TreeSummary:
    """Return one tree without its nodes."""
    tree = await find(db, id, viewer)
    (found,) = await _summarise(db, [tree], viewer)
    game = find_source_game(tree.file)
    if game is not None and await library.find_seen(db, game, viewer) is not None:
        found = msgspec.structs.replace(found, game=game)
    if not found.yours:
        return found
    undoable = await tree_edits.find_last(db, tree) is not None
    redoable = await tree_edits.find_undone(db, tree) is not None
    return msgspec.structs.replace(found, undoable=undoable, redoable=redoable)


async def _summarise(db: Database, found: Sequence[StoredTree], viewer: str | None) -> list[TreeSummary]:
    names = await tree_rows.read_owners(db, found)
    return [
        TreeSummary(
            id=tree.id,
            title=tree.title,
            owner=Who(tree.owner, names[tree.owner]) if tree.owner in names else Who(),
            visibility=tree.visibility,
            size=tree.size,
            nodes=tree.nodes,
            depth=tree.depth,
            bytes=tree.bytes,
            created_at=tree.created_at,
            encoding=tree.encoding,
            rules=tree.rules,
            file=tree.file,
            skipped=tree.skipped,
            yours=tree.owner == viewer,
            sealed=tree.sealed and tree.owner == viewer,
            v=tree.v,
        )
        for tree in found
    ]


class TreeReader:
    """The nodes of a tree, read by blocks, each once."""

    def __init__(self, db: Database, tree: StoredTree) -> None:
        self._db = db
        self._tree = tree
        self._blocks: list[EditedBlock] = []

    @property
    def read(self) -> int:
        """Number of blocks read."""
        return len(self._blocks)

    def has(self, number: int) -> bool:
        """Return whether a node is available without another read."""
        return any(number in block for block in self._blocks)

    async def node(self, number: int) -> StoredNode:
        """Return a node; raises Damaged."""
        return (await self._block(number)).node(number)

    async def row(self, number: int) -> EditedNode | None:
        """Return what edits have made of a node."""
        return (await self._block(number)).row(number)

    async def path(self, number: int, most: int | None = None, *, left: bool = False) -> list[StoredNode]:
        """Return the nodes from the root to a node; with ``left``, to what is left of the path to a deleted one. Raises
        Refused("not_found") for one that is not in the tree, or no longer, and "tree_too_large" for a path of more than
        ``most``.
        """
        if number >= self._tree.numbers:
            raise Refused(code="not_found")
        found = [await self.node(number)]
        while found[-1].number != ROOT:
            if len(found) == most:
                raise Refused(code="tree_too_large", nodes=most)
            child = found[-1].number
            found.append(await self.node(found[-1].parent))
            if child not in found[-1].children:
                if not left:
                    raise Refused(code="not_found")
                found = found[-1:]
        return found[::-1]

    async def _block(self, number: int) -> EditedBlock:
        for place, block in enumerate(self._blocks):
            if number in block:
                if place:  # neighbours usually follow
                    self._blocks[0], self._blocks[place] = block, self._blocks[0]
                return block
        block = await edited_nodes.read_block(self._db, self._tree, number)
        self._blocks.insert(0, block)
        return block


async def list_nodes(db: Database, id: str, query: TreeNodesQuery, viewer: str | None) -> TreeNodes:
    """Return nodes of a tree by depth; raises Refused("not_found") for an unknown node."""
    tree = await find(db, id, viewer)
    reader = TreeReader(db, tree)
    if query.path or tree.v:  # a branch that was deleted is shown to nobody
        way = await reader.path(query.node, left=query.left)
    elif query.node < tree.numbers:
        way = [await reader.node(query.node)]
    else:
        raise Refused(code="not_found")
    begun = way[-1]
    show = _Pages(tree.size).show
    # the node that was asked for has the first claim to marks
    path = [show(begun, whole=True), *(show(above) for above in way[-2::-1])] if query.path else []
    before = reader.read
    nodes: list[TreeNode] = []
    runs = deque([(begun.children[query.skip :], 1)])
    while runs:
        numbers, depth = runs.popleft()
        if depth > query.depth:
            break
        for number in numbers:
            if len(nodes) == query.most or (reader.read - before >= MOST_BLOCKS and not reader.has(number)):
                return TreeNodes(nodes, path[::-1], tree.v)
            node = await reader.node(number)
            nodes.append(show(node))
            runs.append((node.children, depth + 1))
    return TreeNodes(nodes, path[::-1], tree.v)


class _Pages:
    """Converts nodes to their wire form for one answer."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._room = MARKED

    def show(self, node: StoredNode, *, whole: bool = False) -> TreeNode:
        """Convert a node; a node requested by itself is complete."""
        note = node.note
        labels = list(note.labels.items())
        comment = note.comment if whole else note.comment[:COMMENT]
        shown = labels if whole else [(at, text[:LABELS]) for at, text in labels]
        return TreeNode(
            n=node.number,
            parent=node.parent,
            point=None if node.move is None else node.move[0],
            color=None if node.move is None else _COLORS[node.move[1]],
            first=node.children[0] if node.children else 0,
            children=len(node.children),
            order=[] if isinstance(node.children, range) else list(node.children),
            below=node.below,
            name=note.name if whole else note.name[:COMMENT],
            comment=comment,
            marked=note.marked,
            start=note.start,
            labels=shown,
            marks=self._marks(note),
            setup=list(note.setup),
            to_move=None if note.to_move is None else _COLORS[note.to_move],
            more=not whole and (len(comment) < len(note.comment) or len(note.name) > COMMENT or shown != labels),
        )

    def _marks(self, note: Note) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        for name, values in note.properties:
            if name not in MARKS:
                continue
            for value in values:
                if self._room <= 0:
                    return found
                points = points_of([value], self._size)
                self._room -= len(points) + 1
                found += ((at, MARKS[name]) for at in points)
        return found


async def find_position(db: Database, id: str, text: str, viewer: str | None) -> TreeFound:
    """Find a position in a tree; raises Refused("bad_filter") for an invalid one."""
    tree = await find(db, id, viewer)
    try:
        moves = point.parse_all(text, tree.size)
    except BadPoint as error:
        raise Refused(code="bad_filter", why=str(error)) from error
    if len(set(moves)) < len(moves):
        raise Refused(code="bad_filter", why="two stones on one point")
    stones = {at: Color.WHITE if ply % 2 else Color.BLACK for ply, at in enumerate(moves)}
    images = [{turned[at]: color for at, color in stones.items()} for turned in symmetry.maps(tree.size)]
    reader = TreeReader(db, tree)
    search = _PositionSearch(reader, images)
    node = await search.find([0])  # unrotated first
    if node is None and stones:
        node = await search.find(list(range(1, len(images))))
    return TreeFound(node, node is not None or not search.cut_off)


class _PositionSearch:
    """Walks the nodes whose stones all belong to a position or to one of its images."""

    def __init__(self, reader: TreeReader, images: Sequence[dict[int, Color]]) -> None:
        self._reader = reader
        self._images = images
        self._looked_at = 0
        self.cut_off = False

    async def find(self, alive: list[int]) -> int | None:
        waiting = [(ROOT, 0, alive)]
        wanted = len(self._images[0])
        while waiting:
            number, laid, alive = waiting.pop()
            if laid == wanted:
                return number
            node = await self._reader.node(number)
            for child in reversed(node.children):
                self._looked_at += 1
                if self._looked_at > MOST_LOOKED_AT or (
                    self._reader.read >= MOST_FOUND_IN and not self._reader.has(child)
                ):
                    self.cut_off = True
                    return None
                move = (await self._reader.node(child)).move
                if move is None or move[0] < 0:
                    waiting.append((child, laid, alive))
                    continue
                kept = [image for image in alive if self._images[image].get(move[0]) is move[1]]
                if kept:
                    waiting.append((child, laid + 1, kept))
        return None


MOST_VALUES = 400
"""Most values of point-marking properties at one node: a value may be a rectangle, and a board has no more points."""
MOST_NODES = 700
"""Most nodes on the path to a node: more are no game, and no animation."""


async def read_way(db: Database, tree: StoredTree, number: int) -> Tree:
    """Return a tree of one line, from the root to a node; raises Refused("not_found"), and "tree_too_large" for a long
    path.
    """
    way, at = Tree(tree.size), ROOT
    for node in await TreeReader(db, tree).path(number, MOST_NODES):
        if node.number != ROOT:
            at = way.add(at, node.move)
        way.take(at, _show(node))
    return way


def _show(node: StoredNode) -> Note:
    marks = [(name, values) for name, values in node.note.properties if name in MARKS]
    return Note(
        labels=node.note.labels,
        setup=node.note.setup,
        properties=[(name, tuple(values[:MOST_VALUES])) for name, values in marks[:MOST_VALUES]],
    )
