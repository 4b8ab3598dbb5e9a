"""A stand-in for engines from outside, for freestyle: it shares neither evaluation nor solver with the learner.

It counts the stones in rows of five, as the classic `wins_array` does, searches some plies ahead by alpha-beta, and
looks by itself for wins by continuous fours, and for moves that threaten one whatever the opponent answers.
"""

from functools import lru_cache
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.engine import Choice, Limits, Stop
from bots.reasons import MoveReason
from gomoku.board import Board, Color
from gomoku.game import Game

NODES: Final = 300
"""Most fours tried in each search for a win."""
DEPTH: Final = 4
WIDTH: Final = (8, 6, 5, 4)
"""Most moves tried at each ply."""
WORTH: Final = (0, 1, 8, 50, 300, 100_000)
"""Value of a row by its stones of one colour, if it has none of the other."""
TURN: Final = (0, 1, 6, 60, 90_000, 0)
"""Value of a row for the side to move, beside that."""
WON: Final = 50_000


@lru_cache(2)
def rows_of_five(size: int) -> NDArray[np.intp]:
    """Return the points of all rows of five, shape (rows, 5)."""
    found = []
    for y in range(size):
        for x in range(size):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if 0 <= x + 4 * dx < size and 0 <= y + 4 * dy < size:
                    found.append([(y + n * dy) * size + x + n * dx for n in range(5)])
    return np.array(found, np.intp)


