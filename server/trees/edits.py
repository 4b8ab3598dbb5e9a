"""Handlers of edits: each is checked, committed for the version that it was made for, and acknowledged."""

from __future__ import annotations

from msgspec import Struct

from gomoku.errors import BadNotation
from gomoku.notation.encodings import codec
from gomoku.notation.tree import ROOT, Move
from server.answers import once
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import TreeEdit
from server.protocol.outbound import Ack
from server.protocol.tree_edits import (
    AddMove,
    Bookmark,
    DeleteBranch,
    EditComment,
    EditName,
    LabelPoint,
    MarkPoint,
    NodeEdit,
    PromoteBranch,
    RedoEdit,
    UndoEdit,
)
from server.signals import Signals, TreeChanged
from server.store import answers
from server.store.database import Database
from server.store.sql import Conflict
from server.store.trees import tree_edits, tree_rows
from server.store.trees.edited_nodes import EditedNode
from server.store.trees.tree_blocks import StoredNode, write_note
from server.store.trees.tree_edits import NODE_BYTES, NodeChange, TreeCounts
from server.store.trees.tree_rows import StoredTree
from server.trees.editing import MOST_BRANCHES, edit_note, find_move, refuse
from server.trees.keeper import TreeKeeper
from server.trees.tree_file import MOST_NODES
from server.trees.walk import TreeReader

TOGETHER_MS = 60_000
"""Time within which changes of one comment are one edit to undo: a page sends what is written as it is written."""


class PlannedEdit(Struct, frozen=True):
    """A planned edit: a change of a node that is stored as ``before``, with the path to it; perhaps with an added move
    and texts to be held by the tree's encoding.
    """

    change: NodeChange
    before: EditedNode | None
    path: list[int]
    added: tuple[int, Move] | None = None
    text: str = ""


class TreeEdits:
    """Edits of the trees of ``store`` within the limits of ``keeper``. Emits `TreeChanged`."""

    def __init__(self, store: Database, keeper: TreeKeeper, signals: Signals) -> None:
        self._store = store
        self._keeper = keeper
        self._signals = signals

    def register(self, handlers: Handlers) -> None:
        """Register the handler of edits."""
        handlers.add(TreeEdit, once(self._store, self.edit))

    async def edit(self, client: Client, message: TreeEdit, at: int) -> None:
        """Edit a tree of the sender's, and answer with its version and the node to look at; raises Refused."""
        tree = await self._find(client, message)
        if tree.v != message.v:
            raise Refused(code="tree_changed", v=tree.v)
        try:
            answer = await self._edit(client, tree, message, at)
        except Conflict:  # another connection was quicker, or the same command on another connection
            now = await self._find(client, message)
            if now.v == tree.v:
                raise
            raise Refused(code="tree_changed", v=now.v) from None
        client.say(answer)
        if answer.v is not None and answer.v != tree.v:
            only = tree.owner if tree.visibility == "private" else None
            self._signals.emit(TreeChanged(tree.id, answer.v, tree.title, only))

    async def _find(self, client: Client, message: TreeEdit) -> StoredTree:
        tree = await tree_rows.find_tree(self._store, message.tree)
        if tree is None or tree.owner != client.player:
            raise Refused(code="unknown_tree")
        return tree

    async def _edit(self, client: Client, tree: StoredTree, message: TreeEdit, at: int) -> Ack:
        reader = TreeReader(self._store, tree)
        if isinstance(message.edit, UndoEdit | RedoEdit):
            return await self._move(client, tree, message, reader, at)
        try:
            path = await reader.path(message.node)
        except Refused:
            raise refuse("no_node") from None
        wanted = await _plan(tree, path, message.edit, reader, at)
        if isinstance(wanted, int):  # it is so already
            return Ack(message.id, tree=tree.id, v=tree.v, node=wanted)
        change, before = wanted.change, wanted.before
        grown = change.count_bytes(before) + (0 if wanted.added is None else NODE_BYTES)
        await self._keeper.check_edit(tree, grown)
        undo = change.reverse(before)
        instead = None
        if change.comment:
            last = await tree_edits.find_last(self._store, tree)
            if last is not None and _continues(tree, *last, undo):
                instead, undo = last
        depth = max(tree.depth, len(path)) if wanted.added is not None else tree.depth
        answer = Ack(message.id, tree=tree.id, v=tree.v + 1, node=change.look)
        await tree_edits.edit(
            self._store,
            tree,
            change,
            undo,
            wanted.path,
            TreeCounts(grown, depth, _find_encoding(tree, wanted.text)),
            answers.keep(client.player, answer, at),
            added=wanted.added,
            instead=instead,
        )
        return answer

    async def _move(self, client: Client, tree: StoredTree, message: TreeEdit, reader: TreeReader, at: int) -> Ack:
        """Undo the last edit, or do the one again that was undone last."""
        undoes = isinstance(message.edit, UndoEdit)
        last = await (tree_edits.find_last if undoes else tree_edits.find_undone)(self._store, tree)
        if last is None:
            raise refuse("nothing_to_undo" if undoes else "nothing_to_redo")
        v, change = last
        path = [node.number for node in await reader.path(change.at)]
        before = await reader.row(change.at)
        grown = change.count_bytes(before)
        if not undoes:
            await self._keeper.check_edit(tree, grown)
        answer = Ack(message.id, tree=tree.id, v=tree.v + 1, node=change.look)
        counts = TreeCounts(grown, tree.depth, tree.encoding)
        kept = answers.keep(client.player, answer, at)
        reverse = change.reverse(before)
        await tree_edits.move(self._store, tree, v, change, reverse, path, counts, kept, undone=undoes)
        return answer


