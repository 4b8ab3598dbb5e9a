"""Where everything lies in the array ``search`` that alpha-beta works in."""

from typing import Final

from bots.search.layout import BITS, CELLS, U

PLIES: Final = U(96)  # that a branch may be long; with what forced replies add, no search comes near it

NODES: Final = U(0)  # stones put on the board so far
LIMIT: Final = U(1)  # how many there may be
ENDED: Final = U(2)  # 1 once the limit or a flag ended the search: what it returns then means nothing
PARTS: Final = U(3)  # which parts of the search are on
TOP: Final = U(4)  # of the moves to try
AGE: Final = U(5)  # of the search, in the table of transpositions
ROOTS: Final = U(6)  # number of moves at the root
OCCUPIED: Final = U(7)  # the set of points with stones
NEAR: Final = OCCUPIED + BITS  # for each ply: the set of points near stones, those with stones among them
LINE: Final = NEAR + (PLIES + U(1)) * BITS  # for each ply: the move made at it; the first is the last one of the game
KILLERS: Final = LINE + PLIES + U(2)  # for each ply: two quiet moves that refuted others there, plus 1
COUNTERS: Final = KILLERS + U(2) * (PLIES + U(1))  # for each side and point: what refuted the stone there, plus 1
HISTORY: Final = COUNTERS + U(2) * CELLS  # for each side and point: how well it has done
LENGTH: Final = HISTORY + U(2) * CELLS  # for each ply: of its principal variation
VARIATION: Final = LENGTH + PLIES + U(2)  # for each ply: the moves of it
ROOT: Final = VARIATION + (PLIES + U(2)) * PLIES  # moves, the best first
SCORE: Final = ROOT + CELLS  # for each of them: its score, with a sign; a bound unless it was the best
MOVES: Final = SCORE + CELLS  # to try, of the whole branch
SEARCH_WORDS: Final = MOVES + (PLIES + U(2)) * CELLS

# parts of the search
REDUCTIONS: Final = U(1)  # late moves are searched less deep
PRUNING: Final = U(2)  # razoring, futility, and late moves left out
FOURS: Final = U(4)  # wins by fours are looked for in every position
EXTENSIONS: Final = U(8)  # a forced reply costs no depth
ORDERING: Final = U(16)  # killers, counter-moves and history
MEMORY: Final = U(32)  # transpositions
THREATS: Final = U(64)  # at the root the solver looks for wins by threats, either side's
ALL_PARTS: Final = U(127)
