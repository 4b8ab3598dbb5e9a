"""The path to a node of a stored tree, with the annotations that a picture shows."""

from gomoku.notation.picture import MARKS
from gomoku.notation.tree import ROOT, Note, Tree
from server.errors import Refused
from server.store.database import Database
from server.store.tree_blocks import StoredNode
from server.store.trees import StoredTree
from server.trees.walk import TreeReader

MOST_VALUES = 400
"""Most values of point-marking properties at one node: a value may be a rectangle, and a board has no more points."""
MOST_NODES = 700
"""Most nodes on the path to a node: more are no game, and no animation."""


async def read_way(db: Database, tree: StoredTree, number: int) -> Tree:
    """Return a tree of one line, from the root to a node; raises Refused("not_found"), and "tree_too_large" for a long
    path.
    """
    if number >= tree.nodes:
        raise Refused(code="not_found")
    reader = TreeReader(db, tree)
    nodes = [await reader.node(number)]
    while nodes[-1].number != ROOT:
        if len(nodes) == MOST_NODES:
            raise Refused(code="tree_too_large", nodes=MOST_NODES)
        nodes.append(await reader.node(nodes[-1].parent))
    way, at = Tree(tree.size), ROOT
    for node in reversed(nodes):
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
