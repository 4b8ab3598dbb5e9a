"""Rules of edits of a stored tree: what each makes of its node, from the nodes on the path to it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gomoku.board import Color
from gomoku.notation.picture import MARKS
from gomoku.notation.sgf_tree import points_of
from gomoku.notation.tree import PASS, Move, Note
from server.errors import Refused
from server.protocol.tree_edits import Bookmark, EditComment, EditName, LabelPoint, MarkPoint
from server.store.trees.tree_blocks import MOST_DEPTH, StoredNode

MOST_COMMENT = 20_000
"""Most letters of a comment; a longer one of a file may become shorter."""
MOST_BRANCHES = 1_000
"""Most children of a node whose children are edited: a row has all of them."""


def find_move(size: int, path: Sequence[StoredNode], main: StoredNode | None, point: int) -> Move:
    """Return the move of whose turn it is at the end of a path, where ``main`` is the first child. Raises
    Refused("bad_edit").
    """
    if point != PASS and point >= size * size:
        raise refuse("outside")
    if len(path) > MOST_DEPTH:
        raise refuse("too_deep")
    if point != PASS and point in list_stones(path):
        raise refuse("stone_there")
    return point, main.move[1] if main is not None and main.move is not None else find_turn(path)


def list_stones(path: Sequence[StoredNode]) -> set[int]:
    """Return the points with stones at the end of a path."""
    stones: set[int] = set()
    for node in path:
        for point, lies in node.note.setup:
            (stones.add if lies else stones.discard)(point)
        if node.move is not None:
            stones.add(node.move[0])
    return stones


def find_turn(path: Sequence[StoredNode]) -> Color:
    """Return whose turn it is at the end of a path."""
    for node in reversed(path):
        if node.move is not None:
            return Color.WHITE if node.move[1] is Color.BLACK else Color.BLACK
        if node.note.to_move is not None:
            return node.note.to_move
    return Color.BLACK


def edit_note(note: Note, edit: EditComment | EditName | Bookmark | MarkPoint | LabelPoint, size: int) -> Note:
    """Return a note after an edit. Raises Refused("bad_edit")."""
    match edit:
        case EditComment():
            return replace(note, comment=_splice(note.comment, edit))
        case EditName():
            return replace(note, name=" ".join(clean(edit.text).split()))
        case Bookmark():
            return replace(note, marked=edit.on)
        case MarkPoint():
            _require_on_board(edit.point, size)
            return replace(note, properties=_mark(note, edit, size))
        case LabelPoint():
            _require_on_board(edit.point, size)
            labels = {at: text for at, text in note.labels.items() if at != edit.point}
            text = " ".join(clean(edit.text).split())
            return replace(note, labels=labels | {edit.point: text} if text else labels)


def clean(text: str) -> str:
    """Return a text as files can hold it: without control characters but line ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(letter if letter == "\n" or not _is_control(letter) else " " for letter in text)


def _is_control(letter: str) -> bool:
    return letter < " " or "\x7f" <= letter <= "\x9f"


def _splice(comment: str, edit: EditComment) -> str:
    if edit.start + edit.cut > len(comment):
        raise refuse("no_such_text")
    changed = comment[: edit.start] + clean(edit.text) + comment[edit.start + edit.cut :]
    if len(changed) > max(MOST_COMMENT, len(comment)):
        raise refuse("too_long")
    return changed


def _mark(note: Note, edit: MarkPoint, size: int) -> list[tuple[str, tuple[str, ...]]]:
    marked: list[tuple[str, tuple[str, ...]]] = []
    wanted = next((name for name, mark in MARKS.items() if mark == edit.mark), None)
    for name, values in note.properties:
        points = points_of(values, size) if name in MARKS else []
        others = [_write_point(point, size) for point in points if point != edit.point]
        left = list(values) if edit.point not in points else others
        if name == wanted:
            left.append(_write_point(edit.point, size))
            wanted = None
        if left:
            marked.append((name, tuple(left)))
    return marked if wanted is None else [*marked, (wanted, (_write_point(edit.point, size),))]


def _write_point(point: int, size: int) -> str:
    return chr(ord("a") + point % size) + chr(ord("a") + point // size)


def _require_on_board(point: int, size: int) -> None:
    if point >= size * size:
        raise refuse("outside")


def refuse(why: str) -> Refused:
    """Return the refusal of an edit that makes no sense where it is made."""
    return Refused(code="bad_edit", why=why)
