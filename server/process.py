"""A process of the server or of a worker: its signals, its supervisor and the bots that it runs."""

import asyncio
import gc
import logging
import os
import signal
from contextlib import AsyncExitStack, suppress

from bots.engine import CORES
from bots.errors import BotError, NotReady, Stopped
from bots.executor import Executor, LocalExecutor, Observe
from bots.workers.memory_limit import memory
from server.config import Config
from server.supervisor import Supervisor
from server.watchdog import Watchdog

log = logging.getLogger("tengen")

MOST_PROCESSES = 4
"""Most processes that choose moves: the engines that need them answer in milliseconds, and each takes some 40 MiB."""

MOST_MEMORY = 256 << 20
"""Default limit of the bots' memory: enough for nine games with strong bots to keep everything between moves."""

GARBAGE_AT = 10_000
"""Number of new objects that triggers Python's cyclic garbage collection. With the default of 700 a server full of
moves, which leave hardly any garbage, spends 8 % of its time on it.
"""


def begin(config: Config, stack: AsyncExitStack) -> tuple[asyncio.Event, Supervisor, Watchdog]:
    """Set up this process. Return the event that SIGTERM and SIGINT set, the supervisor, and the watchdog, not started.

    The stack closes them, the watchdog after everything entered later, which may still block the loop.
    """
    gc.set_threshold(GARBAGE_AT)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    supervisor = Supervisor(os.environ)
    watchdog = Watchdog(config.silent_exit_s, supervisor)
    stack.callback(supervisor.close)
    stack.callback(watchdog.close)
    return stop, supervisor, watchdog


def make_executor(config: Config, cores: int = 0, observe: Observe | None = None) -> LocalExecutor:
    """Make the executor of this process for that many moves at once, by default one for each core."""
    threads = cores or CORES
    return LocalExecutor(
        threads=threads,
        processes=min(threads, MOST_PROCESSES),
        queue=config.bot_queue,
        memory=(config.bot_memory << 20) or min(memory() // 16, MOST_MEMORY),
        observe=observe,
    )


async def warm_up(executor: Executor) -> None:
    """Prepare the levels with compiled engines; people play meanwhile."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        await executor.warm_up(lambda part: log.info("preparing the strongest bots: %s", part))
    except Stopped:
        return
    except NotReady as error:
        log.error("the strongest bots cannot play until the next start: %s", error)  # noqa: TRY400 - one line
        return
    log.info("the strongest bots are ready, after %.1f s", loop.time() - began)
    with suppress(BotError):  # hints and puzzles: the first request then does not wait for a start
        await executor.get_ready_to_answer()
