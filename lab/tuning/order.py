"""The fit of the order of moves to the moves that searches chose:

    python -m lab.tuning.order GAMES... --out order.txt [--positions 150000] [--epochs 4]

GAMES are those of `lab.tuning.network games`. In each of their positions the moves that the search would try are
options, and the one that it played is the choice; slips are left out, and positions in which a side can make five or a
winning four, since the search reads them off. The fit raises the probability of the choices under the log-odds of
`bots.search.board.order`, from the tree's numbers on. Every tenth game is held out. A new network needs a new fit,
because its vectors are other ones.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.arguments import positive_number
from bots.engine import Limits
from bots.openings import DRAWN_ON
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WON
from bots.search.board import layout, point_classes
from bots.search.board.network import CUT
from bots.search.board.order import Numbers, format_order, read_order
from bots.search.board.weights import SORTS, sort_of_codes
from gomoku import point
from gomoku.board import Board, Color
from lab.tuning.adam import Adam
from lab.tuning.selfplay import MEMORY, RULES

HELD: Final = 10
BATCH: Final = 256
RATE: Final = 0.01  # of learning: falls along a cosine
LEAST: Final = 1e-3  # of Adam: steps shrink where gradients are below this, so that rare sorts stay

Places = NDArray[np.int64]


class MoveOptions(NamedTuple):
    """The moves of some positions, one after the other.

    ``sorts``, shape (2, moves), of the mover's and the other side's shapes; ``vectors``, shape (moves, WIDTH), the
    mover's half first, in units of CUT. ``starts`` and ``chosen``, shape (positions,): the place of a position's first
    move and of the one played.
    """

    sorts: Places
    vectors: NDArray[np.uint8]
    starts: Places
    chosen: Places


def read_positions(path: Path, deepening: Deepening) -> Iterator[tuple[int, Places, NDArray[np.uint8], int]]:
    """Yield the number of its game, the sorts and vectors of the moves, and which was played, for each position of a
    file of games."""
    number = 0
    for line in path.read_text(encoding="ascii").splitlines():
        told = json.loads(line)
        if "scores" not in told:
            continue
        moves, scores = [point.parse(name, DRAWN_ON) for name in told["moves"].split()], told["scores"]
        known = len(moves) - len(scores) + int(abs(scores[-1]) >= WON)
        board = Board(DRAWN_ON)
        for ply, move in enumerate(moves):
            color = Color(1 + ply % 2)
            chosen = ply >= max(1, known) and ply - known not in told["slips"]
            if chosen and abs(scores[ply - known]) < WON:
                deepening.start(board, color, moves[ply - 1], Limits(nodes=1))
                roots = deepening.roots
                if move in roots and _is_quiet(deepening):
                    yield number, *_read_moves(deepening, color, roots), roots.index(move)
            board.place(move, color)
        number += 1


def _is_quiet(deepening: Deepening) -> bool:
    counts = deepening.position.state[int(layout.COUNT) :][: 2 * int(layout.CLASSES)].reshape(2, -1)
    return not counts[:, [int(point_classes.FIVE), int(point_classes.WINNING_FOUR)]].any()


def _read_moves(deepening: Deepening, color: Color, moves: list[int]) -> tuple[Places, NDArray[np.uint8]]:
    sides = color, color.other
    codes = np.array([deepening.position.read_shapes(side)[moves] for side in sides], np.int64)
    vectors = np.clip(deepening.vectors[moves], 0, int(CUT)).astype(np.uint8)
    return sort_of_codes()[codes], vectors if color == Color.BLACK else np.roll(vectors, vectors.shape[1] // 2, axis=1)


def read_options(paths: Sequence[Path], most: int) -> tuple[MoveOptions, Places]:
    """Read at most so many positions of each file, and the number of each one's game."""
    deepening = Deepening(RULES, DRAWN_ON, MEMORY)
    rows = [row for path in paths for row in islice(read_positions(path, deepening), most)]
    games, sorts, vectors, played = zip(*rows, strict=True)
    starts = np.cumsum([0, *(len(each) for each in vectors[:-1])])
    return MoveOptions(np.concatenate(sorts, 1), np.concatenate(vectors), starts, starts + played), np.array(games)


