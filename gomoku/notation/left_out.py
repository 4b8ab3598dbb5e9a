"""Counts of data that a file of a single line of moves cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from gomoku.notation.tree import ROOT, Tree

NOTHING: frozenset[str] = frozenset()


def count_left_out(
    tree: Tree, of_root: Set[str] = NOTHING, of_move: Set[str] = NOTHING, *, comment: bool = False
) -> Counter[str]:
    """Count the data of a tree that is lost when only its main line is kept, with these properties of root and moves.

    ``comment``: the comment of the root is kept too.
    """
    line = tree.main_line()
    found: Counter[str] = Counter()
    found["nodes of variations"] = len(tree) - len(line)
    for node in line:
        note = tree.said(node)
        found["comments"] += bool(note.comment) and not (comment and node == ROOT)
        found["names of nodes"] += bool(note.name)
        found["labels"] += len(note.labels)
        found["marks of nodes"] += note.marked + note.start
        kept = of_root if node == ROOT else of_move
        found.update(name for name, values in note.properties if name not in kept and any(values))
    return +found
