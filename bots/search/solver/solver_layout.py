"""Layout of the array ``search`` that the solver works in, and the answers of its kernels."""

from typing import Final

from bots.search.board.layout import BITS, CELLS, U
from bots.search.runtime.jit import Words

SolverState = Words
"""Shape (SEARCH_WORDS,): words of its own, then the moves to try along the branch, then the proof."""
Refuted = Words
"""Keys of positions that were searched for fours in vain, each in the slot that its low bits name; a power of two."""
ProofWords = Words
"""Proofs one after the other, children first: for each move its answers, their number, and the move."""

NODES: Final = U(0)  # stones put on the board so far
LIMIT: Final = U(1)
SALT: Final = U(2)  # mixed into the keys: what an earlier search remembered never counts
TOP: Final = U(3)  # of the moves
PROOF: Final = U(4)  # end of the proof
LEFT: Final = U(5)  # fours that may still be made
TICK: Final = U(6)  # what a four takes off that: 0 when their number has no limit
CUT: Final = U(7)  # 1 once a four was left out for want of it
CONFINED: Final = U(8)  # 1 when WITHIN is not every point
WIDE: Final = U(9)  # 1 when a search for threats tries quiet moves too
WITHIN: Final = U(10)  # the set of points on which the attacker may put stones
MARKED: Final = WITHIN + BITS  # a set for `mark_relevant`
DEFENCES: Final = MARKED + BITS  # the set that `find_defences` answers with
MOVES: Final = DEFENCES + BITS
MOVE_WORDS: Final = CELLS * CELLS // U(4)  # fewer fours are left with every four made
PROOFS: Final = MOVES + MOVE_WORDS
PROOF_LIMIT: Final = U(1 << 16)  # with room above for what is on the branch
SEARCH_WORDS: Final = PROOFS + PROOF_LIMIT + U(8) * CELLS

SPREAD: Final = U(0x9E3779B97F4A7C15)  # odd, its bits mixed: products with it are far apart

REFUTED: Final = U(0)
WON: Final = U(1)
UNKNOWN: Final = U(2)

NOWHERE: Final = CELLS  # in place of a point
NO_FOUR: Final = U(8)  # in place of a number of replies
