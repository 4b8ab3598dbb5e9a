"""Ten games in a row against an attacker that repeats the line it won with."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np

from bots.engine import Choice, Limits, Player, Stop
from bots.json_lines import Row
from gomoku.game import Game
from gomoku.point import name as point_name
from gomoku.rulesets import ruleset
from lab.learning.arms import BY_NAME, FROZEN, WHOLE, Arm
from lab.learning.attackers import DEEP
from lab.learning.intervals import estimate, gain
from lab.learning.learner_game import play_game
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.practice import find_mistake, practise, with_practice
from lab.learning.report import say_met
from lab.learning.run import Run
from lab.learning.schooling import Learning
from lab.learning.starts import Start, apart, deck

REMATCHES: Final = 10
LEARNING: Final = (BY_NAME["experience"], WHOLE, BY_NAME["practice"])
ARMS: Final = (FROZEN, *LEARNING)


class LineKeeper:
    """Repeats a won game as long as the opponent does too, then plays as another player."""

    def __init__(self, player: Player, line: tuple[int, ...]) -> None:
        self._player = player
        self._line = line

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Return the next move of the line, or the player's choice."""
        if game.ply < len(self._line) and tuple(game.moves) == self._line[: game.ply]:
            return Choice(self._line[game.ply])
        return self._player.choose(game, limits, stop)

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


def play(run: Run, starts: list[Start]) -> None:
    """Make the rows."""
    done = {(row["arm"], row["pair"]) for row in run.of_kind("rematches")}
    wanted = [(arm.name, pair) for arm in ARMS for pair in range(run.plan.rematches)]
    run.do(partial(_rematches, run.plan, starts[pair], arm, pair) for arm, pair in wanted if (arm, pair) not in done)


def openings(plan: Plan, taken: list[Start]) -> list[Start]:
    """List an opening for each pair, none of them among ``taken``; the colour alternates."""
    found = apart(deck(), taken)[: plan.rematches]
    return [Start(start.moves, (start.colors[n % 2],)) for n, start in enumerate(found)]


def lines(run: Run) -> Iterator[str]:
    """Yield the section of the report."""
    points = {arm.name: np.array([row["points"] for row in _rows(run, arm.name)]) for arm in ARMS}
    yield f"## Rematches 1 to {REMATCHES}"
    yield ""
    yield (
        f"{run.plan.rematches} openings, one colour each, against an attacker that repeats the line that won, and "
        "draws moves once the learner deviates; each game is studied before the next, and practised by the arm that "
        "practises. Points:"
    )
    yield ""
    yield "| | " + " | ".join(map(str, range(1, REMATCHES + 1))) + " | lost, of 2 to 10 |"
    yield "| --- |" + " ---: |" * (REMATCHES + 1)
    lost = {name: (found[:, 1:] == 0).astype(float).mean(axis=1)[None] for name, found in points.items()}
    for name, found in points.items():
        means = " | ".join(f"{100 * mean:.0f} %" for mean in found.mean(axis=0))
        yield f"| {name} | {means} | {estimate(lost[name])} |"
    steps = np.arange(REMATCHES) - (REMATCHES - 1) / 2
    yield ""
    for arm in LEARNING:
        rise = estimate((points[arm.name] @ (steps / (steps**2).sum()))[None])
        fewer = gain(lost[FROZEN.name], lost[arm.name])
        yield (
            f"- {arm.name}: points rise by {rise} a rematch ({say_met(rise.low > 0)}); of games 2 to 10 it loses "
            f"{fewer} fewer than {FROZEN.name} ({say_met(fewer.low > 0)})."
        )
    yield "- Aim: all above 0 with 95 %."
    yield ""


def _rows(run: Run, arm: str) -> list[Row]:
    return sorted((row for row in run.of_kind("rematches") if row["arm"] == arm), key=lambda row: int(row["pair"]))


def _rematches(plan: Plan, start: Start, name: str, pair: int) -> list[Row]:
    """Play the games of one pair and return their row."""
    arm: Arm = BY_NAME[name]
    learning, rules, practised = Learning(plan, (), arm.parts), ruleset(RULES), list[Row]()
    line: tuple[int, ...] = ()
    (color,) = start.colors
    points, games = list[float](), list[str]()
    for number in range(REMATCHES):
        knowledge = learning.knowledge()
        if practised:
            knowledge = with_practice(knowledge, practised)
        attacker = LineKeeper(DEEP.open(rules, SIZE, plan.attacker, 100 * pair + number), line)
        game = play_game("", start.moves, color, arm.open(knowledge, number), arm.nodes(plan), attacker)
        if game.points == 0:
            line = game.game.moves
        points.append(game.points)
        games.append(" ".join(point_name(move, SIZE) for move in game.game.moves))
        if arm.school is None:
            continue
        row = {"kind": "met"} | learning.lesson(game, "keeper", len(start.moves), color)
        learning.add(row)
        if arm.practises and game.points == 0 and find_mistake(row) is not None:
            practised.append(practise(plan, arm, with_practice(learning.knowledge(), practised), row, number))
    return [{"kind": "rematches", "arm": name, "pair": pair, "points": points, "moves": games}]
