"""Edits of one node of a stored tree, as a command names them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

TreePoint = Annotated[int, Meta(ge=0, le=675)]
"""A point of a stored tree, whose board has up to 26 lines."""
MarkName = Literal["triangle", "square", "circle", "cross"]


class AddMove(Struct, tag_field="kind", tag="add", forbid_unknown_fields=True, frozen=True):
    """Add a move after the node, of the colour whose turn it is; ``point`` is -1 for a pass. A move that is there
    already is found and not added.
    """

    point: Annotated[int, Meta(ge=-1, le=675)]


class EditComment(Struct, tag_field="kind", tag="comment", forbid_unknown_fields=True, frozen=True):
    """Replace ``cut`` characters of the comment, from code point ``start`` on, by ``text``."""

    start: Annotated[int, Meta(ge=0, le=2**21)] = 0
    cut: Annotated[int, Meta(ge=0, le=2**21)] = 0
    text: Annotated[str, Meta(max_length=800)] = ""


class MarkPoint(Struct, tag_field="kind", tag="mark", forbid_unknown_fields=True, frozen=True):
    """Mark a point in place of its former marks; null for no mark."""

    point: TreePoint
    mark: MarkName | None = None


class LabelPoint(Struct, tag_field="kind", tag="label", forbid_unknown_fields=True, frozen=True):
    """Write a short text on a point; empty for none."""

    point: TreePoint
    text: Annotated[str, Meta(max_length=20)] = ""


class EditName(Struct, tag_field="kind", tag="name", forbid_unknown_fields=True, frozen=True):
    """Name the position; empty for no name."""

    text: Annotated[str, Meta(max_length=80)] = ""


class Bookmark(Struct, tag_field="kind", tag="bookmark", forbid_unknown_fields=True, frozen=True):
    """Bookmark the position, or take its bookmark away."""

    on: bool


class PromoteBranch(Struct, tag_field="kind", tag="promote", forbid_unknown_fields=True, frozen=True):
    """Make the node the first child of its parent, the main one."""


class DeleteBranch(Struct, tag_field="kind", tag="delete", forbid_unknown_fields=True, frozen=True):
    """Delete the node with all nodes below it."""


class UndoEdit(Struct, tag_field="kind", tag="undo", forbid_unknown_fields=True, frozen=True):
    """Undo the last edit of the tree, at whichever node that was; the last 50 edits can be undone."""


class RedoEdit(Struct, tag_field="kind", tag="redo", forbid_unknown_fields=True, frozen=True):
    """Do the edit again that was undone last, unless another edit came since."""


NodeEdit = (
    AddMove
    | EditComment
    | EditName
    | Bookmark
    | MarkPoint
    | LabelPoint
    | PromoteBranch
    | DeleteBranch
    | UndoEdit
    | RedoEdit
)
