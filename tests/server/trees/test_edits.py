"""Edits of a stored tree are those of a plain tree: after any of them, walked or written, it is the same."""

import asyncio
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.notation import renlib, sgf_tree
from gomoku.notation.picture import MARKS
from gomoku.notation.sgf_tree import points_of
from gomoku.notation.tree import PASS, ROOT, Move, Note, Tree
from server.errors import Refused
from server.protocol.inbound import TreeEdit
from server.protocol.outbound import Ack
from server.protocol.query import TreeNodesQuery
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
from server.signals import Signals
from server.store.reading import read_from
from server.store.trees import edited_nodes, tree_blocks, tree_edits, tree_rows
from server.store.trees.tree_blocks import OpenBlock, pack
from server.store.trees.tree_rows import StoredTree
from server.trees import edits, walk
from server.trees.edits import TreeEdits
from server.trees.keeper import TreeKeeper
from tests.gomoku.notation.trees import large_tree, library_trees, trees
from tests.kit.stores import open_at
from tests.server.store.examples import add_player
from tests.server.store.trees.test_tree_rows import new, read_whole

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
LATER_MS = 2 * edits.TOGETHER_MS
EDITS = st.one_of(
    st.builds(AddMove, st.integers(106, 118) | st.just(PASS)),
    st.builds(EditComment, st.just(0), st.integers(0, 3), TEXTS),
    st.builds(EditName, TEXTS),
    st.builds(Bookmark, st.booleans()),
    st.builds(MarkPoint, st.integers(0, 8), st.sampled_from(["triangle", "square", "circle", "cross", None])),
    st.builds(LabelPoint, st.integers(105, 115), st.sampled_from(["", "a", "1]:\\", "  b ", "棋"])),
    st.just(PromoteBranch()),
    st.just(DeleteBranch()),
    st.just(UndoEdit()),
    st.just(RedoEdit()),
)


class Asker:
    """A client that keeps what it is told."""

    def __init__(self, player: str = "ada") -> None:
        self.player = player
        self.told: list[Ack] = []

    def say(self, message: Any) -> None:
        self.told.append(message)


Marks = frozenset[tuple[int, str]]


@dataclass
class Branch:
    """A node of the plain tree, with all below it."""

    number: int
    move: Move | None
    note: Note
    marks: Marks = frozenset()
    below: list["Branch"] = field(default_factory=list)

    def walk(self) -> Iterator["Branch"]:
        waiting = [self]
        while waiting:
            yield (branch := waiting.pop())
            waiting += branch.below[::-1]


def parted(note: Note, size: int) -> tuple[Note, Marks]:
    """A note without its marks, and these."""
    marks = frozenset(
        (at, MARKS[name]) for name, values in note.properties if name in MARKS for at in points_of(values, size)
    )
    return replace(note, properties=[each for each in note.properties if each[0] not in MARKS]), marks


