"""Positions a few plies before a mistake, from given games or, without any, from games made for the purpose."""

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Final

from bots.json_lines import Row
from bots.learning.study.study import teach
from gomoku.board import Color
from gomoku.point import name, parse
from gomoku.rulesets import ruleset
from lab.learning.arms import FROZEN
from lab.learning.attackers import DEEP
from lab.learning.decided_games import DecidedGame
from lab.learning.knowledge import UNTAUGHT
from lab.learning.learner_game import play_game
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.run import Run
from lab.learning.starts import Start, before_mistake, deck

BATCH: Final = 4  # games studied at a time


def find(run: Run, games: Sequence[DecidedGame]) -> None:
    """Make rows, one a game in random order, until there are enough starts for home and away."""
    dealt = [game for game in games if game.size == SIZE and game.outcome.winner is not None]
    Random("mistakes").shuffle(dealt)
    last = len(dealt) if dealt else len(deck())
    run.do_batches(
        "mistake",
        "game",
        BATCH,
        lambda number: partial(_look, run.plan, number, dealt[number] if dealt else None),
        lambda: len(of_rows(run.rows)) >= 2 * run.plan.mistakes,
        last,
    )


def of_rows(rows: Iterable[Row]) -> list[Start]:
    """Read the starts from rows, in the order of their games."""
    found = sorted((row for row in rows if row["kind"] == "mistake" and row["moves"]), key=lambda row: int(row["game"]))
    return [Start(tuple(parse(each, SIZE) for each in row["moves"].split()), (Color[row["color"]],)) for row in found]


def make_game(plan: Plan, number: int) -> DecidedGame:
    """Play the frozen learner against a deep attacker from the last openings of the deck."""
    start, color = deck()[-1 - number], Color(1 + number % 2)
    opponent = DEEP.open(ruleset(RULES), SIZE, 2 * plan.attacker, number)
    return play_game(f"made {number}", start.moves, color, FROZEN.open(UNTAUGHT, number), plan.nodes, opponent).game


def _look(plan: Plan, number: int, game: DecidedGame | None) -> list[Row]:
    """Make the row of a game, without moves if it has no named mistake."""
    game = game or make_game(plan, number)
    row: Row = {"kind": "mistake", "game": number, "moves": "", "color": ""}
    winner = game.outcome.winner
    if winner is not None:
        lesson = teach(RULES, SIZE, game.moves, winner, game.outcome.reason, plan.study)
        start = None if lesson is None else before_mistake(game, lesson)
        if start is not None:
            row["moves"] = " ".join(name(move, SIZE) for move in start.moves)
            row["color"] = start.colors[0].name
    return [row]
