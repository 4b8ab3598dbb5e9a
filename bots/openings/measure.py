"""Measurement of bots that decide in an opening: ``python -m bots.openings.measure --opening swap2 --json``.

Two players go through the opening and then both play on by the search at the same nodes. Either both decide: then
neither seat should be better off; or one decides and the other, in every other game the one that begins, acts at
random: then deciding should be. The search plays the same game again from the same stones and colours, so that those
that come a second time are not counted.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from typing import NamedTuple

from bots.engine import Limits, Stop
from bots.openings.deciding import Decider
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


class Played(NamedTuple):
    """A game: what lay after the opening, the player who had black, the words chosen, what player 0 got (1, 0.5, 0)."""

    stones: tuple[int, ...]
    black: int
    words: str
    points: float


def play(name: str, rules: str, seed: int, nodes: int, random_player: int | None) -> Played:
    """A game in which ``random_player`` acts at random in the opening."""
    opening = Opening(opening_rule(name), Game(ruleset(rules), SIZE))
    chance = Random(seed)
    while opening.turn is not None:
        if opening.turn.player == random_player:
            opening.play(draw_action(opening, chance))
        else:
            opening.play(Decider(opening, 2 * seed + opening.turn.player).decide())
    game, owner = opening.game, opening.black
    stones = tuple(opening.stones)
    words = " ".join(action for action in opening.actions if isinstance(action, str))
    player = engine("search").open(game.rules, SIZE, seed, MEMORY)
    while game.outcome is None:
        game.play(player.choose(game, Limits(nodes=nodes), Stop()).point)
    winner = game.outcome.winner
    return Played(stones, owner, words, 0.5 if winner is None else float((winner is Color.BLACK) == (owner == 0)))


def draw_action(opening: Opening, chance: Random) -> Action:
    """Some action that is allowed; stones and offers anywhere in the central 9x9 points where the rule lets them."""
    match opening.turn:
        case ChoiceTurn(words=words):
            return chance.choice(words)
        case NumberTurn(most=most):
            return chance.randint(1, most)
        case OfferTurn(count=count):
            return tuple(chance.sample(_inside(opening.offerable()), count))
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


def measure(name: str, rules: str, games: int, nodes: int, jobs: int = 1) -> dict[str, object]:
    """The number of games counted and the shares of points with their 95 % intervals: of player 0 where both decide,
    of who decides against chance; and both by the words chosen."""
    with ProcessPoolExecutor(jobs) as pool:
        same = [(name, rules, seed, nodes, None) for seed in range(games)]
        even = _distinct(pool.map(play, *zip(*same, strict=True)))
        mixed = [(name, rules, seed, nodes, seed % 2) for seed in range(games)]
        against = [
            each._replace(points=each.points if random_player == 1 else 1 - each.points)
            for random_player in (0, 1)
            for each in _distinct(pool.map(play, *zip(*mixed[random_player::2], strict=True)))
        ]
    return {
        "opening": name,
        "rules": rules,
        "nodes": nodes,
        "first player, both decide": summarize(even),
        "who decides, against chance": summarize(against),
    }


def _distinct(games: Iterable[Played]) -> list[Played]:
    return list({(game.stones, game.black): game for game in games}.values())


def summarize(games: Sequence[Played]) -> dict[str, list[float]]:
    """The number of games, the share of points in per cent and its bounds of 95 %, of all and by the words chosen."""
    by_words: dict[str, list[float]] = {"all": [game.points for game in games]}
    for game in sorted(games, key=lambda game: game.words):
        by_words.setdefault(game.words, []).append(game.points)
    return {words: [len(points), *interval(points)] for words, points in by_words.items() if len(points) > 1}


def interval(points: Sequence[float]) -> list[float]:
    """Mean and the bounds of 95 % (normal approximation), in per cent."""
    n = len(points)
    mean = sum(points) / n
    half = Z * sqrt(sum((each - mean) ** 2 for each in points) / (n - 1) / n)
    return [round(100 * value, 1) for value in (mean, mean - half, mean + half)]


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description="Measure the decisions of bots in an opening.")
    parser.add_argument("--opening", choices=sorted(OPENINGS), default="swap2")
    parser.add_argument("--rules", default="freestyle")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1000, help="for each move after the opening")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.opening, args.rules, args.games, args.nodes, args.jobs)
    print(json.dumps(found) if args.json else "\n".join(f"{name}: {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
