"""The tree of a proof-number search for wins by continuous threats.

A node of the tree is a position, an attack node with the attacker to move and below it defence nodes. Where Allis's
proof-number search adds the numbers of all children, the largest counts here and each other one as 1 (weak proof-number
search, Ueda and others): the same stones in another order are counted many times otherwise. A position that comes up
again is not opened again: the node that was opened first stands in for it.
"""

from typing import Final

import numpy as np

from bots.search.jit import Words, kernel
from bots.search.layout import U
from bots.search.proof import Win, read

# the array ``tree``: eight words a node, the first of them for the tree itself
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
def is_open(tree: Words, node: np.uint64) -> np.uint64:
    """Whether the node is neither proven nor disproven."""
    return U(tree[NODE * node + PN] > U(0) and tree[NODE * node + DN] > U(0))


@kernel
def stand_in(tree: Words, node: np.uint64) -> np.uint64:
    """Node whose children and numbers hold for the position of this one."""
    same = tree[NODE * node + SAME]
    return same if same else node


@kernel
def most_proving(tree: Words, node: np.uint64, defending: np.uint64) -> np.uint64:
    """First child with the least proof number, or of a defence node with the least disproof number."""
    key = DN if defending else PN
    best = tree[NODE * node + FIRST]
    for n in range(tree[NODE * node + CHILDREN]):
        child = tree[NODE * node + FIRST] + np.uint64(n)
        if tree[NODE * stand_in(tree, child) + key] < tree[NODE * stand_in(tree, best) + key]:
            best = child
    return np.uint64(best)


@kernel
def renumber(tree: Words, node: np.uint64, defending: np.uint64) -> np.uint64:
    """Work the node's numbers out from its children's, if it has any; whether they changed, or it has none.

    An attack node that is disproven was cut when any child was, a defence node when every disproven child was.
    """
    if tree[NODE * node + CHILDREN] == U(0):
        return U(1)
    one, every = (DN, PN) if defending else (PN, DN)
    least, most, others, cut = SOLVED, U(0), U(0), defending  # BELOW, or 0
    for n in range(tree[NODE * node + CHILDREN]):
        child = NODE * stand_in(tree, tree[NODE * node + FIRST] + np.uint64(n))
        if defending:
            cut &= U(tree[child + CUT] > U(0) or tree[child + DN] > U(0))
        else:
            cut |= U(tree[child + CUT] > U(0))
        least = min(least, tree[child + one])
        others += U(tree[child + every] > U(0) and most > U(0))
        most = max(most, tree[child + every])
    if defending and most and not tree[NODE * node + END]:
        others += FOUR_COST
    whole = SOLVED if least == U(0) else min(most + others, SOLVED - U(1))
    changed = U(tree[NODE * node + one] != least or tree[NODE * node + every] != whole)
    tree[NODE * node + one], tree[NODE * node + every] = least, whole
    if tree[NODE * node + DN] == U(0):
        tree[NODE * node + CUT] |= cut
    return changed


@kernel
def add(tree: Words, point: np.uint64, pn: np.uint64, dn: np.uint64) -> np.uint64:
    """Write one more node; 0 when the tree is full."""
    node = tree[USED]
    if NODE * (node + U(1)) > U(tree.size):
        return U(0)
    at = NODE * node
    tree[at : at + NODE] = U(0)
    tree[at + MOVE], tree[at + PN], tree[at + DN] = point, pn, dn
    tree[USED] = node + U(1)
    return U(1)


@kernel
def adopt(tree: Words, node: np.uint64, first: np.uint64) -> None:
    """Make the nodes written last, from ``first`` on, the node's children."""
    tree[NODE * node + FIRST], tree[NODE * node + CHILDREN] = first, tree[USED] - first


def win(tree: Words, proofs: Words) -> Win:
    """The proof of a root that `prove` found won."""
    built: dict[int, Win] = {}

    def attacks(node: int) -> Win:
        same = int(tree[8 * node + int(SAME)])
        if same:
            return attacks(same)
        if node not in built:
            end = int(tree[8 * node + int(END)])
            built[node] = read(proofs[:end]) if end else defends(next(n for n in children(node) if won(n)))
        return built[node]

    def defends(node: int) -> Win:
        end = int(tree[8 * node + int(END)])
        answers = tuple((int(tree[8 * n + int(MOVE)]), attacks(n)) for n in children(node))
        return Win(int(tree[8 * node + int(MOVE)]), answers, read(proofs[:end]) if end else None)

    def children(node: int) -> range:
        first = int(tree[8 * node + int(FIRST)])
        return range(first, first + int(tree[8 * node + int(CHILDREN)]))

    def won(node: int) -> bool:
        return not tree[8 * node + int(PN)]

    return attacks(int(ROOT))
