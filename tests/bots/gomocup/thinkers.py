"""Engines that think for long, to be named as "tests.bots.gomocup.thinkers:NAME"; they print when they start."""

import threading
import time

from bots.engine import Choice, Engine, Limits, Stop
from gomoku.game import Game
from gomoku.ruleset import RuleSet


class Thinker(Engine):
    """Plays the point of its ply once it is stopped; a deaf one never stops, a broken one raises."""

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
