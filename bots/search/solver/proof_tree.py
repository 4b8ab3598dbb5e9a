"""The tree of a proof-number search for wins by continuous threats.

A node is a position: attack nodes have the attacker to move, defence nodes below them the defender. Allis's
proof-number search adds the numbers of all children; here the largest counts in full and each other one as 1 (weak
proof-number search, Ueda and others), because transpositions would otherwise be counted many times. A position that
comes up again is not expanded again: the node expanded first stands in for it.
"""

from typing import Final, NamedTuple

import numpy as np

from bots.search.runtime.jit import U0, U1, U2, U4, U, Words, kernel
from bots.search.solver.proof import Win, read_win
from bots.search.solver.solver_layout import ProofWords

Tree = Words
"""Eight words a node, shape (8 * nodes,). Node number 0 holds the fields of the tree itself: USED and WRITTEN."""
Solved = Words
"""Hash table of expanded attack nodes by zobrist key, two words each, key and node; the size is a power of two."""

USED: Final = U0  # number of nodes so far, which is the next node's number
WRITTEN: Final = U1  # number of words of ``proofs`` so far
MOVE: Final = U0  # the stone that led here
CUT: Final = U1  # SELF, BELOW, or both
FIRST: Final = U2  # first of the children, which are contiguous
CHILDREN: Final = U(3)
PN: Final = U4
DN: Final = U(5)
END: Final = U(6)  # end of the proof by which an attack node wins or a defence node threatens; 0 for none
SAME: Final = U(7)  # the node of the same position expanded earlier, which stands in for this one, or 0
NODE: Final = U(8)
ROOT: Final = U1

SOLVED: Final = U(1 << 40)  # as a proof number: disproven; as a disproof number: proven
FOUR_COST: Final = U2  # added to the proof number after a four: long sequences of fours seldom win
SELF: Final = U2  # the node's own search for fours ran out of stones
BELOW: Final = U1  # some skipped move may win although the node is disproven


class ThreatArrays(NamedTuple):
    """The arrays of a search for threats: its tree, the proofs of its fours, the positions it has met, and the nodes
    whose stones are on the board, not their stand-ins, shape (CELLS,)."""

    tree: Tree
    proofs: ProofWords
    solved: Solved
    path: Words


@kernel
def field(node: np.uint64, name: np.uint64) -> np.uint64:
    """Return the place in the tree of a node's field, MOVE to SAME."""
    return NODE * node + name


@kernel
def set_proven(tree: Tree, node: np.uint64) -> None:
    """Mark the node as proven: the attacker wins."""
    tree[field(node, PN)], tree[field(node, DN)] = U0, SOLVED


@kernel
def set_disproven(tree: Tree, node: np.uint64) -> None:
    """Mark the node as disproven: the attacker does not win."""
    tree[field(node, PN)], tree[field(node, DN)] = SOLVED, U0


@kernel
def is_open(tree: Tree, node: np.uint64) -> np.uint64:
    """Tell whether the node is neither proven nor disproven."""
    return U(tree[field(node, PN)] > U0 and tree[field(node, DN)] > U0)


@kernel
def stand_in(tree: Tree, node: np.uint64) -> np.uint64:
    """Return the node that holds the children and numbers of this node's position."""
    same = tree[field(node, SAME)]
    return same if same else node


@kernel
def select_most_proving(tree: Tree, node: np.uint64, defending: np.uint64) -> np.uint64:
    """Return the first child with the least proof number, or disproof number for a defence node."""
    key = DN if defending else PN
    best = tree[field(node, FIRST)]
    for n in range(tree[field(node, CHILDREN)]):
        child = tree[field(node, FIRST)] + np.uint64(n)
        if tree[field(stand_in(tree, child), key)] < tree[field(stand_in(tree, best), key)]:
            best = child
    return np.uint64(best)


@kernel
def update_numbers(tree: Tree, node: np.uint64, defending: np.uint64) -> np.uint64:
    """Recompute the node's numbers from its children; return 1 if they changed or there are no children, else 0.

    A disproven attack node is CUT when any child is, a disproven defence node when every disproven child is.
    """
    if tree[field(node, CHILDREN)] == U0:
        return U1
    one, every = (DN, PN) if defending else (PN, DN)
    least, most, others, cut = SOLVED, U0, U0, defending  # cut: BELOW, or 0
    for n in range(tree[field(node, CHILDREN)]):
        child = stand_in(tree, tree[field(node, FIRST)] + np.uint64(n))
        if defending:
            cut &= U(tree[field(child, CUT)] > U0 or tree[field(child, DN)] > U0)
        else:
            cut |= U(tree[field(child, CUT)] > U0)
        least = min(least, tree[field(child, one)])
        others += U(tree[field(child, every)] > U0 and most > U0)
        most = max(most, tree[field(child, every)])
    if defending and most and not tree[field(node, END)]:
        others += FOUR_COST
    whole = SOLVED if least == U0 else min(most + others, SOLVED - U1)
    changed = U(tree[field(node, one)] != least or tree[field(node, every)] != whole)
    tree[field(node, one)], tree[field(node, every)] = least, whole
    if tree[field(node, DN)] == U0:
        tree[field(node, CUT)] |= cut
    return changed


@kernel
def add_node(tree: Tree, point: np.uint64, pn: np.uint64, dn: np.uint64) -> np.uint64:
    """Append a node; return 1, or 0 when the tree is full."""
    node = tree[USED]
    if NODE * (node + U1) > U(tree.size):
        return U0
    tree[NODE * node : NODE * (node + U1)] = U0
    tree[field(node, MOVE)], tree[field(node, PN)], tree[field(node, DN)] = point, pn, dn
    tree[USED] = node + U1
    return U1


@kernel
def adopt_children(tree: Tree, node: np.uint64, first: np.uint64) -> None:
    """Make the nodes from ``first`` to the last one written the node's children."""
    tree[field(node, FIRST)], tree[field(node, CHILDREN)] = first, tree[USED] - first


def extract_win(tree: Tree, proofs: ProofWords) -> Win:
    """Build the proof of a root that `search_vct` found won."""
    built: dict[int, Win] = {}

    def attacks(node: int) -> Win:
        same = int(tree[8 * node + int(SAME)])
        if same:
            return attacks(same)
        if node not in built:
            end = int(tree[8 * node + int(END)])
            built[node] = read_win(proofs[:end]) if end else defends(next(n for n in children(node) if won(n)))
        return built[node]

    def defends(node: int) -> Win:
        end = int(tree[8 * node + int(END)])
        answers = tuple((int(tree[8 * n + int(MOVE)]), attacks(n)) for n in children(node))
        return Win(int(tree[8 * node + int(MOVE)]), answers, read_win(proofs[:end]) if end else None)

    def children(node: int) -> range:
        first = int(tree[8 * node + int(FIRST)])
        return range(first, first + int(tree[8 * node + int(CHILDREN)]))

    def won(node: int) -> bool:
        return not tree[8 * node + int(PN)]

    return attacks(int(ROOT))
