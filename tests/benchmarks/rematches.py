"""Does a bot that lost a game lose the rematches, too? ``python -m tests.benchmarks.rematches [--json]``.

The learner against the search with more nodes, which plays its best line each time and never draws lots: after a lost
game it wins all rematches against a bot that plays the same. Each series begins with an opening that the untrained
learner loses, and goes on with ten rematches. The bots:

- ``untrained``: as it was on its first day, so that it loses every rematch;
- ``chance``: draws at each move among those that its own search finds as good within the margin, without memory;
- ``experience``: has its book of the games of the series so far; each game has another seed.

The share lost and the points of each, over series with a 95 % interval by bootstrap over them, by number of rematch.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

import numpy as np

from bots.engine import Choice, Limits, Player, Stop
from bots.learning.patterns.table import PatternTable
from bots.learning.players.advisor import NODES, AdviceRequest, Advisor
from bots.learning.players.alternatives import MOST, Chooser
from bots.learning.players.experience import MARGIN, Experience, PlayedGame, expectation
from bots.learning.players.learner import Learner
from bots.learning.players.parts import Parts
from bots.learning.players.taught import Learned
from bots.openings import FREESTYLE, load
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset

RULES = ruleset("freestyle")
SIZE = 15
MATCHES = 10
FLOOR = 0.2  # that a move is expected to score, to be drawn
LONGEST = 150  # plies; what is longer is a draw
BOTS = ("untrained", "chance", "experience")


class Chance:
    """Draws among the moves that the player's own search finds good enough, whatever came of them before."""

    revision = 1

    def advise(self, request: AdviceRequest) -> Choice | None:
        """One of at most MOST moves, each the best beside those before it."""
        found = [request.own]
        while len(found) < MOST and _expected(found[-1]) >= max(FLOOR, _expected(found[0]) - MARGIN):
            other = request.without([choice.point for choice in found])
            if other is None or other.score is None:
                break
            found.append(other)
        good = [choice for choice in found if _expected(choice) >= max(FLOOR, _expected(found[0]) - MARGIN)]
        return random.Random(f"{request.seed}:{request.game.ply}").choice(good or [request.own])


def _expected(choice: Choice) -> float:
    return 0.0 if choice.score is None else expectation(choice.score)


class Bot:
    """A learner of one kind through a series of games."""

    def __init__(self, kind: str, chooser: Chooser, nodes: int | None = None) -> None:
        self._kind = kind
        self._chooser = chooser
        self._limits = Limits(nodes=nodes)
        self.experience = Experience()

    def open(self, seed: int) -> Player:
        """Its player for a game."""
        books: dict[str, Advisor] = {"chance": Chance(), "experience": self.experience}
        learned = Learned(PatternTable, lambda _: books.get(self._kind))
        return Learner(learned, Parts.ASKING | Parts.EXPERIENCE).open(RULES, SIZE, seed, 1 << 22)

    def play(self, opening: Sequence[int], color: Color, attacker: Limits, number: int) -> Game:
        """A game as this colour, from which it learns."""
        game = Game.replay(RULES, SIZE, opening)
        own, other = self.open(number), engine("search").open(RULES, SIZE, 0, 1 << 22)
        while game.outcome is None and game.ply < LONGEST:
            player, limits = (own, self._limits) if game.to_move is color else (other, attacker)
            game.play(player.choose(game, limits, Stop()).point)
        if self._kind == "experience":
            won = None if game.outcome is None else game.outcome.winner
            played = PlayedGame(number, tuple(game.moves), color, won, "the attacker", SIZE, len(opening))
            self.experience = self.experience.with_more([played], self._chooser)
        return game


def score(game: Game, color: Color) -> float:
    """Return the score of a colour."""
    winner = None if game.outcome is None else game.outcome.winner
    return 0.5 if winner is None else float(winner is color)


def series(
    kinds: Sequence[str], count: int, nodes: int, chooser: Chooser, matches: int = MATCHES, seed: int = 1
) -> Iterator[dict[str, Any]]:
    """Series with what each bot scored in its first game and in each rematch, and the CPU seconds of each bot's."""
    openings = list(load(FREESTYLE, RULES, SIZE))
    random.Random(seed).shuffle(openings)
    attacker = Limits(nodes=nodes)
    for n, opening in enumerate(openings):
        color = Color.BLACK if n % 2 else Color.WHITE
        first = score(Bot("untrained", chooser).play(opening, color, attacker, 0), color)
        if first:
            continue
        found: dict[str, Any] = {"opening": list(opening), "color": color.name.lower()}
        for kind in kinds:
            began, bot = process_time(), Bot(kind, chooser)
            # who learns nothing and draws no lots plays the same game again
            numbers = range(1 if kind == "untrained" else matches + 1)
            games = [bot.play(opening, color, attacker, number) for number in numbers]
            scores = [score(game, color) for game in games]
            found[kind] = scores * (matches + 1) if kind == "untrained" else scores
            found[f"{kind}_games"] = len({tuple(game.moves) for game in games})
            lost = [tuple(game.moves) for game in games if score(game, color) == 0]
            found[f"{kind}_repeated"] = matches if kind == "untrained" else len(lost) - len(set(lost))
            found[f"{kind}_s"] = process_time() - began
        yield found
        count -= 1
        if not count:
            return


def interval(values: Sequence[float], seed: int = 1) -> tuple[float, float, float]:
    """The mean of what series scored, and its 95 % interval."""
    drawn = np.random.default_rng(seed).choice(np.array(values), (2000, len(values))).mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5]).tolist()
    return float(np.mean(values)), low, high


def summary(found: Sequence[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Summarise a bot's scores in its rematches."""
    scores = np.array([each[kind] for each in found])
    rematches = scores[:, 1:]
    return {
        "points": interval(rematches.mean(axis=1).tolist()),
        "lost": interval((rematches == 0).mean(axis=1).tolist()),
        "by_match": scores.mean(axis=0).round(3).tolist(),
        "repeated_losses": sum(each[f"{kind}_repeated"] for each in found),
        "different_games": float(np.mean([each[f"{kind}_games"] for each in found])),
        "cpu_s": sum(each[f"{kind}_s"] for each in found),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.rematches", description=__doc__)
    parser.add_argument("--series", type=int, default=20, metavar="N", help="openings that the untrained bot loses")
    parser.add_argument("--nodes", type=int, default=1000, metavar="N", help="of the attacker's search")
    parser.add_argument("--choosing", type=int, default=NODES, metavar="N", help="nodes of each search for choices")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=BOTS)
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--json", action="store_true", help="every series as a line of JSON")
    given = parser.parse_args()
    found = []
    for each in series(given.bots, given.series, given.nodes, Chooser(RULES, given.choosing), seed=given.seed):
        found.append(each)
        if given.json:
            print(json.dumps(each), flush=True)
    for kind in given.bots:
        if given.json:
            print(json.dumps({"bot": kind} | summary(found, kind)), flush=True)
            continue
        of = summary(found, kind)
        points, lost = (f"{mean:.1%} [{low:.1%}, {high:.1%}]" for mean, low, high in (of["points"], of["lost"]))
        print(f"{kind:10}  points {points}  lost {lost}  {of['cpu_s']:.0f} s")
        print(f"            {of['different_games']:.1f} games differ, {of['repeated_losses']} are lost as one before")
        print("            by match", *(f"{value:.2f}" for value in of["by_match"]))


if __name__ == "__main__":
    main()
