"""Layout of the working array ``search`` of the solver, and the return values of its kernels."""

from typing import Final, NamedTuple

from bots.search.board.layout import BITS, CELLS
from bots.search.runtime.jit import U0, U1, U2, U4, Flag, U, Words

SolverState = Words
"""Working memory, shape (SEARCH_WORDS,): fields, then the stack of moves to try, then the proof."""
Refuted = Words
"""Keys of positions refuted for fours, each in the slot that its low bits name; the size is a power of two."""
ProofWords = Words
"""Proofs one after the other, children first: for each move its answers, their number, and the move."""


class SolverArrays(NamedTuple):
    """The arrays of a solver: what it works in, what it has refuted, and the flags that end it."""

    search: SolverState
    refuted: Refuted
    stop: Flag
    late: Flag


NODES: Final = U0  # stones put on the board so far
LIMIT: Final = U1
SALT: Final = U2  # mixed into the keys, so entries of earlier searches never match
TOP: Final = U(3)  # top of the move stack
PROOF: Final = U4  # end of the proof
LEFT: Final = U(5)  # fours still allowed
TICK: Final = U(6)  # subtracted from LEFT for each four; 0 when fours are unlimited
CUT: Final = U(7)  # 1 once a four was skipped because LEFT was 0
CONFINED: Final = U(8)  # 1 when WITHIN is not every point
WIDE: Final = U(9)  # 1 when a threat search tries quiet moves too
NESTED: Final = U(10)  # threats within threats that are being replayed
WITHIN: Final = U(11)  # the set of points on which the attacker may put stones
MARKED: Final = WITHIN + BITS  # the set filled by `mark_relevant`
DEFENCES: Final = MARKED + BITS  # the set filled by `find_defences`
MOVES: Final = DEFENCES + BITS
MOVE_WORDS: Final = CELLS * CELLS // U4  # enough for the branch: each four made leaves fewer to make
PROOFS: Final = MOVES + MOVE_WORDS
PROOF_LIMIT: Final = U(1 << 16)  # with room above it for the moves of the branch
TOUCHED: Final = PROOFS + PROOF_LIMIT + U(8) * CELLS  # the set of points of each of these threats, the outermost first
SEARCH_WORDS: Final = TOUCHED + BITS * CELLS

SPREAD: Final = U(0x9E3779B97F4A7C15)  # odd with well-mixed bits: multiples of it are far apart

REFUTED: Final = U0
WON: Final = U1
UNKNOWN: Final = U2

NOWHERE: Final = CELLS  # in place of a point
NO_FOUR: Final = U(8)  # in place of a number of replies
