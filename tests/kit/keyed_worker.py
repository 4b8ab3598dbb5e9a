"""The program of a worker with a given key, without a database and without compiled engines: for tests.

It also plays level 99, the odd engines of `tests.bots.engines`, and calls functions of the tests.
"""

import asyncio
import logging
import sys
from functools import partial
from typing import Any

from bots.executor import LocalExecutor
from server.config import Config
from server.worker import program
from server.worker.command import WorkWishes
from server.worker.service import PACKAGES
from tests.bots.engines import THREADED

KEY = b"k" * 32


async def _warm(executor: LocalExecutor, progress: Any) -> None:
    executor._finish_warming(None)


async def _nothing(executor: LocalExecutor) -> None:
    pass


def run() -> None:
    """Work on the bus of the first argument until told to end; the second says whether it is warm."""
    logging.basicConfig(level="INFO")
    bus, heat, cores = sys.argv[1:]
    executor: Any = LocalExecutor
    if heat == "cold":
        executor.warm_up, executor.get_ready_to_answer = _warm, _nothing
    changed: Any = program
    changed.LEVELS = (*changed.LEVELS, THREADED)
    changed.WorkerService = partial(changed.WorkerService, packages=(*PACKAGES, "tests."))
    asyncio.run(program.serve(Config(bus=bus), WorkWishes(cores=int(cores)), KEY, None))


if __name__ == "__main__":
    run()
