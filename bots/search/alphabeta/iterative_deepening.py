"""Iterative deepening: alpha-beta one ply deeper each time, within limits of nodes and time."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.engine import Advice, Limits, Stop
from bots.search.alphabeta import search_layout
from bots.search.alphabeta.move_ordering import HISTORY_MOST
from bots.search.alphabeta.negamax import WON, WORST, I, search_root
from bots.search.alphabeta.search_moves import init_search
from bots.search.alphabeta.transposition_table import EXACT, NO_MOVE, PROVEN, store
from bots.search.alphabeta.winning_fours import SIDE_KEY
from bots.search.board.layout import CELLS, ZOBRIST, U
from bots.search.board.position import Position
from bots.search.board.weights import FITTED, Weights
from bots.search.move_budget import deadline
from bots.search.runtime.jit import Words
from bots.search.runtime.memory import allocate
from bots.search.solver import solver_layout
from gomoku.board import Board, Color
from gomoku.ruleset import RuleSet

DEEPEST: Final = 60
WINDOW: Final = 60  # of aspiration, either way
SOFT: Final = 0.6  # of the time: no greater depth is begun after it
LEAST_BYTES: Final = 1 << 20  # of both memories
LEARNED: Final = WON + I(500)  # score of a win whose length is not told
ADVISED: Final = 8  # what a weight counts in history
FOREVER: Final = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: moves with their scores, the best first, and the line expected.

    The score of a move other than the best is at most what it says. ``nodes``: stones put on the board.
    """

    moves: tuple[tuple[int, int], ...]
    line: tuple[int, ...]
    depth: int
    nodes: int


