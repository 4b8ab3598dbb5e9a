"""Life cycle of the server: starts everything in order, serves until it is told to stop, and stops in reverse order."""

import logging
import os
import shutil
import time
from contextlib import AsyncExitStack
from functools import partial

from websockets.asyncio.server import Server

from bots.executor import Executor
from bots.gomocup import opponent
from bots.levels import list_offered
from server import process
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
from server.steady_time import SteadyTime, read_wall
from server.store.database import Database
from server.store.file.lock import DatabaseReplaced
from server.store.opening import open_store
from server.store.settings import read_key
from server.store.store import Store
from server.transport import feature as transport
from server.transport.port import check_port, close_port, list_addresses, open_port
from server.worker.cluster import ClusterMember, answer_who, describe_process
from server.worker.remote_executor import RemoteExecutor

log = logging.getLogger("tengen")


async def start(config: Config, stack: AsyncExitStack) -> tuple[Core, Server]:
    """Start everything; the stack stops it in reverse order. Raises StartError."""
    for engine in config.engines:
        if shutil.which(engine.command[0]) is None:
            raise StartError(f"engine {engine.name}: there is no program {engine.command[0]}")
    opponent.offer(config.engines)
    await check_port(config)
    metrics = Metrics()
    store = await open_store(config, metrics.observe_commit)
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
    make_local = partial(process.make_executor, config, config.bot_threads, metrics.observe_choice)
    executor: Executor
    if config.bot_place == "workers":
        if bus is None:
            raise ConfigError("bot_place: workers are on a bus, and bus is not set")
        executor = RemoteExecutor(bus, await read_key(store, read_wall()), make_local, metrics.observe_choice)
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
        await answer_who(bus, partial(_describe, core, bus, time.monotonic()), store)
    # imports numba: on the loop this would take 0.3 s
    if not all(executor.ready(level) for level in (ADVISER, *list_offered())):
        background.spawn(process.warm_up(executor))
    server = await open_port(config, core.need(transport.open))
    stack.push_async_callback(_stop, core, server)
    return core, server


def _describe(core: Core, bus: Bus, began: float) -> ClusterMember:
    """Describe this server for ``tengen cluster``."""
    rooms_here, people = len(core.need(rooms.open).rooms.tables), len(core.need(accounts.open).sessions.clients)
    uptime_s = time.monotonic() - began
    return describe_process("server", bus, uptime_s, core.executor.load(), rooms=rooms_here, people=people)


async def _stop(core: Core, server: Server) -> None:
    core.need(lobby.open).lobby.close()  # the leaving clients need not be told of each other
    await close_port(server)


async def serve(config: Config) -> None:
    """Serve until SIGTERM or SIGINT; raises StartError with one line for the operator."""
    async with AsyncExitStack() as stack:
        stop, supervisor, watchdog = process.begin(config, stack)
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
