"""Engines that lose games in one way each, to be named as "tests.lab.arena.engines:NAME"."""

import os
from collections.abc import Callable

from bots.engine import Choice, Engine, Limits, Stop
from gomoku.game import Game
from gomoku.ruleset import RuleSet

BEGUN = "the game has begun"


class Scripted(Engine):
    """Plays the point that a function of the game returns."""

    name = "scripted"
    version = "1"
    knows_rules = True

    def __init__(self, point: Callable[[Game], int]) -> None:
        self.point = point

    def supports(self, rules: RuleSet, size: int) -> bool:
        return rules.name != "caro"

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "ScriptedPlayer":
        return ScriptedPlayer(self.point)


class ScriptedPlayer:
    def __init__(self, point: Callable[[Game], int]) -> None:
        self.point = point

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        return Choice(self.point(game))

    def close(self) -> None:
        pass


def first_empty(game: Game) -> int:
    return game.board.cells.index(0)


def last_move(game: Game) -> int:
    return game.moves[-1]


def chatter(game: Game) -> int:
    print("this is no result")
    return first_empty(game)


def fail(game: Game) -> int:
    raise RuntimeError("out\nof ideas")


def die(game: Game) -> int:
    os._exit(3)


def spin(game: Game) -> int:
    while True:
        pass


def get_stuck(game: Game) -> int:
    """Say so and never end, on machines whose environment says so."""
    if os.environ.get("STUCK"):
        print(BEGUN, flush=True)
        return spin(game)
    return first_empty(game)


def first_forbidden(game: Game) -> int:
    """Return the first forbidden point, if any, else H8 or its neighbours in the order of a double three."""
    for point in (110, 111, 127, 142):
        if not game.board[point]:
            return point
    return 112


FIRST_EMPTY, OCCUPIED, CHATTY = Scripted(first_empty), Scripted(last_move), Scripted(chatter)
RAISING, DYING, SPINNING, FORBIDDEN = Scripted(fail), Scripted(die), Scripted(spin), Scripted(first_forbidden)
STUCK = Scripted(get_stuck)

HERE = "tests.lab.arena.engines"
