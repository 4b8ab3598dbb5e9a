"""Loading of a level's player in a separate thread.

Modules and kernels take up to a second, which a manager that does not wait for OK would count as thinking.
"""

import os
import resource
import sys
import threading
import traceback
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Final

from bots.engine import Limits, Stop
from bots.levels import LEVELS, Level, open_player
from bots.registry import ENGINES
from gomoku.game import Game
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset

GLANCE_S: Final = 0.01  # interval between checks of the stop flag
NODES: Final = 100  # of a search that reaches every kernel
MEMORY: Final = 1 << 20
WITH_KERNELS: Final = ("bots.search.", "bots.learning.", "bots.hint:")
"""Places of engines that are expensive to import, which therefore cannot be asked whether they are compiled."""


def takes_long(level: Level) -> bool:
    """Tell whether players of the level wait for kernels, without importing them."""
    return bool(level.parts) or ENGINES.get(level.engine, "").startswith(WITH_KERNELS)


class Loading:
    """Loads all that the first player of a level waits for."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._done = threading.Event()

    def start(self) -> None:
        """Start the thread, which ends with the process."""
        threading.Thread(target=self._run, name="loading", daemon=True).start()

    @property
    def done(self) -> bool:
        """Whether there is nothing left to wait for. Loading may have failed: opening a player then reports the
        reason."""
        return self._done.is_set()

    def wait(self, stop: Stop, until: float | None = None) -> bool:
        """Wait for the end, the flag, or a time in seconds of ``monotonic``; return whether the loading is done."""
        while not stop.is_set() and (until is None or monotonic() < until):
            left = GLANCE_S if until is None else min(GLANCE_S, max(0.0, until - monotonic()))
            if self._done.wait(left):
                break
        return self.done

    def _run(self) -> None:
        try:
            load(self._level)
        except Exception:
            traceback.print_exc(file=sys.stderr)
        finally:
            self._done.set()


def load(level: Level) -> None:
    """Load the kernels that players of the level need under all rules into this process."""
    from bots.warm import pause_collector  # noqa: PLC0415 - it imports numba

    rules, size = ruleset(level.rules[0]), level.sizes[0]
    with pause_collector():
        player = open_player(level, rules, size, 0, MEMORY)
        player.choose(Game.replay(rules, size, [size * size // 2]), Limits(nodes=NODES), Stop())
        player.close()


def find_stand_in(rules: RuleSet, size: int) -> Level:
    """Return the strongest level that plays this without loading, as a stand-in while the loading goes on."""
    light = (level for level in LEVELS if not takes_long(level) and level.plays(rules.name, size))
    return max(light, key=lambda level: level.elo or 0)


@cache
def measure_taken() -> int:
    """Return the memory of this process in bytes, measured at the first call."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
