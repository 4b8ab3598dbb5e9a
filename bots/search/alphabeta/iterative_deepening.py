"""Iterative deepening: alpha-beta to growing depths, within limits of nodes and time."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.engine import LISTENER, Advice, Limits, SearchProgress, Stop
from bots.search.alphabeta import search_layout
from bots.search.alphabeta.aspiration import search_depth
from bots.search.alphabeta.lazy_smp import DEEPEST, helping
from bots.search.alphabeta.margins import MARGINS, Margins, tabulate
from bots.search.alphabeta.negamax import WON
from bots.search.alphabeta.search_layout import SearchArrays
from bots.search.alphabeta.search_moves import init_search
from bots.search.alphabeta.transposition_table import EXACT, NO_MOVE, PROVEN, store
from bots.search.alphabeta.winning_fours import SIDE_KEY
from bots.search.board.evaluation import sort_rank
from bots.search.board.layout import CELLS, ZOBRIST
from bots.search.board.network import WIDTH, added_rank, added_score, open_network, set_root
from bots.search.board.position import Position
from bots.search.board.weights import FITTED, Weights
from bots.search.deadline import deadline
from bots.search.runtime.jit import I, U, Words
from bots.search.runtime.memory import allocate
from bots.search.solver import solver_layout
from bots.search.solver.solver_layout import SolverArrays
from gomoku.board import Board, Color
from gomoku.ruleset import RuleSet

LEAST_BYTES: Final = 1 << 20  # least size of the transposition and refutation tables together
LEARNED: Final = WON + I(500)  # score of a known win of unknown length
FOREVER: Final = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Found:
    """A search result: moves with scores, best first, and the principal variation.

    The score of the best move is exact; the others are upper bounds. ``nodes`` counts stones put on the board.
    """

    moves: tuple[tuple[int, int], ...]
    line: tuple[int, ...]
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class SearchCounts:
    """Nodes of a search by kind, its cut-offs after a move, and the plies of its longest branch."""

    nodes: int
    leaves: int
    of_fours: int
    cuts: int
    first_cuts: int
    longest: int


def _count_words(memory: int) -> int:
    """Return the words of the transposition table; there are a quarter more for refutations."""
    return 1 << (max(LEAST_BYTES, memory) // 10).bit_length() - 1


def count_bytes(memory: int) -> int:
    """Return the bytes of the tables that `Deepening` makes of ``memory``: at most as many, or LEAST_BYTES."""
    return _count_words(memory) * 10


class Deepening:
    """Searches positions of one rule set and size, and keeps its tables from one search to the next.

    ``memory``: bytes for the tables. Without ``selective`` this is plain alpha-beta with no pruning, no search for
    fours and no transposition table: the oracle that tests compare the selective search with. Raises BadBoardSize as
    Position does.
    """

    def __init__(
        self,
        rules: RuleSet,
        size: int,
        memory: int,
        weights: Weights = FITTED,
        margins: Margins = MARGINS,
        *,
        selective: bool = True,
    ) -> None:
        self.position = Position(rules, size, weights)
        words = _count_words(memory)
        self._entries = allocate(words)
        self._refuted = allocate(words // 4)
        self._search: Words = np.zeros(int(search_layout.SEARCH_WORDS), np.uint64)
        self._search[int(search_layout.SELECTIVE)] = selective
        tables = slice(int(search_layout.MARGINS), int(search_layout.COUNTS))
        self._search[tables] = tabulate(margins).view(np.uint64)
        self._fours: Words = np.zeros(int(solver_layout.SEARCH_WORDS), np.uint64)
        self._fours[int(solver_layout.WITHIN) : int(solver_layout.MARKED)] = ~np.uint64(0)
        self._searches = 0
        self._network = open_network(active=selective)

    def search(self, board: Board, color: Color, last: int, limits: Limits, stop: Stop) -> Found:
        """Search a position that is not over, with ``color`` to move after a stone on ``last``.

        The answer is repeatable only when ``limits`` sets nodes and no time: then the tables start empty. A search that
        is stopped before it begins returns the moves in their initial order.
        """
        self.start(board, color, last, limits)
        return self.deepen(limits, stop)

    def start(self, board: Board, color: Color, last: int, limits: Limits) -> None:
        """Set up a position for `deepen`, with the arguments of `search`; ``limits`` are those of all its searches
        together."""
        search, position = self._search, self.position
        self._memories = self._prepare(limits)
        self._side, self._depth, self._score = U(color - 1), 0, 0
        position.set_board(board)
        search[int(search_layout.LINE)] = last
        set_root(position.arrays, self._network, U(color))
        init_search(position.arrays, search, self._side, self._network)

    def advise(self, advice: Advice, board: Board, color: Color) -> None:
        """Tell the search of the current position about learned advice.

        Won positions that can still arise are stored in the transposition table as proven. Moves that lead to a
        position won by the opponent, and moves proven to lose, are excluded while another move is left.
        """
        search = self._search
        here = np.frombuffer(board.cells, np.uint8)
        entries, _ = self._memories
        for n in np.flatnonzero((advice.won[:, here > 0] == here[here > 0]).all(axis=1)).tolist():
            cells, winner = advice.won[n], int(advice.winners[n])
            key = self._key(cells, winner)
            store(entries, key, LEARNED, PROVEN, EXACT, NO_MOVE, search[int(search_layout.AGE)])
            added = np.flatnonzero(cells != here)
            if (
                len(added) == 1
                and cells[added[0]] == color
                and winner != color
                and search[int(search_layout.ROOTS)] > 1
            ):
                self.exclude(int(added[0]))
        for point in advice.lost:
            if len(self.roots) > 1 and point in self.roots:
                self.exclude(point)

    @property
    def roots(self) -> list[int]:
        """The moves of the current position that are searched: those that can save it, if it faces a threat."""
        first, count = int(search_layout.ROOT), int(self._search[int(search_layout.ROOTS)])
        return [int(point) for point in self._search[first : first + count]]

    def _key(self, cells: NDArray[np.uint8], color: int) -> np.uint64:
        """Return the transposition-table key of a position, shape (points,), with ``color`` to move."""
        stones = np.flatnonzero(cells)
        at = int(ZOBRIST) + (cells[stones].astype(np.int64) - 1) * int(CELLS) + stones
        return np.uint64(np.bitwise_xor.reduce(self.position.arrays.geometry[at])) ^ (U(color - 1) * SIDE_KEY)

    def deepen(self, limits: Limits, stop: Stop) -> Found:
        """Deepen the search of the current position by these nodes and milliseconds; return the best result so far."""
        search, position = self._search, self.position
        entries, refuted = self._memories
        listener = LISTENER.get()
        search[int(search_layout.LIMIT)] = (
            FOREVER if limits.nodes is None else int(search[int(search_layout.NODES)]) + limits.nodes
        )
        search[int(search_layout.ENDED)] = 0
        with deadline(limits.time_ms) as up, ExitStack() as helpers:
            fours = SolverArrays(self._fours, refuted, stop.array, up.array)
            arrays = SearchArrays(search, entries, fours, self._network)
            repeatable = limits.time_ms is None or limits.nodes is not None
            for n in range(0 if repeatable else limits.threads - 1):
                depth = self._depth + 1 - n % 2
                helpers.enter_context(helping(position.arrays, arrays, self._side, depth, self._score))
            while self._depth < (DEEPEST if search[int(search_layout.ROOTS)] > 1 else 1):
                score = search_depth(position.arrays, arrays, self._side, self._depth + 1, self._score)
                if search[int(search_layout.ENDED)]:
                    break
                self._depth, self._score = self._depth + 1, score
                if listener is not None:
                    found = self._read_found()
                    listener(SearchProgress(found.depth, found.nodes, score, found.line))
                if abs(score) >= WON:
                    break
        return self._read_found()

    def added_score(self, color: Color) -> int:
        """Return what the network adds to the static score of ``position`` for a colour to move. A search must `start`
        after it."""
        set_root(self.position.arrays, self._network, U(color))
        return int(added_score(self.position.arrays, self._network, U(color - 1)))

    @property
    def vectors(self) -> NDArray[np.int16]:
        """The network's vectors of the points in the position that was started, shape (points, WIDTH), black's half
        first; those of points with stones mean nothing."""
        return self._network.points.reshape(-1, int(WIDTH))[: self.position.size**2]

    def rank(self, point: int, color: Color) -> int:
        """Return the rank of a colour's move on an empty point of the position that was started."""
        by_sorts = sort_rank(self.position.arrays, U(color - 1), U(point))
        return int(by_sorts) + int(added_rank(self._network, U(color - 1), U(point)))

    @property
    def counts(self) -> SearchCounts:
        """The counts of the searches since `start`."""
        fields = ("NODES", "LEAVES", "FOUR_NODES", "CUTS", "FIRST_CUTS", "DEEPEST_PLY")
        return SearchCounts(*(int(self._search[int(getattr(search_layout, field))]) for field in fields))

    def exclude(self, point: int) -> None:
        """Exclude a root move, which must not be the last one. The deepest completed depth is searched again."""
        search, count = self._search, int(self._search[int(search_layout.ROOTS)])
        left = [n for n in range(count) if int(search[int(search_layout.ROOT) + n]) != point]
        for words in (search[int(search_layout.ROOT) :], search[int(search_layout.SCORE) :]):
            words[: len(left)] = words[left]
        search[int(search_layout.ROOTS)] = len(left)
        self._depth = max(0, self._depth - 1)
        self._score = int(search.view(np.int64)[int(search_layout.SCORE)])
        search[int(search_layout.LENGTH)] = 1  # the principal variation restarts with the new best move
        search[int(search_layout.VARIATION)] = search[int(search_layout.ROOT)]

    def _prepare(self, limits: Limits) -> tuple[Words, Words]:
        """Reset the search for new limits and return its two tables.

        With a time limit the tables keep their entries. With nodes alone they are emptied and cut to the size that the
        nodes can fill, so that the answer is repeatable.
        """
        search = self._search
        search[int(search_layout.NODES)] = 0
        search[int(search_layout.COUNTS) :] = 0
        killers, length = int(search_layout.KILLERS), int(search_layout.LENGTH)
        if limits.time_ms is not None or limits.nodes is None:
            self._searches += 1
            search[int(search_layout.AGE)] = self._searches % 64
            search[killers : int(search_layout.HISTORY)] = 0
            search[int(search_layout.HISTORY) : length] //= 2
            return self._entries, self._refuted
        search[int(search_layout.AGE)] = 0
        search[killers:length] = 0
        words = 1 << (4 * limits.nodes).bit_length()
        entries, refuted = self._entries[:words], self._refuted[:words]
        entries[:] = 0
        refuted[:] = 0
        return entries, refuted

    def _read_found(self) -> Found:
        search = self._search
        count = int(search[int(search_layout.ROOTS)])
        first, scores = int(search_layout.ROOT), search[int(search_layout.SCORE) :].view(np.int64)
        best = int(scores[0])
        moves = tuple((int(search[first + n]), min(best, int(scores[n]))) for n in range(count))
        line = int(search_layout.VARIATION)
        points = search[line : line + int(search[int(search_layout.LENGTH)])].tolist()
        return Found(moves, tuple(points), self._depth, int(search[int(search_layout.NODES)]))
