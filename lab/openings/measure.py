"""Measurement of bots' decisions in openings: ``python -m lab.openings.measure --opening swap2 --kept FILE``.

Two players go through the opening, then the search plays both sides with the same nodes. If both decide, neither player
should have an advantage. With ``--against-chance`` one of them, alternating with the seed, acts at random: then
deciding should pay. From the same stones and colours the search plays the same game again, so repeated games are not
counted; games with the same first three stones are one unit of evidence.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple
from zlib import crc32

from bots.engine import Limits, Stop
from bots.json_lines import JsonLines
from bots.openings import deciding, triples, valuing
from bots.openings.deciding import Decider
from bots.openings.valuing import NODES
from bots.registry import engine
from gomoku.board import Color
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS, opening_rule
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn
from gomoku.rulesets import ruleset

SIZE = 15
MEMORY = 1 << 23
Z = 1.96
BATCH = 8  # games per process at a time
ENOUGH = 4  # seeds tried per wanted game; an opening may not have that many different ones


class Played(NamedTuple):
    """A game: the stones of the opening, black's owner, the words chosen, and the measured player's points (0, 0.5 or
    1).

    The measured player is player 0 or, against chance, the one that decides. ``seconds`` is processor time.
    """

    stones: tuple[int, ...]
    black: int
    words: str
    points: float
    seconds: float


def play(name: str, rules: str, nodes: int, against_chance: bool, seed: int) -> Played:
    """Play the game of a seed. Against chance, player 1 acts at random for even seeds and player 0 for odd ones."""
    began = process_time()
    opening = Opening(opening_rule(name), Game(ruleset(rules), SIZE))
    chance = Random(seed)
    at_random = 1 - seed % 2 if against_chance else None
    while opening.turn is not None:
        if opening.turn.player == at_random:
            opening.play(draw_action(opening, chance))
        else:
            opening.play(Decider(opening, 2 * seed + opening.turn.player).decide())
    game, owner = opening.game, opening.black
    stones = tuple(opening.stones)
    words = " ".join(action for action in opening.actions if isinstance(action, str))
    player = engine("search").open(game.rules, SIZE, seed, MEMORY)
    while game.outcome is None:
        game.play(player.choose(game, Limits(nodes=nodes), Stop()).point)
    measured = 0 if at_random is None else 1 - at_random
    winner = game.outcome.winner
    points = 0.5 if winner is None else float((winner is Color.BLACK) == (owner == measured))
    return Played(stones, owner, words, points, process_time() - began)


def draw_action(opening: Opening, chance: Random) -> Action:
    """Draw an allowed action at random, with points in the central 9x9 where the rule permits."""
    match opening.turn:
        case ChoiceTurn(words=words):
            return chance.choice(words)
        case NumberTurn(most=most):
            return chance.randint(1, most)
        case OfferTurn(count=offers):
            return tuple(chance.sample(_inside(opening.offerable()), offers))
        case PickTurn(points=points):
            return chance.choice(points)
        case StoneTurn():
            return chance.choice(_inside([point for point in range(SIZE * SIZE) if _allows(opening, point)]))
        case None:
            raise ValueError("the opening is over")


def _inside(points: Sequence[int]) -> list[int]:
    middle = SIZE // 2
    near = [p for p in points if max(abs(p % SIZE - middle), abs(p // SIZE - middle)) <= 4]
    return near or list(points)


def _allows(opening: Opening, point: int) -> bool:
    try:
        opening.check(point)
    except IllegalMove:
        return False
    return True


def play_different(
    name: str, rules: str, nodes: int, against_chance: bool, games: int, jobs: int, kept: Path
) -> list[Played]:
    """Play different games in the order of their seeds, or fewer when there are not that many.

    Games in ``kept`` are not played again. Raises ArenaError when it was written with other parameters.
    """
    terms: dict[str, object] = {
        "opening": name,
        "rules": rules,
        "nodes": nodes,
        "against_chance": against_chance,
        "deciding": NODES,
    }
    files = [valuing.file(rules), triples(rules), *([deciding.FILE] if rules == "renju" else [])]
    terms["files"] = [crc32(path.read_bytes()) for path in files]
    lines = JsonLines(kept, terms)
    found: dict[tuple[object, ...], Played] = {}
    try:
        rows = {row["seed"]: _parse(row["game"]) for row in lines.rows}
        seeds = iter(range(games * ENOUGH))
        with ProcessPoolExecutor(jobs) as pool:
            while len(found) < games and (batch := list(islice(seeds, jobs * BATCH))):
                unplayed = [seed for seed in batch if seed not in rows]
                for seed, game in zip(
                    unplayed, pool.map(partial(play, name, rules, nodes, against_chance), unplayed), strict=True
                ):
                    rows[seed] = game
                    lines.add({"seed": seed, "game": game})
                for seed in batch:
                    game = rows[seed]
                    # against chance, the measured player differs with the parity of the seed: the same game counts for
                    # each
                    found.setdefault((game.stones, game.black, against_chance and seed % 2), game)
    finally:
        lines.close()
    return list(found.values())[:games]


def _parse(row: Sequence[object]) -> Played:
    stones, *rest = row
    return Played(tuple(stones), *rest)  # type: ignore[arg-type]


def summarize(games: Sequence[Played]) -> dict[str, list[float]]:
    """Summarise all games, and those of each sequence of words: number, share of points in per cent, and 95 %
    bounds."""
    by_words: dict[str, list[Played]] = {"all": list(games)}
    for game in sorted(games, key=lambda game: game.words):
        by_words.setdefault(game.words, []).append(game)
    return {words: [len(some), *interval(some)] for words, some in by_words.items()}


def interval(games: Sequence[Played]) -> list[float]:
    """Return the mean of the points and its 95 % bounds in per cent, clustered by the first three stones.

    A ratio estimate over clusters with normal approximation; a single cluster gives the widest bounds.
    """
    groups: defaultdict[tuple[int, ...], list[float]] = defaultdict(list)
    for game in games:
        groups[game.stones[:3]].append(game.points)
    mean = sum(game.points for game in games) / len(games)
    errors = sum((sum(points) - mean * len(points)) ** 2 for points in groups.values())
    spread = len(groups) / (len(groups) - 1) if len(groups) > 1 else 0
    half = Z * sqrt(spread * errors) / len(games) if spread else 1.0
    return [round(100 * value, 1) for value in (mean, max(0, mean - half), min(1, mean + half))]


def tell(games: Sequence[Played]) -> Iterator[tuple[str, object]]:
    """Yield the results by name."""
    yield "games", len(games)
    yield "of different three stones", len({game.stones[:3] for game in games})
    yield "processor seconds a game", round(sum(game.seconds for game in games) / len(games), 3)
    yield "games, share of points, from, to", summarize(games)


def main() -> None:
    """Print the results."""
    parser = argparse.ArgumentParser(description="Measure bots' decisions in an opening.")
    parser.add_argument("--opening", choices=sorted(OPENINGS), default="swap2")
    parser.add_argument("--rules", default="freestyle")
    parser.add_argument("--games", type=int, default=1200, help="number of different games")
    parser.add_argument("--nodes", type=int, default=1000, help="nodes for each move after the opening")
    parser.add_argument("--against-chance", action="store_true", help="one player acts at random")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--kept", type=Path, required=True, help="file of games, from which a stopped run resumes")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    games = play_different(args.opening, args.rules, args.nodes, args.against_chance, args.games, args.jobs, args.kept)
    told = dict(tell(games))
    print(json.dumps(told) if args.json else "\n".join(f"{name}: {value}" for name, value in told.items()))


if __name__ == "__main__":
    main()
