"""Slow engines, loaded as "tests.bots.gomocup.thinkers:NAME"; they print a line when they start to think."""

import threading
import time

from bots.engine import Choice, Engine, Limits, Stop
from gomoku.game import Game
from gomoku.ruleset import RuleSet


class Thinker(Engine):
    """An engine that plays the point numbered as its ply when stopped; "deaf" never stops, "broken" raises."""

    version = "1"
    knows_rules = True

    def __init__(self, name: str) -> None:
        self.name = name

    def supports(self, rules: RuleSet, size: int) -> bool:
        return rules.name != "tictactoe"

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "Thinking":
        return Thinking(self.name)


class Thinking:
    """The player of a Thinker."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        print("thinking", flush=True)
        if self.name == "deaf":
            threading.Event().wait()
        if self.name == "broken":
            raise RuntimeError("lost the thread")
        while not stop.is_set():
            time.sleep(0.001)
        return Choice(game.ply)

    def close(self) -> None:
        print("closed", flush=True)


PATIENT, DEAF, BROKEN = Thinker("patient"), Thinker("deaf"), Thinker("broken")