class PlainTree:
    """A tree that is copied before every edit."""

    def __init__(self, tree: Tree) -> None:
        self.size, self.before, self.after = tree.size, list[Branch](), list[Branch]()
        made = dict[int, Branch]()
        for block in map(OpenBlock, pack(tree)):
            for number in range(block.first, block.first + len(block)):
                node = block.node(number)
                made[number] = Branch(number, node.move, *parted(node.note, tree.size))
                if number != ROOT:
                    made[node.parent].below.append(made[number])
        self.root, self.given = made[ROOT], len(made)

    def edit(self, at: int, edit: NodeEdit) -> bool:
        """Edit a node; return whether that made sense."""
        if isinstance(edit, UndoEdit):
            if not self.before:
                return False
            self.after.append(self.root)
            self.root = self.before.pop()
            return True
        if isinstance(edit, RedoEdit):
            if not self.after:
                return False
            self.before.append(self.root)
            self.root = self.after.pop()
            return True
        before = deepcopy(self.root)
        if not self._edit(at, edit):
            return False
        if before != self.root:
            self.before = [*self.before, before][-tree_edits.MOST_UNDONE :]
            self.after = []
        return True

    def _edit(self, at: int, edit: NodeEdit) -> bool:
        branch = next(each for each in self.root.walk() if each.number == at)
        parent = next((each for each in self.root.walk() if branch in each.below), None)
        note = branch.note
        match edit:
            case AddMove(point):
                return self._add(branch, point)
            case DeleteBranch() | PromoteBranch():
                if parent is None:
                    return False
                parent.below.remove(branch)
                if isinstance(edit, PromoteBranch):
                    parent.below.insert(0, branch)
            case EditComment(start, cut, text):
                if cut > len(note.comment):
                    return False
                branch.note = replace(note, comment=note.comment[:start] + text + note.comment[start + cut :])
            case Bookmark(on):
                branch.note = replace(note, marked=on)
            case EditName(text):
                branch.note = replace(note, name=" ".join(text.split()))
            case LabelPoint(point, text):
                if point >= self.size**2:
                    return False
                labels = {each: said for each, said in note.labels.items() if each != point}
                branch.note = replace(note, labels=labels | ({point: text.strip()} if text.strip() else {}))
            case MarkPoint(point, mark):
                if point >= self.size**2:
                    return False
                branch.marks = frozenset(each for each in branch.marks if each[0] != point)
                branch.marks |= {(point, mark)} if mark else set()
        return True

    def _add(self, branch: Branch, point: int) -> bool:
        tree, numbers = self.tree()
        node = numbers.index(branch.number)
        if point != PASS and (point >= self.size**2 or tree.board(node)[point]):
            return False
        said = [(tree.move(each), tree.said(each).to_move) for each in tree.path(node)][::-1]
        color = next((move[1].other if move else turn for move, turn in said if move or turn), None) or Color.BLACK
        first = branch.below[0].move if branch.below else None
        move = point, first[1] if first else color
        if move not in [each.move for each in branch.below]:
            branch.below.append(Branch(self.given, move, Note()))
            self.given += 1
        return True

    def tree(self) -> tuple[Tree, list[int]]:
        """The tree without its marks, and the stored number of each of its nodes."""
        tree, numbers, places = Tree(self.size), [ROOT], {ROOT: ROOT}
        for branch in self.root.walk():
            tree.take(places[branch.number], branch.note)
            for each in branch.below:
                places[each.number] = tree.add(places[branch.number], each.move)
                numbers.append(each.number)
        return tree, numbers

    def seen(self) -> list[Any]:
        """All of it, node by node."""
        return [(each.move, len(each.below), each.note, each.marks) for each in self.root.walk()]


def seen(tree: Tree) -> list[Any]:
    """A tree, node by node."""
    return [
        (tree.move(node), len(list(tree.children(node))), *parted(tree.said(node), tree.size))
        for node, _ in tree.walk()
    ]


class Edited:
    """Trees in one store, edited as by messages."""

    def __init__(self, path: Path) -> None:
        self.runner = asyncio.Runner()
        self.store = self.run(open_at(str(path)))
        self.run(add_player(self.store, "ada", "Ada"))
        self.keeper = TreeKeeper(self.store, None, lambda: 0, 1 << 40, Signals())  # type: ignore[arg-type]
        self.edits, self.ids, self.commands = TreeEdits(self.store, self.keeper, Signals()), count(), count()

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    def close(self) -> None:
        self.run(self.store.close())
        self.runner.close()

    def keep(self, tree: Tree) -> str:
        parts = ("tree_nodes", "tree_edits", "tree_bookmarks")
        self.run(self.store.execute(*((f"DELETE FROM {table}", ()) for table in parts)))
        self.run(self.store.execute(("DELETE FROM tree_blocks", ()), ("DELETE FROM trees", ())))
        id = f"tree{next(self.ids):08}"
        self.run(tree_rows.insert(self.store, new(tree, id), list(pack(tree))))
        return id

    def find(self, id: str) -> StoredTree:
        found = self.run(tree_rows.find_tree(self.store, id))
        assert isinstance(found, StoredTree)
        return found

    def edit(self, id: str, at: int, edit: NodeEdit, *, v: int | None = None, ms: int | None = None) -> Ack:
        """Edit a tree; raises Refused."""
        client, number = Asker(), next(self.commands)
        message = TreeEdit(f"c{number}", id, self.find(id).v if v is None else v, edit, at)
        self.run(self.edits.edit(client, message, LATER_MS * number if ms is None else ms))  # type: ignore[arg-type]
        (answer,) = client.told
        return answer

    def marked(self, id: str) -> list[int]:
        """The numbers of the bookmarked nodes, deleted ones included."""
        tree = self.find(id)

        async def find() -> list[int]:
            return [number async for number in edited_nodes.walk_marked(self.store, tree)]

        found: list[int] = self.run(find())
        return found

    def read(self, id: str) -> Tree:
        return read_whole(self.store.address, self.find(id).serial, self.find(id).size)

    def walked(self, id: str) -> list[Any]:
        """The tree as its nodes are shown, each with the number below it."""
        tree, found, waiting = self.find(id), list[Any](), [ROOT]
        reader = walk.TreeReader(self.store, tree)
        while waiting:
            node = self.run(reader.node(waiting.pop()))
            found.append((node.move, len(node.children), *parted(node.note, tree.size), node.below))
            waiting += reversed(node.children)
        assert len(found) == tree.nodes
        return found


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edited]:
    there = Edited(tmp_path_factory.mktemp("edits") / "tengen.db")
    yield there
    there.close()


