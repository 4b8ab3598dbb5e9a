"""Effect of a false teacher on a bot: ``python -m tests.benchmarks.teachers [--json]``.

The learner against a search, from openings that are drawn; what it plays untaught is a line and a result. Then one
person teaches it that line a thousand times, with the opposite result: games lost on purpose where it lost, and won
where it won. What it scores after that, over games of other seeds in which it learns nothing, beside what it scored
untaught; each with a 95 % interval over openings, and that of their difference.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any

from bots.engine import Limits
from bots.learning.players.advisor import NODES
from bots.learning.players.alternatives import Chooser
from bots.learning.players.experience import PlayedGame
from bots.openings import FREESTYLE, load
from gomoku.board import Color
from tests.benchmarks.rematches import RULES, SIZE, Bot, interval, score

LESSONS = 1000


def taught(count: int, nodes: int, games: int, chooser: Chooser, seed: int = 1) -> Iterator[dict[str, Any]]:
    """By opening what was scored untaught and taught, and how many of the games were others than untaught."""
    openings = list(load(FREESTYLE, RULES, SIZE))
    random.Random(seed).shuffle(openings)
    attacker = Limits(nodes=nodes)
    for n, opening in enumerate(openings[:count]):
        color = Color.BLACK if n % 2 else Color.WHITE
        line = Bot("untrained", chooser).play(opening, color, attacker, 0)
        untaught, bot = score(line, color), Bot("experience", chooser)
        told = color.other if untaught == 1 else color
        lessons = [
            PlayedGame(number, tuple(line.moves), color, told, "a teacher", SIZE, len(opening))
            for number in range(LESSONS)
        ]
        bot.experience = poisoned = bot.experience.with_more(lessons, chooser)
        scores, others = [], 0
        for number in range(games):
            bot.experience = poisoned
            game = bot.play(opening, color, attacker, LESSONS + number)
            scores.append(score(game, color))
            others += game.moves != line.moves
        yield {"opening": list(opening), "untaught": untaught, "taught": sum(scores) / games, "others": others / games}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.teachers", description=__doc__)
    parser.add_argument("--openings", type=int, default=60, metavar="N")
    parser.add_argument("--games", type=int, default=3, metavar="N", help="after the lessons, for each opening")
    parser.add_argument("--nodes", type=int, default=1000, metavar="N", help="of the attacker's search")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--json", action="store_true", help="every opening as a line of JSON")
    given = parser.parse_args()
    found = []
    for each in taught(given.openings, given.nodes, given.games, Chooser(RULES, NODES), given.seed):
        found.append(each)
        if given.json:
            print(json.dumps(each), flush=True)
    for name, values in (
        ("untaught", [each["untaught"] for each in found]),
        ("taught", [each["taught"] for each in found]),
        ("difference", [each["taught"] - each["untaught"] for each in found]),
        ("other games", [each["others"] for each in found]),
    ):
        mean, low, high = interval(values)
        print(json.dumps({name: [mean, low, high]}) if given.json else f"{name:12}{mean:.1%} [{low:.1%}, {high:.1%}]")


if __name__ == "__main__":
    main()
