"""The tree of a proof-number search for wins by continuous threats.

A node of the tree is a position, an attack node with the attacker to move and below it defence nodes. Where Allis's
proof-number search adds the numbers of all children, the largest counts here and each other one as 1 (weak proof-number
search, Ueda and others): the same stones in another order are counted many times otherwise. A position that comes up
again is not opened again: the node that was opened first stands in for it.
"""

from typing import Final

import numpy as np

from bots.search.board.layout import U
from bots.search.runtime.jit import Words, kernel
from bots.search.solver.proof import Win, read_win
from bots.search.solver.solver_layout import ProofWords

Tree = Words
"""Eight words a node, shape (8 * nodes,); those of number 0 are for the tree itself: USED and WRITTEN."""
Solved = Words
"""Attack nodes that were opened, by the key of their position: two words each, key and node; a power of two."""

USED: Final = U(0)  # nodes so far, and the next one's number
WRITTEN: Final = U(1)  # words of ``proofs`` so far
MOVE: Final = U(0)  # the stone that led here
CUT: Final = U(1)  # SELF, BELOW, or both
FIRST: Final = U(2)  # of the children, which lie side by side
CHILDREN: Final = U(3)
PN: Final = U(4)
DN: Final = U(5)
END: Final = U(6)  # of the proof that wins an attack node, or that a defence node threatens; 0 when there is none
SAME: Final = U(7)  # the node of the same position that was opened before and stands for this one, or 0
NODE: Final = U(8)
ROOT: Final = U(1)

SOLVED: Final = U(1 << 40)  # as a proof number: no proof; as a disproof number: no disproof
FOUR_COST: Final = U(2)  # added to the proof number after a four: long rows of them seldom lead anywhere
SELF: Final = U(2)  # the node's own search for fours ran out of stones
BELOW: Final = U(1)  # some other way may win, although the node is disproven


@kernel
def field(node: np.uint64, name: np.uint64) -> np.uint64:
    """Place in the tree of a field of a node, MOVE to SAME."""
    return NODE * node + name


@kernel
def set_proven(tree: Tree, node: np.uint64) -> None:
    """Have the attacker win at the node."""
    tree[field(node, PN)], tree[field(node, DN)] = U(0), SOLVED


@kernel
def set_disproven(tree: Tree, node: np.uint64) -> None:
    """Have the attacker not win at the node."""
    tree[field(node, PN)], tree[field(node, DN)] = SOLVED, U(0)


@kernel
def is_open(tree: Tree, node: np.uint64) -> np.uint64:
    """Whether the node is neither proven nor disproven."""
    return U(tree[field(node, PN)] > U(0) and tree[field(node, DN)] > U(0))


@kernel
def stand_in(tree: Tree, node: np.uint64) -> np.uint64:
    """Node whose children and numbers hold for the position of this one."""
    same = tree[field(node, SAME)]
    return same if same else node


@kernel
def select_most_proving(tree: Tree, node: np.uint64, defending: np.uint64) -> np.uint64:
    """First child with the least proof number, or of a defence node with the least disproof number."""
    key = DN if defending else PN
    best = tree[field(node, FIRST)]
    for n in range(tree[field(node, CHILDREN)]):
        child = tree[field(node, FIRST)] + np.uint64(n)
        if tree[field(stand_in(tree, child), key)] < tree[field(stand_in(tree, best), key)]:
            best = child
    return np.uint64(best)


@kernel
def update_numbers(tree: Tree, node: np.uint64, defending: np.uint64) -> np.uint64:
    """Work the node's numbers out from its children's, if it has any; whether they changed, or it has none.

    An attack node that is disproven was cut when any child was, a defence node when every disproven child was.
    """
    if tree[field(node, CHILDREN)] == U(0):
        return U(1)
    one, every = (DN, PN) if defending else (PN, DN)
    least, most, others, cut = SOLVED, U(0), U(0), defending  # BELOW, or 0
    for n in range(tree[field(node, CHILDREN)]):
        child = stand_in(tree, tree[field(node, FIRST)] + np.uint64(n))
        if defending:
            cut &= U(tree[field(child, CUT)] > U(0) or tree[field(child, DN)] > U(0))
        else:
            cut |= U(tree[field(child, CUT)] > U(0))
        least = min(least, tree[field(child, one)])
        others += U(tree[field(child, every)] > U(0) and most > U(0))
        most = max(most, tree[field(child, every)])
    if defending and most and not tree[field(node, END)]:
        others += FOUR_COST
    whole = SOLVED if least == U(0) else min(most + others, SOLVED - U(1))
    changed = U(tree[field(node, one)] != least or tree[field(node, every)] != whole)
    tree[field(node, one)], tree[field(node, every)] = least, whole
    if tree[field(node, DN)] == U(0):
        tree[field(node, CUT)] |= cut
    return changed


@kernel
def add_node(tree: Tree, point: np.uint64, pn: np.uint64, dn: np.uint64) -> np.uint64:
    """Write one more node; 0 when the tree is full."""
    node = tree[USED]
    if NODE * (node + U(1)) > U(tree.size):
        return U(0)
    tree[NODE * node : NODE * (node + U(1))] = U(0)
    tree[field(node, MOVE)], tree[field(node, PN)], tree[field(node, DN)] = point, pn, dn
    tree[USED] = node + U(1)
    return U(1)


@kernel
def adopt_children(tree: Tree, node: np.uint64, first: np.uint64) -> None:
    """Make the nodes written last, from ``first`` on, the node's children."""
    tree[field(node, FIRST)], tree[field(node, CHILDREN)] = first, tree[USED] - first


def extract_win(tree: Tree, proofs: ProofWords) -> Win:
    """The proof of a root that `search_vct` found won."""
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
