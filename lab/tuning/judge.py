"""Judges networks by deep searches of positions that no fit has seen:

    python -m lab.tuning.judge GAMES... --networks a.npz b.npz [--positions 2000] [--nodes 200000]

GAMES are those of `lab.tuning.network games`, and the positions are drawn from the games that its fit holds out. A
position is worth what a search with so many nodes scores it at. The loss of a network is that of its static scores as
log-odds against these values, at the factor for which it is least, since a search can prune by scores of any unit. The
deep search has the tree's own network and shares its blind spots: a match is the measure of a network, and this one
tells which to play first.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.arguments import positive_number
from bots.engine import Limits, Stop
from bots.openings import DRAWN_ON
from bots.search.alphabeta.negamax import WON
from bots.search.engine import ENGINE
from bots.search.runtime.jit import Words
from bots.tuning.network_gradient import Floats, Network, Positions, add_gradient, list_windows, make_gradient_workspace
from gomoku.game import Game
from lab.machines import open_machines
from lab.openings.calibrate import loss
from lab.tuning.network import HELD, SCALE, read_network, read_positions
from lab.tuning.selfplay import RULES

MEMORY: Final = 64 << 20
FACTORS: Final = np.geomspace(0.25, 4, 161)
"""Factors of the log-odds that are tried."""


def score(moves: tuple[int, ...], nodes: int) -> float:
    """Return the score of a position after a search of its own."""
    player = ENGINE.open(RULES, DRAWN_ON, 0, MEMORY)
    choice = player.choose(Game.replay(RULES, DRAWN_ON, moves), Limits(nodes=nodes), Stop())
    player.close()
    return float(WON) if choice.score is None else choice.score


def list_moves(positions: Positions, chosen: Words) -> Iterator[tuple[int, ...]]:
    """Yield the moves that lead to each of the chosen positions."""
    for at in chosen:
        first, stones = int(positions.first[at]), int(positions.stones[at])
        yield tuple(int(move) for move in positions.moves[first : first + stones])


def find_odds(positions: Positions, chosen: Words, network: Network) -> Floats:
    """Return the log-odds of the chosen positions with a network, shape (chosen,)."""
    odds, unused = np.zeros(len(chosen), np.float32), Network(*(np.zeros_like(each) for each in network))
    add_gradient(positions, chosen, network, list_windows(), make_gradient_workspace(), unused, odds)
    return odds


def least_loss(odds: Floats, wanted: NDArray[np.float64]) -> tuple[float, float]:
    """Return the least loss of the log-odds times a factor, and the factor."""
    return min((loss(odds.astype(np.float64) * factor, wanted), float(factor)) for factor in FACTORS)


def entropy(wanted: NDArray[np.float64]) -> float:
    """Return the least loss that any log-odds can have."""
    inside = np.clip(wanted, 1e-12, 1 - 1e-12)
    return loss(np.log(inside / (1 - inside)), wanted)


def main() -> None:
    """Print the loss of each network, of the evaluation without one, and the least possible."""
    parser = argparse.ArgumentParser(description="Judge networks by deep searches.", allow_abbrev=False)
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--networks", type=Path, nargs="+", required=True)
    parser.add_argument("--positions", type=positive_number, default=2_000, help="number of positions (default: 2000)")
    parser.add_argument("--nodes", type=positive_number, default=200_000, help="of each deep search (default: 200000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=positive_number, default=1, help="processes")
    args = parser.parse_args()
    networks = [(str(path), read_network(path)) for path in args.networks]
    positions, games = read_positions(args.games)
    held = np.flatnonzero(games % HELD == 0).astype(np.uint64)
    count = min(args.positions, len(held))
    chosen = np.random.default_rng(args.seed).choice(held, count, replace=False)
    scores = np.zeros(count)
    with open_machines(args.jobs, None) as compute:
        for number, found in compute(score, ((moves, args.nodes) for moves in list_moves(positions, chosen))):
            scores[number] = found
    wanted: NDArray[np.float64] = 1 / (1 + np.exp(-scores / SCALE))
    told: list[tuple[str, Any]] = [("no network", positions.static[chosen])]
    told += [(name, find_odds(positions, chosen, network)) for name, network in networks]
    print(f"{count} positions, least possible loss {entropy(wanted):.4f}")
    for name, odds in told:
        print("{}: loss {:.4f} at a factor of {:.2f}".format(name, *least_loss(odds, wanted)))


if __name__ == "__main__":
    main()