async def _plan(
    tree: StoredTree, path: list[StoredNode], edit: NodeEdit, reader: TreeReader, at: int
) -> PlannedEdit | int:
    """Return what an edit is to do at the end of a path, or the node to look at if nothing; raises Refused."""
    node, numbers = path[-1], [each.number for each in path]
    match edit:
        case AddMove(point):
            _require_room(tree, node)
            children = [await reader.node(child) for child in node.children]
            move = find_move(tree.size, path, children[0] if children else None, point)
            there = next((child.number for child in children if child.move == move), None)
            if there is not None:
                return there
            new = tree.numbers
            looks = new, node.number
            changed = await _change_children(reader, node, [*node.children, new], 1, looks, at)
            return PlannedEdit(*changed, numbers, (new, move))
        case PromoteBranch() | DeleteBranch():
            if node.number == ROOT:
                raise refuse("root")
            parent = path[-2]
            _require_room(tree, parent)
            others = [child for child in parent.children if child != node.number]
            if isinstance(edit, DeleteBranch):
                grown, look = -node.below - 1, parent.number
            elif parent.children[0] == node.number:
                return node.number
            else:
                others, grown, look = [node.number, *others], 0, node.number
            changed = await _change_children(reader, parent, others, grown, (look, node.number), at)
            return PlannedEdit(*changed, numbers[:-1])
        case EditComment() | EditName() | Bookmark() | MarkPoint() | LabelPoint():
            note = edit_note(node.note, edit, tree.size)
            if note == node.note:
                return node.number
            before = await reader.row(node.number)
            same = None if before is None else before.children
            try:
                text = write_note(node.number, note)
            except BadNotation:
                raise refuse("too_long") from None
            comment = isinstance(edit, EditComment)
            change = NodeChange(node.number, node.number, node.number, same, text, comment=comment, made_at=at)
            said = "" if isinstance(edit, MarkPoint | Bookmark) else edit.text
            return PlannedEdit(change, before, numbers, text=said)
    raise AssertionError(edit)


async def _change_children(
    reader: TreeReader, node: StoredNode, children: list[int], grown: int, looks: tuple[int, int], at: int
) -> tuple[NodeChange, EditedNode | None]:
    before = await reader.row(node.number)
    note = None if before is None else before.note
    text = "[" + ",".join(map(str, children)) + "]"
    return NodeChange(node.number, *looks, text, note, grown, made_at=at), before


def _require_room(tree: StoredTree, parent: StoredNode) -> None:
    if len(parent.children) >= MOST_BRANCHES:
        raise Refused(code="tree_too_large", nodes=MOST_BRANCHES)
    if tree.nodes >= MOST_NODES or tree.numbers >= 2 * MOST_NODES:
        raise Refused(code="tree_too_large", nodes=MOST_NODES)


def _continues(tree: StoredTree, v: int, last: NodeChange, undo: NodeChange) -> bool:
    """Return whether a change of a comment belongs to the last edit."""
    return last.comment and v == tree.v and last.at == undo.at and undo.made_at - last.made_at < TOGETHER_MS


def _find_encoding(tree: StoredTree, text: str) -> str:
    """Return the encoding that holds an added text, too."""
    try:
        text.encode(codec(tree.encoding))
    except UnicodeEncodeError:
        return "utf-8"
    return tree.encoding
