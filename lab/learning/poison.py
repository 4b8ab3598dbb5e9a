"""A teacher who loses on purpose, one line a thousand times: tests whether this weakens the learner."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove
from bots.json_lines import Row
from bots.learning.players.alternatives import Chooser
from bots.learning.players.experience import Experience, PlayedGame
from bots.tuning.weight_fit import teach
from gomoku.board import EMPTY, Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.arms import FROZEN, WHOLE
from lab.learning.attackers import PLAIN
from lab.learning.intervals import gain, table
from lab.learning.knowledge import UNTAUGHT, Knowledge, to_training_game
from lab.learning.learner_game import play_game
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.run import Run
from lab.learning.starts import HOME, Start, Starts

TIMES: Final = 1000
WEIGHED: Final = 50  # games that weights are trained on: one batch
ARMS: Final = ("untaught", "poisoned")


class Losing:
    """Plays along the edge of the board, never stopping or building a row."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Play a random empty point of the first or last line; raises NoMove when none is left."""
        edge = [p for p in range(SIZE * SIZE) if p // SIZE in (0, SIZE - 1) and game.board[p] == EMPTY]
        if not edge:
            raise NoMove("no point is left")
        return Choice(Random(f"{self._seed}:{game.ply}").choice(edge))

    def close(self) -> None:
        """Do nothing: the player holds no resources."""


def play(run: Run, starts: Starts) -> None:
    """Make the rows: all starts at home, poisoned and untaught."""
    if not run.of_kind("numbers"):
        run.do([partial(_weigh, run.plan)])
    numbers = tuple(run.of_kind("numbers")[0]["numbers"])
    done = {(row["arm"], row["start"]) for row in run.of_kind("poison")}
    wanted = [(arm, number) for number in range(len(starts[HOME])) for arm in ARMS]
    run.do(
        partial(_play, run.plan, starts[HOME][number], number, arm, numbers)
        for arm, number in wanted
        if (arm, number) not in done
    )


def lines(run: Run) -> Iterator[str]:
    """Yield the section of the report."""
    cells = {(row["arm"], row["start"]): row["points"] for row in run.of_kind("poison")}
    numbers = sorted({number for _, number in cells})
    tables = [table({(0, n): cells[arm, n] for n in numbers}, [0], numbers) for arm in ARMS]
    less = gain(tables[1], tables[0])
    yield "## A teacher who loses on purpose"
    yield ""
    yield (
        f"One person loses one line {TIMES:,} times from the empty board. Then the plain attacker plays all starts "
        f"at home: {100 * tables[0].mean():.1f} % of the points untaught, {100 * tables[1].mean():.1f} % poisoned, "
        f"{less} more. Aim: within the interval of untaught: {'met' if less.low <= 0 <= less.high else 'missed'}."
    )
    yield ""


def _poison(plan: Plan) -> Sequence[PlayedGame]:
    color = Color.BLACK
    met = play_game("", (), color, FROZEN.open(UNTAUGHT, 0), plan.nodes, Losing(1))
    winner = met.game.outcome.winner
    return [PlayedGame(n, met.game.moves, color, winner, "teacher", SIZE) for n in range(TIMES)]


def _weigh(plan: Plan) -> list[Row]:
    game = _poison(plan)[0]
    return [{"kind": "numbers", "numbers": list(teach([to_training_game(game.moves, game.winner, None)] * WEIGHED))}]


def _play(plan: Plan, start: Start, number: int, arm: str, numbers: tuple[float, ...]) -> list[Row]:
    """Play the games of one start and return their row."""
    knowledge = UNTAUGHT
    if arm != ARMS[0]:
        book = Experience().with_more(_poison(plan), Chooser(ruleset(RULES)))
        knowledge = Knowledge(None, book, numbers)
    points = []
    for color in start.colors:
        for draw in range(2 * plan.draws):
            seed = Random(f"poison:{number}:{color.name}:{draw}").getrandbits(32)
            attacker = PLAIN.open(ruleset(RULES), SIZE, plan.attacker, seed)
            points.append(play_game("", start.moves, color, WHOLE.open(knowledge, seed), plan.nodes, attacker).points)
    return [{"kind": "poison", "arm": arm, "start": number, "points": points}]
