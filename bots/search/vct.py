"""VCT: victory by continuous threats, found by proof-number search on an explicit tree.

The attacker's moves are those that make a four or, by their shapes, an open three; against a four of the defender's,
only the moves that stop it. Such a move counts when it makes a four, or when the attacker would win by continuous fours
if the defender passed: that attack is the threat. The defender's answers are all the points that leave no five after a
four, and all at which a threat does not replay unchanged. An attacker who wins by continuous fours has won.

A node of the tree is a position, an attack node with the attacker to move and below it defence nodes. Where Allis's
proof-number search adds the numbers of all children, the largest counts here and each other one as 1 (weak proof-number
search, Ueda and others): the same stones in another order are counted many times otherwise. After a node was opened the
search climbs only as far as numbers change, and goes down again from there.
"""

from typing import Final

import numpy as np

from bots.search import classes, shapes
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel, lowest
from bots.search.layout import (
    BITS,
    CELL,
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
    ENCLOSED,
    FIVES,
    FOURS,
    HASH,
    POINTS,
    SHAPES,
    THREES,
    U,
)
from bots.search.make import make, unmake
from bots.search.proof import Win, read
from bots.search.replay import defend, mark_line
from bots.search.vcf import (
    CUT,
    DEFENCES,
    LIMIT,
    MARKED,
    NO_FOUR,
    NODES,
    PROOF,
    PROOFS,
    REFUTED,
    SALT,
    TOP,
    UNKNOWN,
    WITHIN,
    WON,
    attack,
    replies,
)

# the array ``tree``: eight words a node, the first of them for the tree itself
USED: Final = U(0)  # nodes so far, and the next one's number
WRITTEN: Final = U(1)  # words of ``proofs`` so far
MOVE: Final = U(0)  # the stone that led here
PARENT: Final = U(1)
FIRST: Final = U(2)  # of the children, which lie side by side
CHILDREN: Final = U(3)
PN: Final = U(4)
DN: Final = U(5)
END: Final = U(6)  # of the proof that wins an attack node, or that a defence node threatens; 0 when there is none
SAME: Final = U(7)  # the node of the same position that was solved before, or 0
NODE: Final = U(8)
ROOT: Final = U(1)

SOLVED: Final = U(1 << 40)  # as a proof number: no proof; as a disproof number: no disproof
LEAF: Final = U(4096)  # stones a single search for continuous fours may put on the board