class FoursSearch:
    """Looks for a win by continuous fours, at most ``nodes`` of them."""

    def __init__(self, board: Board, attacker: Color, nodes: int = NODES) -> None:
        cells = np.frombuffer(bytes(board.cells), np.uint8)
        self._rows = rows_of_five(board.size)
        self._mine, self._theirs = (cells == attacker).astype(np.int8), (cells == attacker.other).astype(np.int8)
        self._left = nodes
        self._tried: set[bytes] = set()

    def find(self) -> list[int]:
        """Return the attacker's moves and the forced replies in turn, up to the five; empty if none is found."""
        mine, theirs = self._mine[self._rows].sum(axis=1), self._theirs[self._rows].sum(axis=1)
        fives = self._empty_points(self._rows[(mine == 4) & (theirs == 0)])
        if len(fives):
            return [int(fives[0])]
        must = np.unique(self._empty_points(self._rows[(theirs == 4) & (mine == 0)]))
        if len(must) > 1:
            return []
        threes = self._rows[(mine == 3) & (theirs == 0)]
        pairs = self._empty_points(threes).reshape(-1, 2)
        for move, reply in {(int(a), int(b)) for pair in pairs for a, b in (pair, pair[::-1])}:
            if len(must) and move != must[0]:
                continue
            line = self._try(move, reply)
            if line:
                return [move, reply, *line]
        return []

    def _try(self, move: int, reply: int) -> list[int]:
        self._mine[move], self._theirs[reply] = 1, 1
        key = self._mine.tobytes()
        line: list[int] = []
        if self._left > 0 and key not in self._tried:
            self._left -= 1
            self._tried.add(key)
            line = self.find()
        self._mine[move], self._theirs[reply] = 0, 0
        return line

    def _empty_points(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the empty points of some rows, row by row."""
        found: NDArray[np.intp] = rows[(self._mine[rows] + self._theirs[rows]) == 0]
        return found


@lru_cache(1)
def _tables(size: int) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return which points lie in which row, shape (points, rows), then by code of a row its value for the side to move
    and how much a stone of either side changes it. A row's code is 6 times the mover's stones plus the other's."""
    rows = rows_of_five(size)
    lies = np.zeros((size * size, len(rows)), np.float32)
    lies[rows.T, np.arange(len(rows))] = 1
    value, gain = np.zeros(36, np.float32), np.zeros(36, np.float32)
    for n in range(6):
        value[6 * n] = WORTH[n] + TURN[n]
        value[n] -= WORTH[n]
    for n in range(5):
        gain[6 * n] += WORTH[n + 1] - WORTH[n]
        gain[n] += (WORTH[n + 1] - WORTH[n]) * 0.9
    return lies, value, gain


class StandIn:
    """A player for one side of one game; it draws among moves whose scores are within ``margin`` of the best, by
    ``seed``."""

    def __init__(self, size: int, seed: int, margin: int) -> None:
        self._size = size
        self._seed = seed
        self._margin = margin
        self._rows = rows_of_five(size)
        self._lies, self._value, self._gain = _tables(size)

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a move, the same for the same seed and moves; ``limits`` and ``stop`` are ignored."""
        me = game.to_move
        line = FoursSearch(game.board, me).find()
        if line:
            return Choice(line[0], why=MoveReason("attack"))
        if game.board.stones == 0:
            return Choice(self._size * self._size // 2, why=MoveReason("centre"))
        cells = np.frombuffer(bytes(game.board.cells), np.uint8)
        self._stones = (cells == me).astype(np.int8), (cells == me.other).astype(np.int8)
        self._counts = [side[self._rows].sum(axis=1).astype(np.int8) for side in self._stones]
        threat = FoursSearch(game.board, me.other).find()
        wanted = list(dict.fromkeys([*self._list_moves(0, DEPTH), *threat]))
        if not threat:
            for point in wanted:
                if _wins_by_threat(game.board, me, point):
                    return Choice(point, why=MoveReason("attack"))
        ranked = sorted(((self._score_move(0, point, DEPTH), point) for point in wanted), reverse=True)
        held = [each for each in ranked if not self._loses(game, each[1])] or ranked
        best = [point for score, point in held if score >= held[0][0] - self._margin]
        point = Random(f"{self._seed}:{game.ply}").choice(best)
        return Choice(point, int(held[0][0]), why=MoveReason("search"))

    def close(self) -> None:
        """Do nothing: memory is all the player holds."""

    def _list_moves(self, side: int, depth: int) -> list[int]:
        """List the best points by what a stone changes in their rows, for the side to move."""
        code = 6 * self._counts[side] + self._counts[1 - side]
        gains = self._lies @ self._gain[code]
        gains[(self._stones[0] + self._stones[1]) > 0] = -1
        width = WIDTH[DEPTH - depth]
        top = np.argpartition(-gains, width)[:width]
        order = top[np.argsort(-gains[top], kind="stable")]
        return [int(point) for point in order if gains[point] >= 0]

    def _score_move(self, side: int, point: int, depth: int, alpha: float = -1e9, beta: float = 1e9) -> float:
        """Score a move for the side that makes it."""
        here = np.flatnonzero(self._lies[point])
        self._stones[side][point] = 1
        self._counts[side][here] += 1
        if (self._counts[side][here] == 5).any():
            score = float(WON + depth)
        else:
            score = -self._search(1 - side, depth - 1, -beta, -alpha)
        self._counts[side][here] -= 1
        self._stones[side][point] = 0
        return score

    def _search(self, side: int, depth: int, alpha: float, beta: float) -> float:
        """Return the score for the side to move."""
        if depth == 0:
            code = 6 * self._counts[side] + self._counts[1 - side]
            return float(self._value[code].sum())
        best = -float(WON)
        for point in self._list_moves(side, depth):
            best = max(best, self._score_move(side, point, depth, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _loses(self, game: Game, point: int) -> bool:
        """Tell whether the opponent wins by fours after a move, or by one of its best moves that threatens fours."""
        board, other = game.board.copy(), game.to_move.other
        board.place(point, game.to_move)
        if FoursSearch(board, other).find():
            return True
        here = np.flatnonzero(self._lies[point])
        self._stones[0][point] = 1
        self._counts[0][here] += 1
        answers = self._list_moves(1, DEPTH)
        self._counts[0][here] -= 1
        self._stones[0][point] = 0
        return any(_wins_by_threat(board, other, answer) for answer in answers)


def _wins_by_threat(board: Board, color: Color, point: int) -> bool:
    """Tell whether a move threatens a win by fours that no stone on its points stops, and lets the opponent none."""
    after = board.copy()
    after.place(point, color)
    line = FoursSearch(after, color).find()
    if not line or FoursSearch(after, color.other).find():
        return False
    for answer in dict.fromkeys(line):
        after.place(answer, color.other)
        won = bool(FoursSearch(after, color).find())
        after.remove(answer)
        if not won:
            return False
    return True
