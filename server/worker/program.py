"""The process of a worker: ``tengen worker``. It serves until SIGTERM or SIGINT, and then gives back what it does."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from importlib.metadata import version

from bots.engine import CORES
from bots.errors import BotError, NotReady, Stopped
from bots.executor import LocalExecutor
from bots.levels import LEVELS, TWINS, Level
from server import process
from server.background import Background
from server.bus.bus import Bus
from server.bus.opening import open_bus
from server.config import Config
from server.errors import ConfigError
from server.rooms.hints import ADVISER
from server.steady_time import SteadyTime
from server.store.database import Database
from server.store.opening import open_store
from server.store.settings import read_key
from server.worker.cluster import ClusterMember, answer_who, describe_process
from server.worker.command import WorkWishes
from server.worker.knowledge import WorkerKnowledge
from server.worker.messages import LANES, bot_subject, work_subject
from server.worker.service import WorkerService

log = logging.getLogger("tengen.worker")

STUDIES = ("background", "first", "large")
"""Lanes of work that a worker without studies does not take."""


async def run(config: Config, wishes: WorkWishes) -> None:
    """Work until told to end; raises StartError."""
    if not config.bus:
        raise ConfigError("bus: a worker needs one, as in --bus nats://127.0.0.1:4222")
    async with AsyncExitStack() as stack:
        store = await open_store(config)
        stack.push_async_callback(store.close)
        now = SteadyTime()
        await serve(config, wishes, await read_key(store, now()), store)


async def serve(config: Config, wishes: WorkWishes, key: bytes, store: Database | None) -> None:
    """Work with the ``key`` of the installation until SIGTERM or SIGINT. Without a ``store`` the bots have learned
    nothing. Raises StartError.
    """
    async with AsyncExitStack() as stack:
        stop, supervisor, watchdog = process.begin(config, stack)
        watchdog.start()
        bus = await open_bus(config.bus)
        stack.push_async_callback(bus.close)
        cores = wishes.cores or CORES
        executor = process.make_executor(config, cores)
        await executor.start()
        stack.push_async_callback(executor.close)
        background = Background()
        stack.push_async_callback(background.close)
        knowledge = None
        if store is not None:
            now = SteadyTime()
            knowledge = WorkerKnowledge(store, executor, now, experience=config.bot_experience == "on")
            knowledge.start()
            stack.push_async_callback(knowledge.close)
        service = WorkerService(
            *(bus, key, executor),
            cores=cores,
            queue=config.bot_queue,
            version=version("tengen"),
            keep_up=None if knowledge is None else knowledge.keep_up,
        )
        await service.start()
        stack.push_async_callback(service.close)
        await answer_who(bus, lambda: _describe(service, bus), store)
        for job in () if knowledge is None else knowledge.work():
            background.spawn(job)
        getting_ready = background.spawn(_get_ready(service, executor, knowledge, wishes, config, bus.name))
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait((getting_ready, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            supervisor.tell_ready()
            await stopping
        supervisor.tell_stopping()
        log.info("ending: %d requests are finished or given back", service.held)


async def _get_ready(
    service: WorkerService,
    executor: LocalExecutor,
    knowledge: WorkerKnowledge | None,
    wishes: WorkWishes,
    config: Config,
    name: str,
) -> None:
    """Serve what needs no kernels at once, the rest when they are loaded."""
    levels = list(list_levels(wishes))
    await service.serve(bot_subject(level) for level in levels if not level.compiled)
    try:
        await executor.warm_up(lambda part: log.info("preparing the strongest bots: %s", part))
        if knowledge is not None:
            await knowledge.first()
    except Stopped:
        return
    except NotReady as error:
        log.error("this worker plays without the strongest bots: %s", error)  # noqa: TRY400 - one line
        lanes: list[str] = []
    else:
        lanes = [lane for lane in LANES if wishes.studies or lane not in STUDIES]
        if "awaited" in lanes:
            with suppress(BotError):  # the first request then does not wait for a start
                await executor.get_ready_to_answer()
        await service.serve(map(bot_subject, levels), warm=True)
        await service.serve(map(work_subject, lanes))
    played = "all levels" if wishes.levels is None else f"levels {', '.join(map(str, sorted(wishes.levels)))}"
    print(f"Worker {name} is ready: {played}, {wishes.cores or CORES} at once, bus {_hide(config.bus)}", flush=True)


def _hide(address: str) -> str:
    """Return an address without a password."""
    return address.rsplit("@", 1)[-1]


def list_levels(wishes: WorkWishes) -> Iterator[Level]:
    """Yield the levels that a worker takes: those wished for with their twins, and the giver of hints."""
    for level in LEVELS + TWINS:
        number = level.number if level.twin_of is None else level.twin_of
        if wishes.levels is None or number in wishes.levels:
            yield level
    yield ADVISER


def _describe(service: WorkerService, bus: Bus) -> ClusterMember:
    beat = service.make_beat()
    return describe_process(
        *("worker", bus, beat.uptime_s, beat.load), moves=beat.moves, cores=beat.cores, serves=beat.serves
    )
