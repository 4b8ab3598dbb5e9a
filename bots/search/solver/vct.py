"""VCT: victory by continuous threats, found by proof-number search on an explicit tree.

An attacker's move, one of those of `threat_moves`, counts when it makes a four, or when the attacker would win by
continuous fours if the defender passed: that win is the threat. The defender's answers are all points that leave no
five after a four, and all points at which a threat does not replay unchanged. A node where the attacker wins by
continuous fours is won; a threat that the defender meets by winning by fours has failed.

The fours of a position are searched with few stones at first, and with many only once all threats have failed there:
otherwise a few long searches would take most of the stones.

After expanding a node the search climbs back along its path only as far as numbers change, and descends again from
there. Other paths to a changed node pick up its numbers when the search visits them.
"""

from typing import Final

import numpy as np

from bots.search.board import point_classes
from bots.search.board.forbidden import is_forbidden
from bots.search.board.layout import BITS, HASH, BoardArrays, cell_at, class_at, count_of, shapes_at
from bots.search.board.moves import do_move, undo_move
from bots.search.runtime.bits import lowest_point, unpack_point, without_lowest
from bots.search.runtime.jit import U0, U1, U2, U, kernel
from bots.search.solver import solver_layout
from bots.search.solver.defences import find_defences
from bots.search.solver.proof_tree import (
    BELOW,
    CHILDREN,
    CUT,
    DN,
    END,
    MOVE,
    NODE,
    PN,
    ROOT,
    SAME,
    SELF,
    USED,
    WRITTEN,
    ThreatArrays,
    Tree,
    add_node,
    adopt_children,
    field,
    is_open,
    select_most_proving,
    set_disproven,
    set_proven,
    stand_in,
    update_numbers,
)
from bots.search.solver.solver_layout import (
    DEFENCES,
    LEFT,
    LIMIT,
    MARKED,
    NO_FOUR,
    NODES,
    NOWHERE,
    PROOF,
    PROOFS,
    REFUTED,
    SALT,
    TICK,
    TOP,
    UNKNOWN,
    WIDE,
    WITHIN,
    WON,
    SolverArrays,
)
from bots.search.solver.threat_moves import LEAF, QUIET, collect_threats, expand_quiets, initial_proof_number
from bots.search.solver.vcf import find_replies, search_vcf

WHOLE: Final = U(4096)  # stones for the fours of a node once nothing else is left, and at the root
COUNTER: Final = U(100)  # stones for the defender's fours


@kernel
def search_vct(board: BoardArrays, solver: SolverArrays, threats: ThreatArrays, side: np.uint64) -> np.uint64:
    """Search for a win of ``side``, to move, by continuous threats: WON, REFUTED, or UNKNOWN when something ended it.

    Limits, flags and a full tree end the search. Once CUT is set, REFUTED does not hold.
    """
    search = solver.search
    tree = threats.tree
    tree[USED], tree[WRITTEN] = ROOT + U1, U0
    tree[NODE * ROOT : NODE * (ROOT + U1)] = U0
    node, depth, running = ROOT, U0, U1
    path = threats.path
    path[0] = ROOT
    tree[field(ROOT, PN)] = tree[field(ROOT, DN)] = U1
    while running and is_open(tree, ROOT):
        # 1. Descend to the most proving node.
        while running and tree[field(node, CHILDREN)] and is_open(tree, node):
            if search[NODES] >= search[LIMIT]:
                running = U0
                break
            child = select_most_proving(tree, node, depth & U1)
            if tree[field(child, MOVE)] == NOWHERE:
                break
            do_move(board, tree[field(child, MOVE)], U1 + (side ^ (depth & U1)))
            search[NODES] += U1
            depth += U1
            path[depth], node = child, stand_in(tree, child)
        # 2. Expand it.
        if not running or not is_open(tree, node):
            pass  # its stand-in was solved on another path
        elif tree[field(node, CHILDREN)]:
            running = expand_quiets(board, solver, tree, side, node)
        elif depth & U1:
            running = _expand_defence(board, solver, threats, side, node)
        else:
            running = _expand_attack(board, solver, threats, side, node)
            node = stand_in(tree, node)
        # 3. Climb as far as numbers change.
        changed = U1
        while depth and (changed or not running):
            changed = update_numbers(tree, node, depth & U1) | (U1 - is_open(tree, node))
            if running and not depth & U1 and _only_fours_left(tree, node):
                running = _search_fours_on(board, solver, threats, side, node)
            if changed or not running:
                undo_move(board, tree[field(path[depth], MOVE)])
                depth -= U1
                node = stand_in(tree, path[depth])
        if depth == U0:
            update_numbers(tree, ROOT, U0)
    if not running:
        return UNKNOWN
    search[solver_layout.CUT] |= U(tree[field(ROOT, CUT)] > U0)
    return REFUTED if tree[field(ROOT, PN)] else WON