@kernel
def prove(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    solved: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> np.uint64:
    """Whether ``side``, to move, wins by continuous threats: REFUTED, WON, or UNKNOWN when something ended it.

    Besides limits and flags, a full tree ends the search. Once CUT is set, REFUTED does not hold.
    """
    tree[USED], tree[WRITTEN] = ROOT + U(1), U(0)
    tree[NODE * ROOT : NODE * (ROOT + U(1))] = U(0)
    node, depth = ROOT, U(0)
    running = U(1)
    tree[NODE * ROOT + PN] = tree[NODE * ROOT + DN] = U(1)
    while running and tree[NODE * ROOT + PN] and tree[NODE * ROOT + DN]:
        while tree[NODE * node + CHILDREN]:
            node = _most_proving(tree, node, depth & U(1))
            make(state, table, geometry, tree[NODE * node + MOVE], U(1) + (side ^ (depth & U(1))))
            search[NODES] += U(1)
            depth += U(1)
        if depth & U(1):
            running = _defence(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node)
        else:
            running = _attack(state, table, geometry, search, refuted, tree, proofs, solved, stop, late, side, node)
        changed = U(1)
        while changed or not running:
            changed = _number(tree, node, depth & U(1))
            if not depth & U(1):
                _remember(state, search, tree, solved, node)
            if node == ROOT:
                break
            if changed or not running:
                unmake(state, table, geometry, tree[NODE * node + MOVE])
                node = tree[NODE * node + PARENT]
                depth -= U(1)
    if not running:
        return UNKNOWN
    return REFUTED if tree[NODE * ROOT + PN] else WON


@kernel
def _most_proving(tree: Words, node: np.uint64, defending: np.uint64) -> np.uint64:
    """First child with the least proof number, or of a defence node with the least disproof number."""
    key = DN if defending else PN
    best = tree[NODE * node + FIRST]
    for n in range(tree[NODE * node + CHILDREN]):
        child = tree[NODE * node + FIRST] + np.uint64(n)
        if tree[NODE * child + key] < tree[NODE * best + key]:
            best = child
    return np.uint64(best)


@kernel
def _number(tree: Words, node: np.uint64, defending: np.uint64) -> np.uint64:
    """Work the node's numbers out from its children's, if it has any; whether they changed, or it has none."""
    if tree[NODE * node + CHILDREN] == U(0):
        return U(1)
    one, every = (DN, PN) if defending else (PN, DN)
    least, most, others = SOLVED, U(0), U(0)
    for n in range(tree[NODE * node + CHILDREN]):
        child = NODE * (tree[NODE * node + FIRST] + np.uint64(n))
        least = min(least, tree[child + one])
        others += U(tree[child + every] > U(0) and most > U(0))
        most = max(most, tree[child + every])
    whole = SOLVED if least == U(0) else min(most + others, SOLVED - U(1))
    changed = U(tree[NODE * node + one] != least or tree[NODE * node + every] != whole)
    tree[NODE * node + one], tree[NODE * node + every] = least, whole
    return changed


@kernel
def _remember(state: Words, search: Words, tree: Words, solved: Words, node: np.uint64) -> None:
    """Keep a solved attack node for the next one with the same position, which is now on the board."""
    if tree[NODE * node + PN] and tree[NODE * node + DN]:
        return
    key = state[HASH] ^ search[SALT]
    slot = U(2) * (key & U(solved.size // 2 - 1))
    solved[slot], solved[slot + U(1)] = key, node


@kernel
def _attack(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    solved: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Open a node with the attacker to move; 0 when the search has to end."""
    key = state[HASH] ^ search[SALT]
    slot = U(2) * (key & U(solved.size // 2 - 1))
    at = NODE * node
    if solved[slot] == key:
        same = solved[slot + U(1)]
        tree[at + SAME], tree[at + PN], tree[at + DN] = same, tree[NODE * same + PN], tree[NODE * same + DN]
        return U(1)
    result = _fours(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node)
    if result == UNKNOWN:
        return U(0)
    tree[at + PN], tree[at + DN] = (U(0), SOLVED) if result == WON else (SOLVED, U(0))
    if result == WON:
        return U(1)
    _gather(state, geometry, search, side)
    first = tree[USED]
    for n in range(BITS):
        word = search[MARKED + np.uint64(n)] & search[WITHIN + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            if state[CELL + point] or forbidden(state, table, geometry, point, side):
                continue
            if not _add(tree, node, point, _promise(state[CLASS + side * CELLS + point]), U(1)):
                return U(0)
    _adopt(tree, node, first)
    return U(1)


@kernel
def _promise(kind: np.uint64) -> np.uint64:
    """Proof number of a move before anything was tried.

    A four comes last: it can always be made, its one answer keeps the number low, and fours alone do not win here.
    """
    if kind == classes.FOUR:
        return U(6)
    return U(3) if kind == classes.OPEN_THREE else U(1)


@kernel
def _gather(state: Words, geometry: Words, search: Words, side: np.uint64) -> None:
    """Put the attacker's moves to try, and perhaps other points, into the set MARKED."""
    other = U(1) - side
    for n in range(BITS):
        search[MARKED + np.uint64(n)] = state[FIVES + other * BITS + np.uint64(n)]
    fives = state[COUNT + other * CLASSES + classes.FIVE]
    if fives == U(0):
        for n in range(BITS):
            search[MARKED + np.uint64(n)] = (
                state[FOURS + side * BITS + np.uint64(n)] | state[THREES + side * BITS + np.uint64(n)]
            )
    elif geometry[ENCLOSED]:
        for cell in range(geometry[POINTS]):
            code = state[SHAPES + other * CELLS + np.uint64(cell)]
            for axis in range(U(4)):
                if (code >> (U(4) * np.uint64(axis))) & shapes.SHAPE == shapes.FIVE:
                    mark_line(geometry, search, np.uint64(cell), np.uint64(axis))
    elif fives > U(1):
        for n in range(BITS):
            search[MARKED + np.uint64(n)] = U(0)


@kernel
def _defence(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Open a node with the defender to move; 0 when the search has to end."""
    other, at, first = U(1) - side, NODE * node, tree[USED]
    tree[at + PN], tree[at + DN] = SOLVED, U(0)
    if state[COUNT + other * CLASSES + classes.FIVE]:
        return U(1)
    points, number = replies(state, geometry, search, side, tree[at + MOVE])
    if number != NO_FOUR:
        for n in range(number):
            point = (points >> (U(16) * np.uint64(n))) & U(0xFFFF)
            if not forbidden(state, table, geometry, point, other) and not _add(tree, node, point, U(1), U(1)):
                return U(0)
        _adopt(tree, node, first)
        tree[at + PN], tree[at + DN] = U(0), SOLVED
        return U(1)
    result = _fours(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node)
    if result != WON:
        return U(result == REFUTED)
    if not defend(state, table, geometry, search, proofs, tree[at + END], stop, late, side):
        return U(0)
    for n in range(BITS):
        word = search[DEFENCES + np.uint64(n)]
        while word:
            if not _add(tree, node, U(64) * np.uint64(n) + lowest(word), U(1), U(1)):
                return U(0)
            word &= word - U(1)
    _adopt(tree, node, first)
    tree[at + PN], tree[at + DN] = U(0), SOLVED
    return U(1)


@kernel
def _fours(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Whether the attacker, were it to move, wins by fours alone; if so the proof is kept.

    REFUTED also, with CUT set, when the stones for one such search ran out; UNKNOWN when the whole search has to end.
    """
    limit = search[LIMIT]
    search[LIMIT] = min(limit, search[NODES] + LEAF)
    search[TOP] = search[PROOF] = U(0)
    result = attack(state, table, geometry, search, refuted, stop, late, side)
    search[LIMIT] = limit
    if result == UNKNOWN and search[NODES] < limit and not stop[0] and not late[0]:
        search[CUT] = U(1)
        return REFUTED
    if result != WON:
        return result
    begin = tree[WRITTEN]
    if begin + search[PROOF] > U(proofs.size):
        return UNKNOWN
    for n in range(search[PROOF]):
        proofs[begin + np.uint64(n)] = search[PROOFS + np.uint64(n)]
    tree[WRITTEN] = tree[NODE * node + END] = begin + search[PROOF]
    return WON


@kernel
def _add(tree: Words, parent: np.uint64, point: np.uint64, pn: np.uint64, dn: np.uint64) -> np.uint64:
    """Write one more node; 0 when the tree is full."""
    node = tree[USED]
    if NODE * (node + U(1)) > U(tree.size):
        return U(0)
    at = NODE * node
    tree[at : at + NODE] = U(0)
    tree[at + MOVE], tree[at + PARENT], tree[at + PN], tree[at + DN] = point, parent, pn, dn
    tree[USED] = node + U(1)
    return U(1)


@kernel
def _adopt(tree: Words, node: np.uint64, first: np.uint64) -> None:
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
