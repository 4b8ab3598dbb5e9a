"""Measurements of the value of learned weights, with games between our own engines:

    python -m lab.tuning.measure games --out GAMES --count 400 --nodes 300 --against 1000 --seed 1
    python -m lab.tuning.measure fit GAMES --out WEIGHTS [--first N] [--study N] [--shuffled]
    tengen arena --players search@300:weights=WEIGHTS,search@300 --games 1200 --sprt=-15,5 --out DIR

The first command plays a search with few nodes against one with more, each opening with both colours; the openings
differ, up to symmetry, from the arena's. It resumes when repeated. The second fits weights to the games and writes a
weights file with comments. ``--shuffled`` makes a placebo. The third is the match.
"""

import argparse
import json
import shlex
import sys
import time
from itertools import islice
from pathlib import Path

import numpy as np

from bots.arguments import positive_number
from bots.errors import ArenaError
from bots.openings import DRAWN_ON
from bots.search.board.weights import format_weights, from_numbers
from bots.tuning.training_data import rows_of
from bots.tuning.training_games import TrainingGame, list_studied_moves
from bots.tuning.weight_fit import PRIOR, fit_weights, shuffle
from gomoku import point
from lab.machines import open_machines
from lab.tuning import selfplay


def _games(args: argparse.Namespace) -> None:
    done = len(_read(args.out)) if args.out.exists() else 0
    openings = islice(selfplay.openings(args.seed), (args.count + 1) // 2)
    colours = ((args.nodes, args.against), (args.against, args.nodes))
    games = ((opening, nodes) for opening in openings for nodes in colours)
    first, early = done, dict[int, TrainingGame]()
    with args.out.open("a", encoding="ascii") as file, open_machines(args.jobs, args.cluster) as compute:
        for number, finished in compute(selfplay.play, islice(games, done, None)):
            early[first + number] = finished
            while done in early:  # the order of the file is that of the openings
                game = early.pop(done)
                row = {"moves": " ".join(point.name(move, game.size) for move in game.moves), "winner": game.winner}
                print(json.dumps(row), file=file, flush=True)
                done += 1


def _read(path: Path) -> list[TrainingGame]:
    rows = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    moves = [tuple(point.parse(name, DRAWN_ON) for name in row["moves"].split()) for row in rows]
    return [
        TrainingGame(selfplay.RULES.name, DRAWN_ON, played, row["winner"])
        for row, played in zip(rows, moves, strict=True)
    ]


def _study(game: TrainingGame, nodes: int) -> TrainingGame:
    from bots.learning.study.study import study  # noqa: PLC0415 - its solver is large

    found = study(game.rules, game.size, list(game.moves), game.winner, "five" if game.winner else "full_board", nodes)
    return TrainingGame(game.rules, game.size, game.moves, game.winner, list_studied_moves(found))


def _fit(args: argparse.Namespace) -> None:
    games = _read(args.games)[: args.first]
    began = time.process_time()
    if args.study:
        games = [_study(game, args.study) for game in games]
    studied = time.process_time()
    found = [rows_of(game, PRIOR) for game in games]
    chance = np.random.default_rng(args.seed)
    taken = time.process_time()
    weights, spread = fit_weights(shuffle(found, chance) if args.shuffled else found, chance)
    ended = time.process_time()
    words = ["python", "-m", "lab.tuning.measure", *sys.argv[1:]]
    pairs, rows = int(sum(rows.pairs.sum() for rows in found)), sum(len(rows.results) for rows in found)
    moved = np.abs(np.array(weights) - np.array(PRIOR))
    remarks = [
        f"Fitted by: {shlex.join(words)}",
        f"{len(games)} games, {rows - pairs} positions, {pairs} pairs; spread {spread:g}, the weight that moved "
        f"farthest moved by {moved.max():.2f}",
        f"CPU: {studied - began:.1f} s of studies, {taken - studied:.1f} s of rows, {ended - taken:.1f} s of the fit",
    ]
    text = "".join(f"# {remark}\n" for remark in remarks)
    args.out.write_text(text + format_weights(from_numbers(weights)), encoding="ascii")
    print(text, end="")


def main() -> None:
    """Play games, or fit weights to them."""
    parser = argparse.ArgumentParser(description="Measure the value of learned weights.", allow_abbrev=False)
    below = parser.add_subparsers(required=True, metavar="COMMAND")
    games = below.add_parser("games", help="play games to learn from")
    games.add_argument("--count", type=int, default=400)
    games.add_argument("--nodes", type=int, default=300, help="nodes per move")
    games.add_argument("--against", type=int, default=1000, help="nodes per move of the opponent")
    games.add_argument("--jobs", type=positive_number, default=1, help="processes")
    games.add_argument("--cluster", metavar="ADDRESS", help="of a dask scheduler whose workers play, instead of --jobs")
    games.set_defaults(func=_games)
    learn = below.add_parser("fit", help="fit weights to games")
    learn.add_argument("games", type=Path)
    learn.add_argument("--first", type=int, help="use the first N games only")
    learn.add_argument("--study", type=int, default=0, help="nodes of a proof, where games are studied for pairs")
    learn.add_argument("--shuffled", action="store_true", help="make a placebo by permuting the targets")
    learn.set_defaults(func=_fit)
    for each in (games, learn):
        each.add_argument("--out", type=Path, required=True)
        each.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        args.func(args)
    except ArenaError as error:
        parser.exit(2, f"{parser.prog}: {error.detail}\n")


if __name__ == "__main__":
    main()