@kernel
def _only_fours_left(tree: Tree, node: np.uint64) -> np.uint64:
    """Tell whether all that is left at a disproven node is its interrupted search for fours."""
    return U(tree[field(node, DN)] == U0 and tree[field(node, CUT)] & SELF)


@kernel
def _search_fours_on(
    board: BoardArrays, solver: SolverArrays, threats: ThreatArrays, side: np.uint64, node: np.uint64
) -> np.uint64:
    """Search an attack node for fours again, with more stones; return 0 when the search has to end."""
    tree = threats.tree
    tree[field(node, CUT)] &= BELOW
    result = _search_fours(board, solver, threats, side, node, WHOLE)
    if result == WON:
        set_proven(tree, node)
    elif tree[field(node, CUT)] & SELF:
        tree[field(node, CUT)] = BELOW
    return U(result != UNKNOWN)


@kernel
def _expand_attack(
    board: BoardArrays, solver: SolverArrays, threats: ThreatArrays, side: np.uint64, node: np.uint64
) -> np.uint64:
    """Expand a node with the attacker to move; return 0 when the search has to end."""
    state = board.state
    search = solver.search
    tree, solved = threats.tree, threats.solved
    # 1. The position was expanded before, or wins by fours.
    key = state[HASH] ^ search[SALT]
    slot = U2 * (key & U(solved.size // 2 - 1))
    if solved[slot] == key:
        tree[field(node, SAME)] = solved[slot + U1]
        return U1
    solved[slot], solved[slot + U1] = key, node
    leaf = WHOLE if node == ROOT else LEAF
    result = _search_fours(board, solver, threats, side, node, leaf)
    if result == UNKNOWN:
        return U0
    if node == ROOT and tree[field(node, CUT)]:
        tree[field(node, CUT)] = BELOW
    # 2. It is won, or each of its threats becomes a child.
    if result == WON:
        set_proven(tree, node)
        return U1
    set_disproven(tree, node)
    collect_threats(board, search, side)
    first = tree[USED]
    for n in range(BITS):
        word = search[MARKED + np.uint64(n)] & search[WITHIN + np.uint64(n)]
        while word:
            point = lowest_point(np.uint64(n), word)
            word = without_lowest(word)
            if cell_at(state, point) or is_forbidden(board, point, side):
                continue
            number = initial_proof_number(class_at(state, side, point), shapes_at(state, side, point))
            if not add_node(tree, point, number, U1):
                return U0
    wide = search[WIDE] and not count_of(state, U1 - side, point_classes.FIVE)
    if wide and not add_node(tree, NOWHERE, QUIET, U1):
        return U0
    adopt_children(tree, node, first)
    # 3. No threats: search its fours with more stones.
    if tree[USED] == first and _only_fours_left(tree, node):
        return _search_fours_on(board, solver, threats, side, node)
    return U1


@kernel
def _expand_defence(
    board: BoardArrays, solver: SolverArrays, threats: ThreatArrays, side: np.uint64, node: np.uint64
) -> np.uint64:
    """Expand a node with the defender to move; return 0 when the search has to end."""
    tree = threats.tree
    other, first = U1 - side, tree[USED]
    # 1. The defender makes five.
    set_disproven(tree, node)
    if count_of(board.state, other, point_classes.FIVE):
        return U1
    # 2. The attacker has made a four: its few replies are the children.
    points, number = find_replies(board, solver.search, side, tree[field(node, MOVE)])
    if number != NO_FOUR:
        for n in range(number):
            point = unpack_point(points, np.uint64(n))
            if not is_forbidden(board, point, other) and not add_node(tree, point, U1, U1):
                return U0
        adopt_children(tree, node, first)
        set_proven(tree, node)
        return U1
    # 3. It is a threat if the attacker would now win by fours and the defender does not win by fours first.
    result = _search_fours(board, solver, threats, side, node, WHOLE)
    if result != WON:
        return U(result == REFUTED)
    result = _search_counter_fours(board, solver, other)
    if result != REFUTED:
        return U(result == WON)
    # 4. The children are the points at which the threat does not replay.
    if not find_defences(board, solver, threats.proofs, tree[field(node, END)], side):
        return U0
    for n in range(BITS):
        word = solver.search[DEFENCES + np.uint64(n)]
        while word:
            point = lowest_point(np.uint64(n), word)
            word = without_lowest(word)
            # a defender's four only delays, so it is tried later
            four = point_classes.FOUR <= class_at(board.state, other, point) <= point_classes.WINNING_FOUR
            if not add_node(tree, point, U1, U1 + U(four)):
                return U0
    adopt_children(tree, node, first)
    set_proven(tree, node)
    return U1


@kernel
def _search_fours(
    board: BoardArrays, solver: SolverArrays, threats: ThreatArrays, side: np.uint64, node: np.uint64, leaf: np.uint64
) -> np.uint64:
    """Search for a win of the attacker by fours alone, as if to move; keep the proof when there is one.

    Returns REFUTED also, with the node's CUT set, when ``leaf`` stones do not decide; UNKNOWN when the search has to
    end.
    """
    search = solver.search
    tree = threats.tree
    limit = search[LIMIT]
    search[LIMIT] = min(limit, search[NODES] + leaf)
    search[TOP] = search[PROOF] = U0
    result = search_vcf(board, solver, side)
    search[LIMIT] = limit
    if result == UNKNOWN and search[NODES] < limit and not solver.stop[0] and not solver.late[0]:
        tree[field(node, CUT)] |= SELF
        return REFUTED
    if result != WON:
        return result
    begin = tree[WRITTEN]
    if begin + search[PROOF] > U(threats.proofs.size):
        return UNKNOWN
    for n in range(search[PROOF]):
        threats.proofs[begin + np.uint64(n)] = search[PROOFS + np.uint64(n)]
    tree[WRITTEN] = tree[field(node, END)] = begin + search[PROOF]
    return WON


@kernel
def _search_counter_fours(board: BoardArrays, solver: SolverArrays, side: np.uint64) -> np.uint64:
    """Search briefly for a win of the defender ``side``, to move, by fours alone; UNKNOWN when the search has to
    end."""
    search = solver.search
    limit, left, tick = search[LIMIT], search[LEFT], search[TICK]
    search[LIMIT] = min(limit, search[NODES] + COUNTER)
    # a LEFT that the attacker never has keeps the refuted positions of both sides apart
    search[LEFT], search[TICK] = U1 << U(62), U0
    search[TOP] = search[PROOF] = U0
    for n in range(BITS):  # only the attacker is confined
        search[DEFENCES + np.uint64(n)] = search[WITHIN + np.uint64(n)]
        search[WITHIN + np.uint64(n)] = ~U0
    result = search_vcf(board, solver, side)
    for n in range(BITS):
        search[WITHIN + np.uint64(n)] = search[DEFENCES + np.uint64(n)]
    search[LIMIT], search[LEFT], search[TICK] = limit, left, tick
    if result == UNKNOWN and search[NODES] < limit and not solver.stop[0] and not solver.late[0]:
        return REFUTED
    return result