@given(trees() | library_trees(), st.lists(st.tuples(st.integers(0, 99), EDITS), max_size=12), st.booleans())
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_edits_are_those_of_a_plain_tree(
    edited: Edited, tree: Tree, wanted: list[tuple[int, NodeEdit]], small: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if small:
            patch.setattr(tree_blocks, "NODES", 3)
            patch.setattr(edited_nodes, "NODES", 2)
            patch.setattr(tree_edits, "MOST_UNDONE", 3)
        id, plain = edited.keep(tree), PlainTree(tree)
        for which, edit in wanted:
            numbers = [each.number for each in plain.root.walk()]
            at = numbers[which % len(numbers)]
            if plain.edit(at, edit):
                edited.edit(id, at, edit)
            else:
                with pytest.raises(Refused, match="bad_edit"):
                    edited.edit(id, at, edit)
        there = plain.seen()
        assert seen(edited.read(id)) == there
        assert edited.walked(id) == [
            (*each, len(list(branch.walk())) - 1) for each, branch in zip(there, plain.root.walk(), strict=True)
        ]
        with read_from(edited.store.address) as reading:
            assert list(edited_nodes.find_faults(reading)) == []
        assert edited.find(id).numbers == plain.given
        left = {each.number: each.note.marked for each in plain.root.walk()}
        assert [each for each in edited.marked(id) if each in left] == sorted(each for each in left if left[each])


@given(library_trees(), st.lists(st.tuples(st.integers(0, 99), EDITS), max_size=12))
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_what_was_edited_is_the_same_in_files(edited: Edited, tree: Tree, wanted: list[tuple[int, NodeEdit]]) -> None:
    id, plain = edited.keep(tree), PlainTree(tree)
    for which, edit in wanted:
        numbers = [each.number for each in plain.root.walk()]
        at = numbers[which % len(numbers)]
        if plain.edit(at, edit):
            edited.edit(id, at, edit)
    tree, _ = edited.read(id), plain
    sgf = sgf_tree.load("".join(sgf_tree.dump(tree)))
    assert (seen(sgf.tree), sgf.skipped.count) == (plain.seen(), 0)
    library = renlib.load(b"".join(renlib.dump(tree)))
    assert seen(library.tree) == [(*each[:3], frozenset()) for each in plain.seen()]  # it has no marks
    assert library.skipped.count == 0


def test_an_edit_of_a_large_tree_writes_some_rows(edited: Edited) -> None:
    id = edited.keep(large_tree(20_000))
    last = edited.find(id).nodes - 1
    added = edited.edit(id, last, AddMove(PASS)).node
    rows = edited.run(edited.store.fetch("SELECT count(*) AS n FROM tree_nodes"))
    assert added == 20_000
    assert rows[0]["n"] < 60  # the path


def test_only_the_version_that_was_read_is_edited(edited: Edited) -> None:
    id = edited.keep(large_tree(9))
    assert edited.edit(id, 0, LabelPoint(3, "x")).v == 1
    with pytest.raises(Refused) as refused:
        edited.edit(id, 0, LabelPoint(3, "y"), v=0)
    assert (refused.value.code, refused.value.detail) == ("tree_changed", {"v": 1})


def test_a_comment_that_is_being_written_is_one_edit_to_undo(edited: Edited) -> None:
    id = edited.keep(large_tree(9))
    edited.edit(id, 1, LabelPoint(3, "x"))
    for ms, text in enumerate("abc"):
        edited.edit(id, 1, EditComment(ms, 0, text), ms=ms)
    assert edited.edit(id, 0, UndoEdit()).node == 1
    (note,) = [note for _, note in edited.read(id).noted()][:1]
    assert (note.comment, note.labels) == ("", {3: "x"})
    assert edited.edit(id, 0, RedoEdit()).node == 1
    (note,) = [note for _, note in edited.read(id).noted()][:1]
    assert note.comment == "abc"
    taken = set()
    for _ in range(2):
        edited.edit(id, 1, EditComment(0, 0, "abc"), ms=10**9)
        edited.edit(id, 0, UndoEdit())
        taken.add(edited.find(id).bytes)
    assert len(taken) == 1


@pytest.mark.parametrize(
    ("edit", "looks"),
    [(AddMove(7), (4, 3)), (DeleteBranch(), (1, 3)), (PromoteBranch(), (3, 3)), (EditName("end"), (3, 3))],
)
def test_an_edit_that_is_done_again_shows_what_it_showed(
    edited: Edited, edit: NodeEdit, looks: tuple[int, int]
) -> None:
    tree = Tree(15)
    first = tree.add(ROOT, (112, Color.BLACK))
    for point in (113, 114):
        tree.add(first, (point, Color.WHITE))
    id = edited.keep(tree)
    assert edited.edit(id, 3, edit).node == looks[0]
    for _ in range(2):
        assert edited.edit(id, 0, UndoEdit()).node == looks[1]
        assert edited.edit(id, 0, RedoEdit()).node == looks[0]


def test_what_is_done_again_finds_no_room_in_full_trees(edited: Edited, monkeypatch: pytest.MonkeyPatch) -> None:
    id = edited.keep(large_tree(9))
    edited.edit(id, 1, EditComment(0, 0, "many words " * 9))
    edited.edit(id, 0, UndoEdit())
    monkeypatch.setattr("server.trees.keeper.MOST_BYTES", edited.find(id).bytes + 40)
    with pytest.raises(Refused, match="trees_full"):
        edited.edit(id, 0, RedoEdit())


def test_a_text_that_the_file_s_encoding_lacks_makes_it_utf_8(edited: Edited) -> None:
    tree = large_tree(9)
    id = edited.keep(tree)
    edited.run(edited.store.execute(("UPDATE trees SET encoding = 'cp1251' WHERE id = ?", (id,))))
    edited.edit(id, 1, EditComment(0, 0, "Ход"))
    assert edited.find(id).encoding == "cp1251"
    edited.edit(id, 1, EditComment(0, 0, "棋"))
    assert edited.find(id).encoding == "utf-8"


@pytest.mark.parametrize(
    ("at", "edit", "why"),
    [
        (0, DeleteBranch(), "root"),
        (0, PromoteBranch(), "root"),
        (99, AddMove(0), "no_node"),
        (0, UndoEdit(), "nothing_to_undo"),
        (0, RedoEdit(), "nothing_to_redo"),
        (0, AddMove(225), "outside"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused(edited: Edited, at: int, edit: NodeEdit, why: str) -> None:
    id = edited.keep(large_tree(9))
    with pytest.raises(Refused) as refused:
        edited.edit(id, at, edit)
    assert (refused.value.code, refused.value.detail) == ("bad_edit", {"why": why})
    assert edited.find(id).v == 0


def test_what_was_deleted_is_shown_to_nobody(edited: Edited) -> None:
    id = edited.keep(large_tree(9))
    edited.edit(id, 1, DeleteBranch())
    for query in (TreeNodesQuery(node=2), TreeNodesQuery(node=1, path=True), TreeNodesQuery(node=99)):
        with pytest.raises(Refused, match="not_found"):
            edited.run(walk.list_nodes(edited.store, id, query, "ada"))
    left = edited.run(walk.list_nodes(edited.store, id, TreeNodesQuery(node=3, path=True, left=True), "ada"))
    assert [node.n for node in left.path] == [ROOT]
    with pytest.raises(Refused, match="not_found"):
        edited.run(walk.read_way(edited.store, edited.find(id), 2))
