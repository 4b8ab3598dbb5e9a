"""Candidate moves of the attacker in a search for continuous threats, and their initial proof numbers.

They are the fours and, by their shapes, the open threes; against a defender's four, only the moves that stop it. A WIDE
search also tries quiet moves (fukumi) that join stones of the attacker's in some row and whose threat shows within LEAF
stones. Finding them is expensive, so one node with the move NOWHERE first stands for all quiet moves of a position, and
is expanded only when it becomes the most proving one.
"""

from typing import Final

import numpy as np

from bots.search.board import point_classes, shapes
from bots.search.board.forbidden import is_forbidden
from bots.search.board.layout import (
    BITS,
    ENCLOSED,
    POINTS,
    BoardArrays,
    cell_at,
    class_at,
    count_of,
    fives_word,
    fours_word,
    shapes_at,
    threes_word,
)
from bots.search.board.moves import do_move, undo_move
from bots.search.board.shapes import shape_on
from bots.search.runtime.bits import lowest_point, without_lowest
from bots.search.runtime.jit import U0, U1, U4, U, kernel
from bots.search.solver.defences import mark_line
from bots.search.solver.proof_tree import (
    BELOW,
    CHILDREN,
    CUT,
    FIRST,
    NODE,
    USED,
    Tree,
    add_node,
    adopt_children,
    field,
    set_disproven,
)
from bots.search.solver.solver_layout import (
    LIMIT,
    MARKED,
    NODES,
    NOWHERE,
    PROOF,
    TOP,
    UNKNOWN,
    WITHIN,
    WON,
    SolverArrays,
    SolverState,
)
from bots.search.solver.vcf import search_vcf

LEAF: Final = U(128)  # stones that one search for continuous fours may put on the board at first
QUIET: Final = U(15)  # proof number of a quiet move, minus the number of rows it joins


@kernel
def collect_threats(board: BoardArrays, search: SolverState, side: np.uint64) -> None:
    """Fill the set MARKED with the attacker's candidate moves; it may contain other points too."""
    state, geometry = board.state, board.geometry
    other = U1 - side
    for n in range(BITS):
        search[MARKED + np.uint64(n)] = fives_word(state, other, np.uint64(n))
    fives = count_of(state, other, point_classes.FIVE)
    if fives == U0:
        for n in range(BITS):
            search[MARKED + np.uint64(n)] = fours_word(state, side, np.uint64(n)) | threes_word(
                state, side, np.uint64(n)
            )
    elif geometry[ENCLOSED]:
        for n in range(BITS):
            word = fives_word(state, other, np.uint64(n))
            while word:
                point = lowest_point(np.uint64(n), word)
                word = without_lowest(word)
                code = shapes_at(state, other, point)
                for axis in range(U4):
                    if shape_on(code, np.uint64(axis)) == shapes.FIVE:
                        mark_line(geometry, search, point, np.uint64(axis))
    elif fives > U1:
        for n in range(BITS):
            search[MARKED + np.uint64(n)] = U0


@kernel
def initial_proof_number(kind: np.uint64, code: np.uint64) -> np.uint64:
    """Return the initial proof number of a move of these shapes, less when it also prepares something.

    A four comes last: it can always be made, its single answer keeps the number low, and fours alone do not win here.
    """
    number = U1
    if kind == point_classes.FOUR:
        number = U(9)
    elif kind == point_classes.OPEN_THREE:
        number = U(5)
    for axis in range(U4):
        shape = shape_on(code, np.uint64(axis))
        number -= U(number > U1 and shapes.OPEN_TWO <= shape <= shapes.THREE)
    return number


@kernel
def expand_quiets(board: BoardArrays, solver: SolverArrays, tree: Tree, side: np.uint64, node: np.uint64) -> np.uint64:
    """Replace the placeholder for quiet moves, a node's last child, by those moves; return 0 when the search has to
    end."""
    first = tree[USED]
    for i in range(tree[field(node, CHILDREN)] - U1):
        child, copy = tree[field(node, FIRST)] + np.uint64(i), tree[USED]
        if not add_node(tree, NOWHERE, U1, U1):
            return U0
        for n in range(NODE):
            tree[NODE * copy + np.uint64(n)] = tree[NODE * child + np.uint64(n)]
    if not _add_quiets(board, solver, tree, side, node):
        return U0
    adopt_children(tree, node, first)
    if tree[USED] == first:
        set_disproven(tree, node)
    return U1


@kernel
def _add_quiets(board: BoardArrays, solver: SolverArrays, tree: Tree, side: np.uint64, node: np.uint64) -> np.uint64:
    """Append the quiet moves that threaten a win by fours; return 0 when the search has to end."""
    state = board.state
    search = solver.search
    for cell in range(board.geometry[POINTS]):
        point = np.uint64(cell)
        within = search[WITHIN + (point >> U(6))] >> (point & U(63)) & U1
        if cell_at(state, point) or not within or class_at(state, side, point) != point_classes.QUIET:
            continue
        joined, code = U0, shapes_at(state, side, point)
        for axis in range(U4):
            joined += U(shape_on(code, np.uint64(axis)) != shapes.NONE)
        if joined == U0 or is_forbidden(board, point, side):
            continue
        limit = search[LIMIT]
        do_move(board, point, U1 + side)
        search[NODES] += U1
        search[LIMIT] = min(limit, search[NODES] + LEAF)
        search[TOP] = search[PROOF] = U0
        result = search_vcf(board, solver, side)
        search[LIMIT] = limit
        undo_move(board, point)
        if search[NODES] >= limit or solver.stop[0] or solver.late[0]:
            return U0
        if result == UNKNOWN:
            tree[field(node, CUT)] |= BELOW
        elif result == WON and not add_node(tree, point, QUIET - joined, U1):
            return U0
    return U1
