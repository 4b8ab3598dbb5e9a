"""Games for the network, and the fit of its numbers to them:

    python -m lab.tuning.network games --out GAMES --seed 1 [--count N] [--nodes 1600]
    python -m lab.tuning.network fit GAMES... --out network.npz [--epochs 3] [--begin network.npz]

The first command plays the search against itself from random openings, until it has so many games or is stopped, and
appends a line for each game: its moves, the score of each position for the side to move, the numbers of the scores
after which a slip was played instead of the best move, and the winner. Beside the games stand branches as a search
meets them: one to three other moves from a position of the game, with the score of the position after them. Several
processes with other seeds play at once, each into its own file.

The second fits the network to the positions that the search scores statically. The wanted value of a position is its
score as a share of points and, to nine tenths, the wanted value of the next position of its game, the last one's being
the result (Sutton 1988, TD(lambda)): some ten plies on, the searches of the game know more than a single one. A slip
tells nothing about the positions before it. Each window's vector is the sum of one for its six inner cells and one for
all eight, which moves less, so that rare windows take their numbers from those like them. Every tenth game is held
out. With --begin it goes on from a network, whose own games are not needed.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from bots.arguments import positive_number
from bots.engine import Limits, Player, Stop
from bots.openings import DRAWN_ON
from bots.search.alphabeta.negamax import WON
from bots.search.board import network as kernels
from bots.search.board import point_classes
from bots.search.board.evaluation import evaluate
from bots.search.board.layout import count_of
from bots.search.board.position import Position
from bots.search.engine import ENGINE
from bots.search.runtime.jit import U, Words
from bots.tuning.network_gradient import (
    INPUTS,
    Floats,
    Network,
    Positions,
    add_gradient,
    list_halves,
    list_windows,
    make_gradient_workspace,
)
from gomoku import point
from gomoku.board import Color
from gomoku.game import Game
from lab.openings.calibrate import loss
from lab.openings.make_openings import draw_opening, quiet
from lab.tuning.adam import Adam
from lab.tuning.selfplay import RULES

MEMORY: Final = 16 << 20
LONGEST: Final = 160  # plies of a game
BRANCHED: Final = 0.35  # share of positions with a branch
SLIPS: Final = (0, 0.02, 0.06)  # shares of moves that are not the best, of a game
RECENT: Final = 6  # a branch may begin beside the last moves
SCALE: Final = 150  # score for a factor of e in the odds, as the games have it
LAMBDA: Final = 0.9  # share of the next position's in the wanted value
HELD: Final = 10
BATCH: Final = 1024
RATE: Final = 0.003  # of learning: rises over WARM batches, then falls along a cosine
WARM: Final = 200
LEAST: Final = (1e-7, 1e-3, 1e-7, 1e-7, 1e-7, 1e-7)  # of Adam; the second of whole windows
INNER: Final = 3


def play_games(seed: int, nodes: int) -> Iterator[dict[str, Any]]:
    """Yield games and branches without end; the same for the same seed."""
    chance, player = random.Random(seed), ENGINE.open(RULES, DRAWN_ON, 0, MEMORY)
    while True:
        opening = draw_opening(chance)
        if quiet(opening):
            yield from _play(opening, player, chance, int(nodes * 2 ** chance.uniform(-0.7, 0.7)))


def _play(opening: Sequence[int], player: Player, chance: random.Random, nodes: int) -> Iterator[dict[str, Any]]:
    game, scores, share = Game.replay(RULES, DRAWN_ON, opening), list[int](), chance.choice(SLIPS)
    winner, slips = None, list[int]()
    while game.outcome is None and len(game.moves) < LONGEST:
        choice = player.choose(game, Limits(nodes=nodes), Stop())
        score = int(WON) if choice.score is None else choice.score
        scores.append(score)
        if abs(score) >= WON:
            winner = game.to_move if score > 0 else game.to_move.other
            break
        if chance.random() < BRANCHED:
            yield from _branch(game, choice.candidates, player, chance, nodes // 2)
        others = [candidate for candidate, _ in choice.candidates[1:]]
        if others and chance.random() < share:
            slips.append(len(scores) - 1)
            game.play(chance.choice(others))
        else:
            game.play(choice.point)
    if game.outcome is not None:
        winner = game.outcome.winner
    yield {**_tell(game), "scores": scores, "slips": slips, "winner": winner}


def _branch(
    game: Game,
    candidates: Sequence[tuple[int, int | None]],
    player: Player,
    chance: random.Random,
    nodes: int,
) -> Iterator[dict[str, Any]]:
    """Play one to three moves that are not the best ones, and yield the position and its score after each."""
    branch = Game.replay(game.rules, game.size, game.moves)
    for _ in range(chance.choice((1, 1, 2, 3))):
        others = [candidate for candidate, _ in candidates[1:]]
        if not others or chance.random() < 0.5:
            x, y = point.xy(chance.choice(branch.moves[-RECENT:]), game.size)
            x, y = x + chance.randint(-2, 2), y + chance.randint(-2, 2)
            inside = 0 <= x < game.size and 0 <= y < game.size
            others = [point.at(x, y, game.size)] if inside and not branch.board[point.at(x, y, game.size)] else []
        if not others:
            return
        branch.play(chance.choice(others))
        if branch.outcome is not None:
            return
        choice = player.choose(branch, Limits(nodes=nodes), Stop())
        score = int(WON) if choice.score is None else choice.score
        yield {**_tell(branch), "score": score}
        if abs(score) >= WON:
            return
        candidates = choice.candidates


def _tell(game: Game) -> dict[str, Any]:
    return {"moves": " ".join(point.name(move, game.size) for move in game.moves)}


def read_positions(paths: Sequence[Path]) -> tuple[Positions, np.ndarray[Any, np.dtype[np.int64]]]:
    """Read the positions of files, and the number of each one's game; a branch belongs to the game after it."""
    position = Position(RULES, DRAWN_ON)
    empty = position.state.copy()
    moves, rows, games, number = list[int](), list[tuple[float, ...]](), list[int](), 0
    for path in paths:
        for line in path.read_text(encoding="ascii").splitlines():
            told = json.loads(line)
            first, played = len(moves), [point.parse(name, DRAWN_ON) for name in told["moves"].split()]
            scores = _scores(told)
            moves += played
            position.state[:] = empty
            # a branch ends with the position that was scored, and so does a game whose winner is proven
            known = len(played) - len(scores) + int("score" in told or abs(scores[-1]) >= WON)
            shares = _wanted(told, known)
            for ply in range(len(played) + 1):
                if 0 <= ply - known < len(scores):
                    static = None if abs(scores[ply - known]) >= WON else _static(position, ply)
                    if static is not None:
                        rows.append((first, ply, *static, shares[ply - known]))
                        games.append(number)
                if ply < len(played):
                    position.do_move(played[ply], Color(1 + ply % 2))
            number += "scores" in told
    firsts, stones, threats, statics, wanted = zip(*rows, strict=True)
    whole = (np.array(column, np.uint64) for column in (moves, firsts, stones, threats))
    floats = (np.array(column, np.float32) for column in (statics, wanted))
    return Positions(*whole, *floats), np.array(games)  # type: ignore[arg-type]


