"""Notes and moves are edited by rules that know nothing of a store."""

import pytest

from gomoku.board import Color
from gomoku.notation.tree import PASS, Note
from server.errors import Refused
from server.protocol.tree_edits import EditComment, EditName, LabelPoint, MarkPoint
from server.store.trees.tree_blocks import StoredNode
from server.trees import editing
from server.trees.editing import edit_note, find_move

B, W = Color.BLACK, Color.WHITE


def path(*moves: tuple[int, Color], **note: object) -> list[StoredNode]:
    nodes = [StoredNode(0, None, 0, (), 0, Note(**note))]  # type: ignore[arg-type]
    return nodes + [StoredNode(n, move, n - 1, (), 0, Note()) for n, move in enumerate(moves, 1)]


def test_a_comment_is_spliced_in_code_points() -> None:
    note = Note(comment="a🙂c", name="N")
    assert edit_note(note, EditComment(1, 1, "b\x07\r\nx"), 15) == Note(comment="ab \nxc", name="N")
    with pytest.raises(Refused) as refused:
        edit_note(note, EditComment(2, 2, ""), 15)
    assert (refused.value.code, refused.value.detail) == ("bad_edit", {"why": "no_such_text"})


def test_a_name_is_one_line() -> None:
    note = Note(comment="c", name="old")
    assert edit_note(note, EditName(" a\r\n\x08b "), 15) == Note(comment="c", name="a b")
    assert edit_note(note, EditName(" "), 15) == Note(comment="c")


def test_a_comment_of_a_file_that_is_too_long_may_only_become_shorter() -> None:
    note = Note(comment="x" * (editing.MOST_COMMENT + 9))
    assert len(edit_note(note, EditComment(0, 1, "y"), 15).comment) == editing.MOST_COMMENT + 9
    with pytest.raises(Refused):
        edit_note(note, EditComment(0, 0, "y"), 15)


def test_a_point_has_one_mark_which_may_lie_in_a_rectangle() -> None:
    note = Note(properties=[("XX", ("1",)), ("TR", ("aa:bb",)), ("MA", ("cc",))])
    moved = edit_note(note, MarkPoint(0, "cross"), 15)
    assert moved.properties == [("XX", ("1",)), ("TR", ("ba", "ab", "bb")), ("MA", ("cc", "aa"))]
    assert edit_note(moved, MarkPoint(32, None), 15).properties[2] == ("MA", ("aa",))
    assert edit_note(Note(), MarkPoint(16, "square"), 15).properties == [("SQ", ("bb",))]
    assert edit_note(Note(properties=[("SQ", ("bb",))]), MarkPoint(16), 15).properties == []
    with pytest.raises(Refused, match="bad_edit"):
        edit_note(note, MarkPoint(225, "cross"), 15)


def test_a_text_on_a_point_is_one_line() -> None:
    assert edit_note(Note(), LabelPoint(3, " a\n b "), 15).labels == {3: "a b"}
    assert edit_note(Note(labels={3: "x", 4: "y"}), LabelPoint(3, " "), 15).labels == {4: "y"}


def test_the_colour_of_a_move_follows_from_those_before_and_beside_it() -> None:
    assert find_move(15, path(), None, 7) == (7, B)
    assert find_move(15, path((7, B)), None, 8) == (8, W)
    assert find_move(15, path(to_move=W), None, 8) == (8, W)
    assert find_move(15, path((7, B)), StoredNode(2, (9, B), 1, (), 0, Note()), 8) == (8, B)
    assert find_move(15, path((7, B)), None, PASS) == (PASS, W)
    for point, why in ((7, "stone_there"), (9, "stone_there"), (225, "outside")):
        with pytest.raises(Refused) as refused:
            find_move(15, path((7, B), setup=((9, 1),)), None, point)
        assert refused.value.detail == {"why": why}