class Deepening:
    """Searches positions of one rule set and size; remembers from one to the next what may be remembered.

    ``memory``: bytes that what it remembers may take. One that is not ``selective`` is plain alpha-beta, which leaves
    nothing out, looks for no fours and remembers no position: what the other is held against. Raises BadBoardSize as
    Position does.
    """

    def __init__(
        self,
        rules: RuleSet,
        size: int,
        memory: int,
        weights: Weights = FITTED,
        *,
        selective: bool = True,
    ) -> None:
        self.position = Position(rules, size, weights)
        words = 1 << (max(LEAST_BYTES, memory) // 10).bit_length() - 1  # of 8 bytes, with the quarter more that follows
        self._entries = allocate(words)
        self._refuted = allocate(words // 4)
        self._search: Words = np.zeros(int(search_layout.SEARCH_WORDS), np.uint64)
        self._search[int(search_layout.SELECTIVE)] = selective
        self._fours: Words = np.zeros(int(solver_layout.SEARCH_WORDS), np.uint64)
        self._fours[int(solver_layout.WITHIN) : int(solver_layout.MARKED)] = ~np.uint64(0)
        self._searches = 0

    def search(self, board: Board, color: Color, last: int, limits: Limits, stop: Stop) -> Found:
        """Search a position that is not over, with ``color`` to move after a stone on ``last``.

        Only ``limits`` without a time make the answer repeatable: then nothing is remembered from earlier searches.
        A search that is stopped before it has begun gives the moves as they look.
        """
        self.start(board, color, last, limits)
        return self.deepen(limits, stop)

    def start(self, board: Board, color: Color, last: int, limits: Limits) -> None:
        """Lay out a position as `search` does, for `deepen`; ``limits`` are those of all that is searched in it."""
        search, position = self._search, self.position
        self._memories = self._prepare(limits)
        self._side, self._depth, self._score = U(color - 1), 0, 0
        position.set_board(board)
        search[int(search_layout.LINE)] = last
        init_search(position.state, position.table, position.geometry, search, self._side)

    def advise(self, advice: Advice, board: Board, color: Color) -> None:
        """Have the search of the position that was laid out know what was learned.

        Points with weights come early wherever they are quiet moves. Positions that are won and may still come up are
        put into the table of transpositions, as if they had been searched; a move that leads to one is not chosen, nor
        one that is proven to lose, while another is left.
        """
        search, history = self._search, int(search_layout.HISTORY) + (color - 1) * int(CELLS)
        for point, weight in advice.weights.items():
            search[history + point] = min(int(search[history + point]) + weight * ADVISED, int(HISTORY_MOST) // 2)
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
            roots = search[int(search_layout.ROOT) : int(search_layout.ROOT) + int(search[int(search_layout.ROOTS)])]
            if len(roots) > 1 and point in roots:
                self.exclude(point)

    def _key(self, cells: NDArray[np.uint8], color: int) -> np.uint64:
        """Key of a position in the table of transpositions, the colour to move."""
        stones = np.flatnonzero(cells)
        at = int(ZOBRIST) + (cells[stones].astype(np.int64) - 1) * int(CELLS) + stones
        return np.uint64(np.bitwise_xor.reduce(self.position.geometry[at])) ^ (U(color - 1) * SIDE_KEY)

    def deepen(self, limits: Limits, stop: Stop) -> Found:
        """Go on with the position for so many more nodes and milliseconds; what was found in it so far."""
        begun = time.perf_counter()
        search, position = self._search, self.position
        entries, refuted = self._memories
        search[int(search_layout.LIMIT)] = (
            FOREVER if limits.nodes is None else int(search[int(search_layout.NODES)]) + limits.nodes
        )
        search[int(search_layout.ENDED)] = 0
        with deadline(limits.time_ms) as up:

            def look(depth: int, alpha: int, beta: int) -> int:
                return int(
                    search_root(
                        position.state, position.table, position.geometry, search, entries, self._fours, refuted,
                        stop.array, up.array, self._side, I(depth), I(alpha), I(beta),
                    )
                )  # fmt: skip

            while self._depth < (DEEPEST if search[int(search_layout.ROOTS)] > 1 else 1):
                score = self._aspire(look, self._depth + 1, self._score)
                if search[int(search_layout.ENDED)]:
                    break
                self._depth, self._score = self._depth + 1, score
                if abs(score) >= WON:
                    break
                if limits.time_ms is not None and (time.perf_counter() - begun) * 1000 > SOFT * limits.time_ms:
                    break
        return self._read_found()

    def exclude(self, point: int) -> None:
        """Choose no more this move of the position, which is not the last one left; the greatest depth counts anew."""
        search, count = self._search, int(self._search[int(search_layout.ROOTS)])
        left = [n for n in range(count) if int(search[int(search_layout.ROOT) + n]) != point]
        for words in (search[int(search_layout.ROOT) :], search[int(search_layout.SCORE) :]):
            words[: len(left)] = words[left]
        search[int(search_layout.ROOTS)] = len(left)
        self._depth = max(0, self._depth - 1)
        self._score = int(search.view(np.int64)[int(search_layout.SCORE)])
        search[int(search_layout.LENGTH)] = 1  # nothing is expected after another move yet
        search[int(search_layout.VARIATION)] = search[int(search_layout.ROOT)]

    def _aspire(self, look: Callable[[int, int, int], int], depth: int, expected: int) -> int:
        """Score at a depth, looked for near the expected one first."""
        lowest, highest = int(WORST), -int(WORST)
        wide = WINDOW
        alpha, beta = (expected - wide, expected + wide) if depth > 3 else (lowest, highest)
        while True:
            score = look(depth, alpha, beta)
            if alpha < score < beta or self._search[int(search_layout.ENDED)]:
                return score
            wide *= 4
            if score <= alpha:
                alpha = max(lowest, score - wide) if wide < 1000 else lowest
            else:
                beta = min(highest, score + wide) if wide < 1000 else highest

    def _prepare(self, limits: Limits) -> tuple[Words, Words]:
        """The memories of a search: all of them as they are, or empty ones as large as the nodes can fill."""
        search = self._search
        search[int(search_layout.NODES)] = 0
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
