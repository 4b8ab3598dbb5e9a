"""Life cycle of the server: starts everything in order, serves until it is told to stop, and stops in reverse order."""

import asyncio
import gc
import logging
import os
import shutil
import signal
import socket
import sys
import time
from contextlib import AsyncExitStack, suppress
from importlib.metadata import version

from websockets.asyncio.server import Server

from bots.errors import BotError, NotReady, Stopped
from bots.executor import Executor, LocalExecutor
from bots.gomocup import opponent
from bots.levels import Level, list_offered
from bots.workers.memory_limit import memory
from server.accounts import feature as accounts
from server.accounts.look_renewal import renew_looks
from server.app import open_features, run_features
from server.bus.bus import Bus
from server.bus.opening import open_bus
from server.config import Config
from server.errors import ConfigError, StartError, StoreError, StoreUnusable
from server.feature import Core
from server.lobby import feature as lobby
from server.metrics import Metrics
from server.rooms import feature as rooms
from server.rooms.downtime import go_on_from
from server.rooms.hints import ADVISER
from server.shared_time import SharedTime, join
from server.signals import LearnerMoved
from server.steady_time import SteadyTime, read_wall
from server.store.database import Database
from server.store.file.lock import DatabaseReplaced
from server.store.opening import open_store
from server.store.store import Store
from server.supervisor import Supervisor
from server.transport import feature as transport
from server.transport.farewell import part
from server.transport.port import check_port, list_addresses, open_port
from server.watchdog import Watchdog
from server.worker.cluster import ClusterMember, answer_who, with_lag
from server.worker.installation_key import read_key
from server.worker.remote_executor import RemoteExecutor

log = logging.getLogger("tengen")

MOST_PROCESSES = 4
"""Most processes that choose moves: the engines that need them answer in milliseconds, and each takes some 40 MiB."""

MOST_MEMORY = 384 << 20
"""Default limit of the bots' memory: enough for some dozen games to keep everything from one move to the next."""

GARBAGE_AT = 10_000
"""Number of new objects that triggers Python's cyclic garbage collection. With the default of 700 a server full of
moves, which leave hardly any garbage, spends 8 % of its time on it.
"""


async def start(config: Config, stack: AsyncExitStack) -> tuple[Core, Server]:
    """Start everything; the stack stops it in reverse order. Raises StartError."""
    for engine in config.engines:
        if shutil.which(engine.command[0]) is None:
            raise StartError(f"engine {engine.name}: there is no program {engine.command[0]}")
    opponent.offer(config.engines)
    await check_port(config)
    metrics = Metrics()

    def on_batch(rows: int, seconds: float) -> None:
        metrics.commit_writes.observe(rows)
        metrics.commit_seconds.observe(seconds)

    store = await open_store(config, on_batch)
    stack.push_async_callback(store.close)
    metrics.behind.set(len(store.behind))
    bus = await open_bus(config.bus) if config.bus else None
    if bus is not None:
        stack.push_async_callback(bus.close)
    return await start_on(store, bus, config, metrics, stack)


async def start_on(
    store: Database, bus: Bus | None, config: Config, metrics: Metrics, stack: AsyncExitStack
) -> tuple[Core, Server]:
    """Start a server on an open store, which other processes on the ``bus`` may share. Raises StartError."""
    await renew_looks(store)

    def on_choice(level: Level, seconds: float) -> None:
        metrics.bot_seconds.labels(_label(level)).observe(seconds)
        if level.studies:
            core.signals.emit(LearnerMoved())

    def make_local() -> LocalExecutor:
        threads = config.bot_threads or _cores()
        return LocalExecutor(
            threads=threads,
            processes=min(threads, MOST_PROCESSES),
            queue=config.bot_queue,
            memory=(config.bot_memory << 20) or min(memory() // 16, MOST_MEMORY),
            on_choice=on_choice,
        )

    executor: Executor
    if config.bot_place == "workers":
        if bus is None:
            raise ConfigError("bot_place: workers are on a bus, and bus is not set")
        executor = RemoteExecutor(bus, await read_key(store, read_wall()), make_local, on_choice)
    else:
        executor = make_local()
    await executor.start()
    stack.push_async_callback(executor.close)
    core = Core(config, store, executor, metrics, bus)
    if isinstance(core.now, SharedTime) and bus is not None:
        await join(core.now, store, bus)
    elif isinstance(core.now, SteadyTime):
        await go_on_from(store, core.now)
    open_features(core)
    await core.signals.listen()  # before anything is read that a signal may change
    background = await stack.enter_async_context(run_features(core))
    core.signals.let_in()
    if bus is not None:
        began = time.monotonic()
        await answer_who(bus, lambda: _describe(core, bus, time.monotonic() - began))
    # imports numba: on the loop this would take 0.3 s
    if not all(executor.ready(level) for level in (ADVISER, *list_offered())):
        background.spawn(warm_up(executor))
    door = core.need(transport.open)
    server = await open_port(config, door.gate.serve, door.respond)
    stack.push_async_callback(_stop, core, server)
    return core, server


async def _describe(core: Core, bus: Bus, uptime_s: float) -> ClusterMember:
    """Describe this server for ``tengen cluster``."""
    load = core.executor.load()
    member = ClusterMember(
        *("server", bus.name, socket.gethostname(), os.getpid(), version("tengen"), uptime_s),
        rooms=len(core.need(rooms.open).rooms.tables),
        people=len(core.need(accounts.open).sessions.clients),
        waiting=load.waiting_live + load.waiting_background,
        busy=load.busy_threads + load.busy_processes + load.busy_background,
    )
    return await with_lag(member, core.store)


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


def _label(level: Level) -> str:
    return "hint" if level is ADVISER else str(level.number)


def _cores() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


async def _stop(core: Core, server: Server) -> None:
    core.need(lobby.open).lobby.close()  # the leaving clients need not be told of each other
    await part(server)


async def serve(config: Config) -> None:
    """Serve until SIGTERM or SIGINT; raises StartError with one line for the operator."""
    gc.set_threshold(GARBAGE_AT)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    supervisor = Supervisor(os.environ)
    watchdog = Watchdog(config.silent_exit_s, supervisor.tell_alive, supervisor.alive_every_s)
    async with AsyncExitStack() as stack:
        stack.callback(supervisor.close)
        stack.callback(watchdog.close)  # closed after everything that may still block the loop
        core, server = await start(config, stack)
        file = core.store if isinstance(core.store, Store) else None  # which may be replaced
        if file is not None:
            file.on_lost = stop.set
            if file.lost is not None:
                stop.set()
        watchdog.start()
        print(f"Tengen is open at {'  and at '.join(list_addresses(server))}", flush=True)
        supervisor.tell_ready()
        if os.geteuid() == 0:
            log.warning("running as root: a dedicated user that owns only the database is safer")
        await stop.wait()
        supervisor.tell_stopping()
        if file is not None:
            file.look()
            if file.lost is not None:
                raise await _rescue(file, file.lost)
        log.info("stopping: players are notified, every move is on disk")


async def _rescue(store: Store, lost: DatabaseReplaced) -> StoreUnusable:
    """Build the operator's error for a lost database file, after rescuing its content beside the old place if
    possible.
    """
    try:
        kept = f"all acknowledged data is in {await store.rescue()}"
    except StoreError as error:
        kept = f"its data is lost except for backups ({error})"
    log.critical("stopping: %s; %s", lost, kept)
    return StoreUnusable(f"{lost}; {kept}")
