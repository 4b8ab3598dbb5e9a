"""Training data of the weights: rows of a logistic regression, each with features and a target share of points.

The search evaluates each position with the current weights, and its row is the leaf of the principal variation:
TD(lambda) at the leaves, as in KnightCap. The target combines the search values of the later positions in the game,
each weighted LAMBDA times the one before, and finally the result.

Proven positions have no row and a value of 1 or 0: once a game is decided, its positions say nothing about the weights.
Results of all games count, won, lost and drawn, so that losses alone do not teach that everything is lost.

A studied lost game also gives pairs: the position after an open move should be worth more to its player than the one
after the losing move. A pair is a row with the difference of the features and target 1.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from bots.engine import Limits, Numbers, Stop
from bots.search.alphabeta.iterative_deepening import Deepening, Found
from bots.search.alphabeta.negamax import WON
from bots.search.board import point_classes
from bots.search.board.weights import NUMBER, SCALE, from_numbers
from bots.tuning.fit_weights import Floats, count_points, features
from bots.tuning.training_games import TrainingGame
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset

NODES: Final = 600  # of the search of each position
MEMORY: Final = 2 << 20
FIRST: Final = 3  # stones on the board before a position counts
LAMBDA: Final = 0.7
MOST_PAIRS: Final = 4  # per mistake
PROVEN: Final = 10_000  # value of a proven position, as `bots.learning.study.study` writes it


class TrainingRows(NamedTuple):
    """``inputs``, shape (rows, weights); ``results`` from 0 to 1 for the side to move; which rows are ``pairs``; and
    the log-odds ``added`` by the network."""

    inputs: Floats
    results: Floats
    pairs: Floats
    added: Floats


def rows_of(taught: TrainingGame, weights: Numbers, nodes: int = NODES) -> TrainingRows:
    """Compute the rows of one game; the same for the same arguments."""
    deepening = _deepening(taught.rules, taught.size, weights)
    inputs, results = _values(taught, deepening, nodes)
    pairs = list(_pairs(taught, deepening))
    found = np.array([*inputs, *pairs], np.float64).reshape(-1, NUMBER + 1)
    marks = np.array([0.0] * len(inputs) + [1.0] * len(pairs))
    return TrainingRows(found[:, :-1], np.array([*results, *(1.0 for _ in pairs)]), marks, found[:, -1])


def _read(deepening: Deepening, color: Color) -> Floats:
    """Return the features of the position for a colour to move, then the log-odds that the network adds."""
    added = deepening.added_score(color) / SCALE
    return np.append(features(deepening.position, color), added)


@lru_cache(8)
def _deepening(rules: str, size: int, weights: Numbers) -> Deepening:
    return Deepening(ruleset(rules), size, MEMORY, from_numbers(weights))


def _values(taught: TrainingGame, deepening: Deepening, nodes: int) -> tuple[list[Floats], list[float]]:
    """Compute the features of quiet positions' leaves, and their target values for the side to move there."""
    known = _map_proven(taught)
    board, rows, values = Board(taught.size), list[tuple[int, Color, Floats]](), list[float]()
    for ply, move in enumerate(taught.moves):
        color = Color(1 + ply % 2)
        position = deepening.position
        position.set_board(board)
        if count_points(position, color, point_classes.FIVE):
            values.append(float(color is Color.BLACK))
        elif ply in known:
            values.append(known[ply])
        elif ply < FIRST:
            values.append(0.5)
        else:
            threatened = count_points(position, color.other, point_classes.FIVE)
            found = deepening.search(board, color, taught.moves[ply - 1], Limits(nodes=nodes), Stop())
            score = found.moves[0][1] if found.moves else 0
            value = float(score > 0) if abs(score) >= WON else 1 / (1 + np.exp(-score / SCALE))
            values.append(value if color is Color.BLACK else 1 - value)
            leaf = None if threatened or abs(score) >= WON else _leaf(deepening, board, color, found)
            if leaf is not None:
                rows.append((ply, *leaf))
        board.place(move, color)
    end = {"black": 1.0, "white": 0.0, None: 0.5}[taught.winner]
    returns = [end] * (len(values) + 1)  # returns[n]: target value for black of the position before ply n
    for ply in range(len(values) - 2, -1, -1):
        returns[ply] = (1 - LAMBDA) * values[ply + 1] + LAMBDA * returns[ply + 1]
    wanted = [returns[ply] if color is Color.BLACK else 1 - returns[ply] for ply, color, _ in rows]
    return [row for _, _, row in rows], wanted


def _leaf(deepening: Deepening, board: Board, color: Color, found: Found) -> tuple[Color, Floats] | None:
    """Return the side to move and the features at the end of the principal variation; None if the game is won there."""
    position = deepening.position
    position.set_board(board)
    for point in found.line:
        if count_points(position, color, point_classes.FIVE):
            return None
        position.do_move(point, color)
        color = color.other
    if count_points(position, color, point_classes.FIVE) or count_points(position, color.other, point_classes.FIVE):
        return None
    return color, _read(deepening, color)


def _map_proven(taught: TrainingGame) -> dict[int, float]:
    """Return the values for black of the positions that the study has proven, by ply."""
    studied = enumerate(taught.studied, start=1)  # a move's value is that of the position after it
    values = {ply: move.value for ply, move in studied if move.value is not None}
    return {ply: float(value > 0) for ply, value in values.items() if abs(value) >= PROVEN}


def _pairs(taught: TrainingGame, deepening: Deepening) -> Iterator[Floats]:
    """Yield the opponent's features after a losing move minus those after an open one."""
    for ply, move in enumerate(taught.studied):
        left = move.open[:MOST_PAIRS]
        if not left:
            continue
        board = Board.from_stones(taught.size, taught.moves[:ply:2], taught.moves[1:ply:2])
        played = _after(deepening, board, ply, taught.moves[ply])
        for point in left:
            saved = _after(deepening, board, ply, point)
            if played is not None and saved is not None:
                yield played - saved


def _after(deepening: Deepening, board: Board, ply: int, point: int) -> Floats | None:
    """Return the opponent's features after a move; None if either side can make five there."""
    position, color = deepening.position, Color(1 + ply % 2)
    position.set_board(board)
    position.do_move(point, color)
    if count_points(position, color, point_classes.FIVE) or count_points(position, color.other, point_classes.FIVE):
        return None
    return _read(deepening, color.other)
