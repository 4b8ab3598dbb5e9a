"""Engines that misbehave in one way each, to be named as "tests.bots.engines:NAME"."""

import os
import threading
import time
from typing import Any

from bots.engine import Choice, Engine, Limits, Stop
from bots.errors import NoMove
from bots.levels import Level
from bots.reasons import MoveReason
from gomoku.game import Game
from gomoku.ruleset import RuleSet


class Odd(Engine):
    """Answers with facts about itself in ``why``."""

    name = "odd"
    version = "1"
    knows_rules = True

    def supports(self, rules: RuleSet, size: int) -> bool:
        return True

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "OddPlayer":
        return OddPlayer(seed)


class OddInProcess(Odd):
    gil_bound = True


class OddCompiled(Odd):
    compiled = True


class OddCompiledInProcess(Odd):
    compiled = True
    gil_bound = True


class Facts(MoveReason, frozen=True):
    """Facts about the call of a player."""

    pid: int
    thread: int
    nice: int
    asked: int
    time_ms: int | None


class Unsendable(MoveReason, frozen=True):
    """A reason that cannot leave its process."""

    lock: Any


class OddPlayer:
    """A player whose behaviour depends on the given node limit."""

    closed: list[int] = []  # noqa: RUF012  # shared on purpose: seeds of the closed players
    opened = 0

    def __init__(self, seed: int) -> None:
        OddPlayer.opened += 1
        self.seed = seed
        self.asked = 0

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        self.asked += 1
        match limits.nodes:
            case 1:  # think until stopped
                while not stop.is_set():
                    time.sleep(0.001)
            case 2:
                os._exit(3)
            case 3:
                raise ValueError("odd")
            case 4:
                raise NoMove("odd")
            case 5:
                os.write(1, b"chatter")
            case 6:  # deaf
                time.sleep(60)
            case 7:  # deaf, and holds the interpreter
                while True:
                    pass
            case 8:
                return Choice(0, why=Unsendable("unsendable", threading.Lock()))
            case 9:
                raise SystemExit("odd")
        nice = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        facts = Facts("facts", os.getpid(), threading.get_ident(), nice, self.asked, limits.time_ms)
        return Choice(game.ply, self.seed, (), facts)

    def close(self) -> None:
        OddPlayer.closed.append(self.seed)


ODD = Odd()
ODD_IN_PROCESS = OddInProcess()
ODD_COMPILED = OddCompiled()
ODD_COMPILED_IN_PROCESS = OddCompiledInProcess()

UNTIL_STOPPED, EXIT, RAISE, NO_MOVE, PRINT, DEAF, SPIN, UNSENDABLE, LEAVE = (Limits(nodes=n) for n in range(1, 10))


def level_of(engine: str, **changes: bool | float) -> Level:
    """Return a level of an engine for any rules."""
    return Level(99, engine, {"en": "Odd"}, {"en": "Odd."}, **changes)  # type: ignore[arg-type]


THREADED = level_of("tests.bots.engines:ODD")
IN_PROCESS = level_of("tests.bots.engines:ODD_IN_PROCESS")
COMPILED = level_of("tests.bots.engines:ODD_COMPILED")
COMPILED_IN_PROCESS = level_of("tests.bots.engines:ODD_COMPILED_IN_PROCESS")
