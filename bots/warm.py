"""Compiles or loads all kernels ahead of their first use: ``python -m bots.warm`` compiles them.

Compilation takes tens of seconds and much memory, so a server runs it in a separate process and then loads the linked
kernels, without the compiler. Nothing is imported here that has kernels: it would be bound to the compiler before they
are linked.
"""

import gc
import logging
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bots.engine import Limits, Stop
from bots.errors import NotReady
from bots.search.runtime import cache
from bots.workers.background_work import Progress
from gomoku.game import Game
from gomoku.rulesets import ruleset

log = logging.getLogger(__name__)


def _solve() -> None:
    from bots.search.solver.solver import Solver  # noqa: PLC0415 - see above

    Solver(ruleset("freestyle"), 15)


def _search() -> None:
    from bots.search.engine import ENGINE  # noqa: PLC0415 - see above

    game = Game.replay(ruleset("freestyle"), 15, [112])
    ENGINE.open(game.rules, game.size, 0, 0).choose(game, Limits(nodes=100), Stop())


# A part that has kernels adds a line: its name, and a call that reaches all of them, for every rule set and size.
PARTS: tuple[tuple[str, Callable[[], object]], ...] = (
    ("threat solver", _solve),
    ("search", _search),
)

UNUSED_S = 30 * 24 * 3600
"""Seconds that compiled code of other sources is kept: another version of the server may still use it."""


def compile_all(report: Progress[str]) -> None:
    """Fill the cache, and report each part before its turn with the seconds passed.

    Of several processes at once one compiles, and the others wait for it. Raises NotReady where there is no cache.
    """
    if cache.FOLDER is None:
        raise NotReady("neither the installed package nor the user's cache folder is writable")
    from bots.search.runtime import compiler  # noqa: PLC0415 - it imports numba

    with compiler.COMPILE_LOCK.hold(), pause_collector():
        began = time.perf_counter()
        for number, (name, call) in enumerate(PARTS, start=1):
            report(f"{name}, {number} of {len(PARTS)}, after {time.perf_counter() - began:.1f} s")
            call()
        if not complete():
            _link(cache.FOLDER)
            (cache.FOLDER / cache.COMPLETE).write_text(cache.stamp())
    prune(cache.FOLDER)


def _link(folder: Path) -> None:
    """Write the image of all kernels. Where that fails, every process loads them with the compiler."""
    from bots.search.runtime import compiler, linked, linker  # noqa: PLC0415 - it imports numba

    try:
        linked.write(folder, [kernel.native() for kernel in compiler.KERNELS])
    except (linker.NotLinkable, OSError) as error:
        log.info("kernels are loaded with the compiler: %s", error)


def complete() -> bool:
    """Tell whether the cache is complete, judged without loading it."""
    return cache.FOLDER is not None and cache.is_complete(cache.FOLDER)


def load() -> None:
    """Load all kernels into this process, for all its threads."""
    with pause_collector():
        for _, call in PARTS:
            call()


def load_all() -> None:
    """Load all kernels in a process for other work, with the signature that such work has."""
    load()


@contextmanager
def pause_collector() -> Iterator[None]:
    """Pause the garbage collector while the compiler creates 130,000 permanent objects, and exempt them from it.

    Otherwise it would traverse them again and again, blocking an event loop for some 50 ms each time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def prune(folder: Path) -> None:
    """Delete the folders beside this one whose compiled code nobody has used for a month."""
    for other in folder.parent.glob(cache.folder_name("*")):
        with suppress(FileNotFoundError):  # another process may do the same
            if other != folder and other.stat().st_mtime < time.time() - UNUSED_S:
                shutil.rmtree(other, ignore_errors=True)


if __name__ == "__main__":
    compile_all(lambda part: print(part, flush=True))
