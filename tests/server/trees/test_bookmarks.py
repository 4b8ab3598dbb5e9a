"""The list of bookmarks is complete, or says that it is not, whatever was deleted and however long the trees are."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gomoku.board import Color
from gomoku.notation.tree import PASS, ROOT, Tree
from server.protocol.api import BookmarkList
from server.protocol.tree_edits import AddMove, Bookmark, DeleteBranch, EditName, UndoEdit
from server.store.trees import edited_nodes, tree_rows
from server.trees import bookmarks
from tests.server.trees.test_edits import Edited


@pytest.fixture
def edited(tmp_path: Path) -> Iterator[Edited]:
    found = Edited(tmp_path / "games.db")
    yield found
    found.close()


def listed(edited: Edited) -> BookmarkList:
    found: BookmarkList = edited.run(bookmarks.list_bookmarks(edited.store, "ada"))
    return found


def line(moves: int) -> Tree:
    """A tree of one line of passes."""
    tree, at = Tree(15), ROOT
    for ply in range(moves):
        at = tree.add(at, (PASS, Color.WHITE if ply % 2 else Color.BLACK))
    return tree


def test_bookmarks_of_a_deleted_branch_hide_no_others(edited: Edited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edited_nodes, "AT_ONCE", 2)
    monkeypatch.setattr(bookmarks, "MOST", 3)
    id = edited.keep(line(5))
    for node in range(1, 6):
        edited.edit(id, node, Bookmark(True))
    assert ([each.node for each in listed(edited).bookmarks], listed(edited).more) == ([1, 2, 3], True)
    edited.edit(id, 1, DeleteBranch())
    there = edited.edit(id, ROOT, AddMove(112)).node
    assert there is not None
    edited.edit(id, there, Bookmark(True))
    found = listed(edited)
    assert ([(each.node, each.moves) for each in found.bookmarks], found.more) == ([(there, 1)], False)


def test_a_long_tree_is_not_walked_to_its_end(edited: Edited, monkeypatch: pytest.MonkeyPatch) -> None:
    id = edited.keep(line(2_000))
    for node in (2_000, 1_999, 900):
        edited.edit(id, node, Bookmark(True))
    assert [each.node for each in listed(edited).bookmarks] == [900, 1_999, 2_000]
    monkeypatch.setattr(bookmarks, "MOST_FOUND_IN", 1)
    assert ([each.node for each in listed(edited).bookmarks], listed(edited).more) == ([900, 1_999], True)
    monkeypatch.undo()
    monkeypatch.setattr(bookmarks, "MOST_LOOKED_AT", 500)
    assert ([each.node for each in listed(edited).bookmarks], listed(edited).more) == ([900], True)


def test_a_damaged_tree_keeps_no_others_from_the_list(edited: Edited) -> None:
    id = edited.keep(line(3))
    for node in (1, 2):
        edited.edit(id, node, Bookmark(True))
    edited.run(edited.store.execute(("UPDATE tree_nodes SET note = '[2,true' WHERE number = 2", ())))
    assert [each.node for each in listed(edited).bookmarks] == [1]


def test_bookmarks_of_the_file_are_those_that_edits_leave(edited: Edited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edited_nodes, "AT_ONCE", 2)
    tree = line(9)
    for node in range(1, 8):
        tree.note(node).marked = True
    tree.note(3).comment = "White to win"
    id = edited.keep(tree)
    assert [(each.node, each.name) for each in listed(edited).bookmarks][2:4] == [(3, "White to win"), (4, "")]
    edited.edit(id, 2, Bookmark(False))
    edited.edit(id, 5, EditName("kept"))
    edited.edit(id, 9, Bookmark(True))
    edited.edit(id, 6, AddMove(112))  # an edit of its children is none of its note
    assert [(each.node, each.name) for each in listed(edited).bookmarks if each.node > 4] == [
        (5, "kept"),
        *((node, "") for node in (6, 7, 9)),
    ]
    assert 2 not in [each.node for each in listed(edited).bookmarks]
    edited.edit(id, 7, DeleteBranch())
    assert [each.node for each in listed(edited).bookmarks] == [1, 3, 4, 5, 6]
    edited.edit(id, ROOT, UndoEdit())
    assert [each.node for each in listed(edited).bookmarks] == [1, 3, 4, 5, 6, 7, 9]


def test_a_file_with_more_bookmarks_than_are_kept_says_so(edited: Edited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_rows, "MOST_BOOKMARKS", 2)
    tree = line(4)
    for node in range(1, 4):
        tree.note(node).marked = True
    edited.keep(tree)
    found = listed(edited)
    assert ([each.node for each in found.bookmarks], found.more) == ([1, 2], True)


def test_bookmarks_of_files_from_before_the_list_come_with_the_server(edited: Edited) -> None:
    tree = line(4)
    tree.note(3).marked = True
    edited.keep(tree)
    edited.run(edited.store.execute(("DELETE FROM tree_bookmarks", ()), ("UPDATE trees SET bookmarks = NULL", ())))
    assert listed(edited).bookmarks == []

    async def work() -> None:
        working = asyncio.create_task(edited.keeper.work())
        while await edited.store.fetch("SELECT 1 FROM trees WHERE bookmarks IS NULL"):
            await asyncio.sleep(0)
        working.cancel()

    edited.run(asyncio.wait_for(work(), 10))
    assert [each.node for each in listed(edited).bookmarks] == [3]
