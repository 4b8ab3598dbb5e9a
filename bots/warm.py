"""All kernels, compiled or loaded ahead of the first that needs them: ``python -m bots.warm`` compiles them.

Compiling takes tens of seconds, so a server has it done in a process of its own, and loads what the cache then holds.
"""

import gc
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bots.engine import Limits, Stop
from bots.errors import NotReady
from bots.learning.patterns.table import PatternTable
from bots.search import engine
from bots.search.runtime import cache
from bots.search.solver.solver import Solver
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.rulesets import ruleset


def _search() -> None:
    game = Game.replay(ruleset("freestyle"), 15, [112])
    engine.ENGINE.open(game.rules, game.size, 0, 0).choose(game, Limits(nodes=100), Stop())


# Whoever has kernels adds a line: what they are, and a call that reaches all of them, whatever the rules and the size.
PARTS: tuple[tuple[str, Callable[[], object]], ...] = (
    ("threat solver", lambda: Solver(ruleset("freestyle"), 15)),
    ("search", _search),
    ("patterns", lambda: PatternTable("freestyle").match(Board(15), Color.BLACK)),
)

UNUSED_S = 30 * 24 * 3600
"""How long compiled code of other sources is kept, as another version of the server may still run from it."""


def compile_all(report: Callable[[str], None]) -> None:
    """Have everything in the cache, and report each part before its turn, with the seconds gone by.

    Of several processes at once one compiles, and the others wait for it. Raises NotReady where there is no cache.
    """
    if cache.FOLDER is None:
        raise NotReady("neither the installed package nor the user's cache folder can be written to")
    with cache.COMPILE_LOCK.hold(), _pause_collector():
        began = time.perf_counter()
        for number, (name, call) in enumerate(PARTS, start=1):
            report(f"{name}, {number} of {len(PARTS)}, after {time.perf_counter() - began:.1f} s")
            call()
        if not complete():
            (cache.FOLDER / cache.COMPLETE).write_text(cache.stamp())
    prune(cache.FOLDER)


def complete() -> bool:
    """Whether everything is in the cache, as far as that can be known without loading it."""
    return cache.FOLDER is not None and cache.is_complete(cache.FOLDER)


def load() -> None:
    """Have everything in this process, in any thread of it."""
    with _pause_collector():
        for _, call in PARTS:
            call()


def load_all(_: Callable[[str], None]) -> None:
    """Have everything in a process for other work, which calls this."""
    load()


@contextmanager
def _pause_collector() -> Iterator[None]:
    """Keep the garbage collector from the compiler and its kernels, which are 130,000 objects that stay.

    It would look through them all while they are made and time and again after that, and hold up an event loop for
    some 50 ms each time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def prune(folder: Path) -> None:
    """Delete the folders beside this one that hold compiled code which nobody has used for a month."""
    for other in folder.parent.glob(cache.folder_name("*")):
        with suppress(FileNotFoundError):  # another process may do the same
            if other != folder and other.stat().st_mtime < time.time() - UNUSED_S:
                shutil.rmtree(other, ignore_errors=True)


if __name__ == "__main__":
    compile_all(lambda part: print(part, flush=True))
