"""Training data of the weights, out of games: rows of a logistic regression, features and a share of points each.

Of each position the search looks ahead with the present weights, and its row is the position that the expected line
ends in: TD(lambda) at the leaves, as KnightCap learned. What that should be worth are the search's values of the
positions that came after it in the game, each counting LAMBDA times the one before, and the result at the end of them.
Positions that are proven have no row, and a value of 1 or 0: from where a game was decided on, it says nothing about
weights. Results of all games count, won, lost and drawn, so that losses alone do not teach that all is lost.

From where a study found that a game was lost, it gives pairs: the position after a move that was left open should be
worth more to who made it than the one after the move that was played. A pair is a row, too: the difference of the
features, and 1.
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
FIRST: Final = 3  # stones that lie before a position counts
LAMBDA: Final = 0.7
MOST_PAIRS: Final = 4  # of one mistake
PROVEN: Final = 10_000  # in a study's value of a position, as `bots.learning.study.study` writes it


class TrainingRows(NamedTuple):
    """``inputs`` of shape (rows, weights), ``results`` from 0 to 1 for who is to move, and whether each ``pairs``."""

    inputs: Floats
    results: Floats
    pairs: Floats


def rows_of(taught: TrainingGame, weights: Numbers, nodes: int = NODES) -> TrainingRows:
    """The rows of one game; the same for the same arguments."""
    deepening = _deepening(taught.rules, taught.size, weights)
    inputs, results = _values(taught, deepening, nodes)
    pairs = list(_pairs(taught, deepening))
    found = np.array([*inputs, *pairs], np.float64).reshape(-1, NUMBER)
    marks = np.array([0.0] * len(inputs) + [1.0] * len(pairs))
    return TrainingRows(found, np.array([*results, *(1.0 for _ in pairs)]), marks)


@lru_cache(8)
def _deepening(rules: str, size: int, weights: Numbers) -> Deepening:
    return Deepening(ruleset(rules), size, MEMORY, from_numbers(weights))


def _values(taught: TrainingGame, deepening: Deepening, nodes: int) -> tuple[list[Floats], list[float]]:
    """Features of the leaves of quiet positions, and what they should be worth to the side to move there."""
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
    returns = [end] * (len(values) + 1)  # returns[n]: what the position before ply n should be worth to black
    for ply in range(len(values) - 2, -1, -1):
        returns[ply] = (1 - LAMBDA) * values[ply + 1] + LAMBDA * returns[ply + 1]
    wanted = [returns[ply] if color is Color.BLACK else 1 - returns[ply] for ply, color, _ in rows]
    return [row for _, _, row in rows], wanted


def _leaf(deepening: Deepening, board: Board, color: Color, found: Found) -> tuple[Color, Floats] | None:
    """Who is to move where the expected line ends, and the features; None where somebody has won there."""
    position = deepening.position
    position.set_board(board)
    for point in found.line:
        if count_points(position, color, point_classes.FIVE):
            return None
        position.do_move(point, color)
        color = color.other
    if count_points(position, color, point_classes.FIVE) or count_points(position, color.other, point_classes.FIVE):
        return None
    return color, features(position, color)


def _map_proven(taught: TrainingGame) -> dict[int, float]:
    """Values for black of the positions that the study has proven, by ply."""
    studied = enumerate(taught.studied, start=1)  # what is said of a move is the value after it
    values = {ply: move.value for ply, move in studied if move.value is not None}
    return {ply: float(value > 0) for ply, value in values.items() if abs(value) >= PROVEN}


def _pairs(taught: TrainingGame, deepening: Deepening) -> Iterator[Floats]:
    """What the opponent has after a move that lost, less what he has after one that was left open."""
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
    """Features for the opponent after a move; None where one of both has a five there."""
    position, color = deepening.position, Color(1 + ply % 2)
    position.set_board(board)
    position.do_move(point, color)
    if count_points(position, color, point_classes.FIVE) or count_points(position, color.other, point_classes.FIVE):
        return None
    return features(position, color.other)
