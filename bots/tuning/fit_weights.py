"""Fits the weights to the results of games.

    python -m bots.tuning.fit_weights --games 900 --nodes 1500 --seed 1 > FILE

The search, with the hand-set weights, plays itself from openings with up to two random stones added. Logistic
regression, solved by Newton's method, then finds the weights whose evaluation best predicts the score of the deeper
search and the result of the game. A Gaussian prior with standard deviation SPREAD pulls each weight towards the
hand-set one. The result is the same for the same arguments.
"""

import argparse
import random
import shlex
import sys
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.engine import Limits, Numbers, Stop
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WON
from bots.search.board import layout, point_classes
from bots.search.board.position import Position
from bots.search.board.weights import HAND, KINDS, SCALE, SORTS, format_weights, from_numbers, sort_of_codes, to_numbers
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset

Floats = NDArray[np.float64]

RULES: Final = ruleset("freestyle")
MEMORY: Final = 4 << 20
SPREAD: Final = 12.0  # standard deviation of the prior, in score units
HELD_OUT: Final = 10  # one game in this many is held out of the fit, to judge it
STEPS: Final = 12
SETTLED: Final = 1e-3  # a step smaller than this, in score units, is the last
OUTCOME: Final = 0.4  # share of the game's result in the target; the rest is the score of the search


def play(
    opening: tuple[int, ...], nodes: int, chance: random.Random, deepening: Deepening
) -> tuple[list[tuple[Color, Floats, float]], float]:
    """Play a game; return mover, features and score of each quiet position, and the result for black (0, 0.5 or 1).

    The game ends where the search proves its end.
    """
    rows: list[tuple[Color, Floats, float]] = []
    game = Game.replay(RULES, DRAWN_ON, opening)
    for _ in range(chance.randint(0, 2)):
        x, y = (chance.randint(3, DRAWN_ON - 4) for _ in range(2))
        if not game.board[y * DRAWN_ON + x]:
            game.play(y * DRAWN_ON + x)
    position = deepening.position
    while True:
        position.set_board(game.board)
        if count_points(position, game.to_move, point_classes.FIVE):
            return rows, float(game.to_move == Color.BLACK)
        found = deepening.search(game.board, game.to_move, game.moves[-1], Limits(nodes=nodes), Stop())
        point, score = found.moves[0]
        if abs(score) >= WON:
            return rows, float((score > 0) == (game.to_move == Color.BLACK))
        if not count_points(position, game.to_move.other, point_classes.FIVE):
            rows.append((game.to_move, features(position, game.to_move), float(score)))
        if game.play(point) is not None:
            return rows, 0.5


def features(position: Position, color: Color) -> Floats:
    """Return the features that the weights multiply, in the order of `to_numbers`, for ``color`` to move."""
    points = position.size * position.size
    empty = position.state[int(layout.CELL) : int(layout.CELL) + points] == 0
    found = []
    for side in (color, color.other):
        first = int(layout.SHAPES) + (side - 1) * int(layout.CELLS)
        found.append(np.bincount(sort_of_codes()[position.state[first : first + points][empty]], minlength=len(SORTS)))
    kinds = [float(count_points(position, side, kind) > 0) for side in (color, color.other) for kind in KINDS]
    return np.array([*(found[0] - found[1]), *kinds, 1.0], np.float64)


def score_to_odds(numbers: Numbers) -> Floats:
    """Convert weights from score units to log-odds."""
    return np.array(numbers) / SCALE


def odds_to_score(weights: Floats) -> Numbers:
    """Convert weights from log-odds to score units, rounded."""
    return tuple(round(float(weight) * SCALE, 2) for weight in weights)


def count_points(position: Position, color: Color, kind: int | np.uint64) -> int:
    """Count a side's points of a class."""
    return int(position.state[int(layout.COUNT) + (color - 1) * int(layout.CLASSES) + int(kind)])


def fit(
    inputs: Floats, results: Floats, expected: Floats, spread: float = SPREAD, counts: Floats | None = None
) -> Floats:
    """Fit weights, in log-odds, by Newton's method.

    ``inputs`` has shape (rows, weights), ``results`` are from 0 to 1, ``counts`` weights the rows. The prior of each
    weight is a Gaussian around ``expected`` with standard deviation ``spread``, in score units.
    """
    weights = expected.copy()
    precision = (SCALE / spread) ** 2
    counts = np.ones(len(results)) if counts is None else counts
    for _ in range(STEPS):
        won = win_chances(inputs, weights)
        slope = inputs.T @ (counts * (won - results)) + precision * (weights - expected)
        curve = (inputs * (counts * won * (1 - won))[:, None]).T @ inputs + precision * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < SETTLED / SCALE:
            break
    return weights


def loss(inputs: Floats, results: Floats, weights: Floats) -> float:
    """Return the mean negative log-likelihood."""
    return float(row_losses(inputs, results, weights).mean())


def row_losses(inputs: Floats, results: Floats, weights: Floats) -> Floats:
    """Return the negative log-likelihood of each row."""
    won = np.clip(win_chances(inputs, weights), 1e-9, 1 - 1e-9)
    losses: Floats = -(results * np.log(won) + (1 - results) * np.log(1 - won))
    return losses


def win_chances(inputs: Floats, weights: Floats) -> Floats:
    """Return the win probability that the weights give each row."""
    found: Floats = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
    return found


def main() -> None:
    """Play, fit, print the file of weights, and print its losses on the held-out games as comments."""
    parser = argparse.ArgumentParser(description="Fit the weights to self-play games of the search.")
    parser.add_argument("--games", type=int, default=900)
    parser.add_argument("--nodes", type=int, default=1500, help="nodes for each move")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    openings = load(FREESTYLE, RULES, DRAWN_ON)
    deepening = Deepening(RULES, DRAWN_ON, MEMORY, HAND)
    rows: list[Floats] = []
    results, held = [], []
    for number in range(args.games):
        positions, result = play(chance.choice(openings), args.nodes, chance, deepening)
        for color, row, score in positions:
            rows.append(row)
            won = result if color == Color.BLACK else 1 - result
            results.append(OUTCOME * won + (1 - OUTCOME) / (1 + np.exp(-score / SCALE)))
        held += [number % HELD_OUT == 0] * len(positions)
        if sys.stderr.isatty():
            print(f"\r{number + 1}/{args.games}", end="", file=sys.stderr)
    inputs, known, out = np.array(rows), np.array(results), np.array(held)
    hand = score_to_odds(to_numbers(HAND))
    found = fit(inputs[~out], known[~out], hand)
    by_hand, fitted = [loss(inputs[out], known[out], weights) for weights in (hand, found)]
    words = ["python", "-m", "bots.tuning.fit_weights"]
    words += ["--games", str(args.games), "--nodes", str(args.nodes), "--seed", str(args.seed)]
    print(f"# Fitted by: {shlex.join(words)}")
    print(f"# {len(rows)} positions. Loss on those left out: {fitted:.4f}, by the weights set by hand {by_hand:.4f}")
    print(format_weights(from_numbers(odds_to_score(found))), end="")


if __name__ == "__main__":
    main()