def _scores(told: dict[str, Any]) -> list[int]:
    """Return the scores of a game, or the one of a branch."""
    return told["scores"] if "scores" in told else [told["score"]]


def _wanted(told: dict[str, Any], first: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the wanted values of the scored positions of a line, from ply ``first`` on, each for its side to move."""
    shares = 1 / (1 + np.exp(-np.array(_scores(told), float) / SCALE))
    if "scores" in told:
        last = Color(1 + (first + len(shares) - 1) % 2)
        after = 0.5 if told["winner"] is None else float(told["winner"] == last.other)
        for n in reversed(range(len(shares))):
            if n not in told["slips"]:
                shares[n] += LAMBDA * (1 - after - shares[n])
            after = shares[n]
    return shares


def _static(position: Position, ply: int) -> tuple[int, float] | None:
    """Return a position's threats as bits and the log-odds of its evaluation, or None if the search does not ask for
    it."""
    side, state = U(ply % 2), position.state
    if (
        count_of(state, side, point_classes.FIVE)
        or count_of(state, U(1) - side, point_classes.FIVE)
        or count_of(state, side, point_classes.WINNING_FOUR)
    ):
        return None
    bits = 0
    for n, whose in enumerate((side, U(1) - side)):
        for kind in range(int(kernels.THREATS)):
            if count_of(state, whose, U(kind + 1)):
                bits |= 1 << n * int(kernels.THREATS) + kind
    return bits, float(np.clip(evaluate(position.arrays, side), -3000, 3000)) / SCALE


class Fit:
    """Numbers of a network under Adam. A window's vector is the sum of two, as told above."""

    def __init__(self, seed: int, begin: Network | None = None) -> None:
        chance, half, hidden = np.random.default_rng(seed), int(kernels.HALF), int(kernels.HIDDEN)
        inputs, pairs = int(INPUTS), int(kernels.PAIRS)
        self._inner, self._blank = _inner_windows()

        def draw(spread: float, *shape: int) -> Floats:
            return chance.normal(0, spread, shape).astype(np.float32)

        opposed = draw(0.02, half)
        direct = np.concatenate([opposed, -opposed, np.zeros(inputs - 2 * half, np.float32)])
        inner = draw(0.3 / inputs**0.5, hidden, inputs)
        self.network = Network(
            np.zeros((pairs, half), np.float32),
            inner,
            np.zeros(hidden, np.float32),
            draw(0.1 / hidden**0.5, hidden),
            direct,
        )
        self._numbers = [
            draw(0.05, self._inner.max() + 1, half),
            np.zeros((pairs, half), np.float32),
            *self.network[1:],
        ]
        if begin is not None:
            self._numbers = [np.zeros_like(self._numbers[0]), *(numbers.copy() for numbers in begin)]
            self.network = Network(self.network.vectors, *self._numbers[2:])
        self._adam = Adam(self._numbers, LEAST)
        self._compose()

    def _compose(self) -> None:
        inner, whole = self._numbers[:2]
        np.add(inner[self._inner], whole, out=self.network.vectors)
        self.network.vectors[self._blank] = 0

    def step(self, gradient: Network, rate: float) -> None:
        """Take a step against the mean gradient of a batch."""
        inner = np.zeros_like(self._numbers[0])
        np.add.at(inner, self._inner, gradient.vectors)
        self._adam.step((inner, *gradient), (rate, rate, *[rate / 2] * 4))
        self._compose()


def _inner_windows() -> tuple[np.ndarray[Any, np.dtype[np.intp]], np.ndarray[Any, np.dtype[np.bool_]]]:
    """Return each window's number by INNER cells on either side alone, and whether it has no stone."""
    halves = list_halves()
    known = sorted({half[:INNER] for half in halves})
    inner = [known.index(half[:INNER]) for half in halves]
    numbers, blank = [], []
    for high, one in enumerate(halves):
        for low, other in enumerate(halves[: high + 1]):
            large, small = max(inner[high], inner[low]), min(inner[high], inner[low])
            numbers.append(large * (large + 1) // 2 + small)
            blank.append(not {1, 2} & {*one, *other})
    return np.array(numbers), np.array(blank)


def quantize(network: Network) -> tuple[kernels.Shorts, kernels.Ints]:
    """Return the numbers of a network as `bots.search.board.network` reads them: vectors and head."""
    cut, width, threats = int(kernels.CUT), int(kernels.WIDTH), int(kernels.THREATS)
    windows = list_windows()
    high, low = np.tril_indices(int(kernels.HALVES))
    one, other = (windows.swapped[half].astype(np.intp) for half in (high, low))
    large, small = np.maximum(one, other), np.minimum(one, other)
    swapped = network.vectors[large * (large + 1) // 2 + small]
    vectors = np.concatenate([network.vectors, swapped], axis=1) * cut
    unit, plain = (1 << kernels.UNIT_BITS) / cut, (1 << int(kernels.PLAIN_BITS)) * SCALE / cut
    rows = np.concatenate([network.inner[:, :width] * unit, network.direct[None, :width] * plain])
    sets = np.arange(1 << threats)[:, None] >> np.arange(threats) & 1

    def biases(first: int) -> Floats:
        of_units = sets @ network.inner[:, first : first + threats].T * (unit * cut)
        return np.concatenate([of_units, (sets @ network.direct[first : first + threats])[:, None] * plain * cut], 1)

    own = biases(width)
    own[:, :-1] += network.biases * (unit * cut)
    weights = network.outer * (SCALE << int(kernels.SCORE_BITS) - kernels.UNIT_BITS + int(kernels.SHORTER))
    shorts = np.concatenate([windows.halves, np.round(vectors).ravel(), np.round(rows).ravel()])
    ints = np.concatenate([own.ravel(), biases(width + threats).ravel(), weights])
    if np.abs(shorts).max() > np.iinfo(np.int16).max:
        raise OverflowError("a number of the network does not fit into 16 bits")
    return shorts.astype(np.int16), np.round(ints).astype(np.int32)


def dequantize(vectors: kernels.Shorts, head: kernels.Ints) -> Network:
    """Return the network whose numbers the search reads: the inverse of `quantize`, but for rounding."""
    cut, half, width, threats = int(kernels.CUT), int(kernels.HALF), int(kernels.WIDTH), int(kernels.THREATS)
    hidden, others = int(kernels.HIDDEN), int(kernels.OTHERS)
    unit, plain = (1 << kernels.UNIT_BITS) / cut, (1 << int(kernels.PLAIN_BITS)) * SCALE / cut
    first = int(kernels.VECTORS)
    whole = vectors[first : int(kernels.ROWS)].reshape(-1, width)[:, :half] / cut
    rows = vectors[int(kernels.ROWS) :].reshape(hidden + 1, width)
    scales = np.append(np.full(hidden, unit), plain)
    own, other = (head[at : at + others].reshape(-1, hidden + 1) / (scales * cut) for at in (0, others))
    single = 1 << np.arange(threats)
    weights = np.concatenate([rows / scales[:, None], (own[single] - own[0]).T, other[single].T], axis=1)
    outer = head[int(kernels.OUT) :] / (SCALE << int(kernels.SCORE_BITS) - kernels.UNIT_BITS + int(kernels.SHORTER))
    numbers = (whole, weights[:-1], own[0, :-1], outer, weights[-1])
    return Network(*(np.ascontiguousarray(each, np.float32) for each in numbers))


def fit(
    positions: Positions,
    games: np.ndarray[Any, np.dtype[np.int64]],
    epochs: int,
    seed: int,
    begin: Network | None = None,
    rate: float = RATE,
) -> Network:
    """Fit a network, from ``begin`` on if it is given, and print each epoch's loss beside those of ``begin`` and of no
    network."""
    held = np.flatnonzero(games % HELD == 0).astype(np.uint64)
    taught = np.flatnonzero(games % HELD).astype(np.uint64)
    print(f"{len(taught)} positions, {len(held)} held out; without network {_loss_of(positions, held):.5f}", flush=True)
    found, windows, workspace = Fit(seed, begin), list_windows(), make_gradient_workspace()
    gradient = Network(*(np.zeros_like(numbers) for numbers in found.network))
    chance, batches = np.random.default_rng(seed), len(taught) // BATCH
    odds = np.zeros(len(held), np.float32)
    if begin is not None:
        add_gradient(positions, held, found.network, windows, workspace, gradient, odds)
        print(f"the network to begin with {loss(odds, positions.wanted[held]):.5f}", flush=True)
    for epoch in range(epochs):
        began, total = time.monotonic(), 0.0
        order = chance.permutation(taught)
        for n in range(batches):
            chosen, fitted = order[n * BATCH : (n + 1) * BATCH], np.zeros(BATCH, np.float32)
            for numbers in gradient:
                numbers[:] = 0
            add_gradient(positions, chosen, found.network, windows, workspace, gradient, fitted)
            total += loss(fitted, positions.wanted[chosen])
            done = epoch * batches + n
            speed = rate * min(1, (done + 1) / WARM) * (0.51 + 0.49 * np.cos(np.pi * done / (epochs * batches)))
            found.step(Network(*(numbers / np.float32(BATCH) for numbers in gradient)), speed)
        add_gradient(positions, held, found.network, windows, workspace, gradient, odds)
        print(
            f"epoch {epoch + 1}: {total / max(1, batches):.5f}, held out {loss(odds, positions.wanted[held]):.5f}, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
    return found.network


def _loss_of(positions: Positions, chosen: Words) -> float:
    return loss(positions.static[chosen], positions.wanted[chosen])


def _games(args: argparse.Namespace) -> None:
    begun = args.out.read_text(encoding="ascii").count('"scores"') if args.out.exists() else 0
    with args.out.open("a", encoding="ascii") as file:
        for told in play_games(args.seed + 1000 * begun, args.nodes):
            print(json.dumps(told), file=file, flush=True)
            begun += "scores" in told
            if begun >= args.count:
                break


def read_network(path: Path) -> Network:
    """Return the network of a file."""
    with np.load(path, allow_pickle=False) as kept:
        return dequantize(kept["vectors"], kept["head"])


def _fit(args: argparse.Namespace) -> None:
    positions, games = read_positions(args.games)
    begin = None if args.begin is None else read_network(args.begin)
    vectors, head = quantize(fit(positions, games, args.epochs, args.seed, begin, args.rate))
    np.savez_compressed(args.out, vectors=vectors, head=head)


def main() -> None:
    """Play games, or fit the network to them."""
    parser = argparse.ArgumentParser(description="Make the network of the search.", allow_abbrev=False)
    below = parser.add_subparsers(required=True, metavar="COMMAND")
    games = below.add_parser("games", help="play games with scores")
    games.add_argument("--count", type=positive_number, default=1 << 30, help="games in the file at the end")
    games.add_argument("--nodes", type=positive_number, default=1600, help="nodes per move")
    games.set_defaults(func=_games)
    learn = below.add_parser("fit", help="fit the network to games")
    learn.add_argument("games", type=Path, nargs="+")
    learn.add_argument("--epochs", type=positive_number, default=3)
    learn.add_argument("--begin", type=Path, metavar="NETWORK", help="go on from this network")
    learn.add_argument("--rate", type=float, default=RATE, help=f"rate of learning (default: {RATE})")
    learn.set_defaults(func=_fit)
    for each in (games, learn):
        each.add_argument("--out", type=Path, required=True)
        each.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.func(args)


if __name__ == "__main__":
    main()