def choose(options: MoveOptions, positions: Places) -> MoveOptions:
    """Return the options of some positions alone."""
    ends = np.append(options.starts[1:], options.sorts.shape[1])[positions]
    lengths = ends - options.starts[positions]
    starts = np.cumsum(lengths) - lengths
    moves = np.repeat(options.starts[positions] - starts, lengths) + np.arange(lengths.sum())
    chosen = starts + options.chosen[positions] - options.starts[positions]
    return MoveOptions(options.sorts[:, moves], options.vectors[moves], starts, chosen)


def log_odds(options: MoveOptions, numbers: Sequence[Numbers]) -> Numbers:
    """Return the log-odds of each move, under the numbers of sorts, shape (2, SORTS), and of vectors, (WIDTH,)."""
    sorts, vector = numbers
    found: Numbers = sorts[0][options.sorts[0]] + sorts[1][options.sorts[1]]
    return found + options.vectors.astype(np.float32) @ (vector / int(CUT)).astype(np.float32)


def loss(options: MoveOptions, odds: Numbers) -> tuple[float, Numbers]:
    """Return the mean negative log-likelihood of the moves played, and the probability of each move."""
    lengths = np.diff(options.starts, append=len(odds))
    shifted = odds - np.repeat(np.maximum.reduceat(odds, options.starts), lengths)
    powers = np.exp(shifted)
    sums = np.add.reduceat(powers, options.starts)
    return float(np.mean(np.log(sums) - shifted[options.chosen])), powers / np.repeat(sums, lengths)


def slopes(options: MoveOptions, probabilities: Numbers) -> list[Numbers]:
    """Return the gradient of `loss` in the numbers."""
    errors = probabilities.copy()
    errors[options.chosen] -= 1
    errors /= len(options.chosen)
    sorts = np.stack([np.bincount(side, errors, len(SORTS)).astype(float) for side in options.sorts])
    vector = options.vectors.T.astype(np.float32) @ errors.astype(np.float32)
    return [sorts, vector.astype(float) / int(CUT)]


def fit(options: MoveOptions, games: Places, epochs: int, seed: int) -> list[Numbers]:
    """Fit the numbers by Adam, and print each epoch's loss."""
    taught, held = np.flatnonzero(games % HELD), choose(options, np.flatnonzero(games % HELD == 0))
    numbers = [each.copy() for each in read_order()]
    print(f"{len(taught)} positions, {len(held.chosen)} held out: {tell(held, numbers)}", flush=True)
    chance, batches = np.random.default_rng(seed), max(1, len(taught) // BATCH)
    adam = Adam(numbers, (LEAST, LEAST))
    for epoch in range(epochs):
        order = chance.permutation(taught)
        for n in range(batches):
            batch = choose(options, order[n * BATCH : (n + 1) * BATCH])
            step = epoch * batches + n + 1
            rate = RATE * (0.51 + 0.49 * np.cos(np.pi * step / (epochs * batches)))
            adam.step(slopes(batch, loss(batch, log_odds(batch, numbers))[1]), (rate, rate))
        print(f"epoch {epoch + 1}: {tell(held, numbers)}", flush=True)
    return numbers


def tell(options: MoveOptions, numbers: Sequence[Numbers]) -> str:
    """Tell the loss, and how often the move played is the likeliest and among the likeliest five."""
    odds = log_odds(options, numbers)
    lengths = np.diff(options.starts, append=len(odds))
    ahead = odds > np.repeat(odds[options.chosen], lengths)
    ranks = np.add.reduceat(ahead, options.starts)
    return f"loss {loss(options, odds)[0]:.4f}, first {np.mean(ranks == 0):.1%}, first five {np.mean(ranks < 5):.1%}"


def main() -> None:
    """Fit the order of moves to games."""
    parser = argparse.ArgumentParser(description="Fit the order of moves to the moves of games.", allow_abbrev=False)
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--positions", type=positive_number, default=150_000, help="most of each file")
    parser.add_argument("--epochs", type=positive_number, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    numbers = fit(*read_options(args.games, args.positions), args.epochs, args.seed)
    args.out.write_text(format_order(*numbers), encoding="ascii")


if __name__ == "__main__":
    main()
