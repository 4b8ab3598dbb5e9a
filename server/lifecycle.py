"""The server's life: everything is started in order, serves until it is told to end, and is stopped in reverse."""

import asyncio
import gc
import logging
import os
import shutil
import signal
import sys
from contextlib import AsyncExitStack

from websockets.asyncio.server import Server

from bots.executor import Executor
from bots.gomocup import opponent
from bots.learning.players import published
from bots.levels import Level, list_offered
from bots.workers.memory_limit import memory
from server.accounts.look_renewal import renew_looks
from server.app import App
from server.background import Background
from server.config import Config
from server.errors import StartError
from server.metrics import Metrics
from server.operator import serve_notices
from server.rooms.downtime import note_heartbeats
from server.rooms.hints import ADVISER
from server.store import checksum_backfill, explorer_index
from server.store.database_file import check_pages
from server.store.store import Store
from server.supervisor import Supervisor
from server.transport.farewell import part
from server.transport.port import check_port, list_addresses, open_port
from server.watchdog import Watchdog

log = logging.getLogger("tengen")

MOST_PROCESSES = 4
"""Of those that choose moves: the engines that need them answer in milliseconds, and each takes some 40 MiB."""

MOST_MEMORY = 384 << 20
"""For what bots remember, where the operator says nothing: some dozen games keep it all from one move to the next."""

GARBAGE_AT = 10_000
"""New objects after which Python looks for garbage in circles. With its own 700 a server full of moves, which leaves
hardly any, spends 8 % of its time looking."""


async def start(config: Config, stack: AsyncExitStack) -> tuple[App, Server]:
    """Start everything; the stack stops it again, in the reverse order. Raises StartError."""
    for engine in config.engines:
        if shutil.which(engine.command[0]) is None:
            raise StartError(f"engine {engine.name}: there is no program {engine.command[0]}")
    opponent.offer(config.engines)
    await check_port(config)
    metrics = Metrics()

    def on_batch(rows: int, seconds: float) -> None:
        metrics.commit_writes.observe(rows)
        metrics.commit_seconds.observe(seconds)

    store = await Store.open(config.db, on_batch=on_batch)
    stack.push_async_callback(store.close)
    metrics.behind.set(len(store.behind))
    await renew_looks(store)

    def on_choice(level: Level, seconds: float) -> None:
        metrics.bot_seconds.labels(_label(level)).observe(seconds)
        if level.studies:
            app.studying.lessons.expect()

    threads = config.bot_threads or _cores()
    executor = Executor(
        threads=threads,
        processes=min(threads, MOST_PROCESSES),
        queue=config.bot_queue,
        memory=(config.bot_memory << 20) or min(memory() // 16, MOST_MEMORY),
        on_choice=on_choice,
    )
    await executor.start()
    stack.push_async_callback(executor.close)
    app = App(config, store, executor, metrics)
    stack.push_async_callback(app.hashing.close)
    if app.oidc is not None:
        stack.callback(app.oidc.close)
    await app.push.start()
    stack.push_async_callback(app.push.close)
    await app.registry.guard.start()
    await app.blocks.start()
    await app.roles.refresh()
    stack.push_async_callback(app.talk.close)
    await app.settings.start()
    stack.push_async_callback(app.waiting_reports.close)
    stack.push_async_callback(app.waiting_lessons.close)
    stack.push_async_callback(app.act_messages.close)
    stack.push_async_callback(app.staff_uploads.close)
    await app.challenges.start()
    await app.presence.start()
    stack.callback(app.presence.close)
    stack.push_async_callback(app.challenge_messages.close)
    await app.studying.tuning.publish()  # games that go on have weights of their own
    stack.callback(published.weigh, 0, {})
    await app.rooms.start()
    app.lobby.restore(table.room.id for table in app.rooms.tables)
    app.hosts.ask()
    stack.push_async_callback(app.rooms.close)
    stack.callback(app.lobby.close)
    stack.push_async_callback(app.studying.attempts.close)
    published.share(store.proofs, app.studying.proof_writer.add)
    stack.callback(published.share, None, None)
    await app.trees.start()
    stack.push_async_callback(app.trees.close)
    jobs = [
        app.gate.heartbeat.work(),
        note_heartbeats(app.rooms, app.now),
        app.gauges.probe_loop(),
        app.seeks.work(),
        app.challenges.work(),
        *app.studying.work(),
        app.cleaning.work(),
        app.rating_book.work(),
        app.trees.work(),
        app.gauges.watch_studies(),
        serve_notices(store, app.live, app.rebuilding),
        checksum_backfill.fill(store),
        explorer_index.fill(store),
        check_pages(config.db),
        app.backups.work(),
        app.checks.work(),
        app.push.work(),
    ]
    # imports numba: for 0.3 s the loop would be late
    if not all(executor.ready(level) for level in (ADVISER, *list_offered())):
        jobs.append(app.warm_up())
    background = Background()  # a job that dies of a fault is heard of
    stack.push_async_callback(background.close)
    for job in jobs:
        background.spawn(job)
    server = await open_port(config, app.gate.serve, app.respond)
    stack.push_async_callback(_stop, app, server)
    return app, server


def _label(level: Level) -> str:
    return "hint" if level is ADVISER else str(level.number)


def _cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


async def _stop(app: App, server: Server) -> None:
    app.lobby.close()  # nobody needs to know of each of the others that he has left
    await part(server)


async def serve(config: Config) -> None:
    """Serve until SIGTERM or SIGINT; raises StartError with the one line that the operator needs."""
    gc.set_threshold(GARBAGE_AT)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    supervisor = Supervisor(os.environ)
    watchdog = Watchdog(config.silent_exit_s, supervisor.tell_alive, supervisor.alive_every_s)
    async with AsyncExitStack() as stack:
        stack.callback(supervisor.close)
        stack.callback(watchdog.close)  # after everything that may yet hold up the loop
        _, server = await start(config, stack)
        watchdog.start()
        print(f"Tengen is open at {'  and at '.join(list_addresses(server))}", flush=True)
        supervisor.tell_ready()
        if os.geteuid() == 0:
            log.warning("running as root: a user of its own, to whom nothing but the database belongs, is safer")
        await stop.wait()
        supervisor.tell_stopping()
        log.info("stopping: players are told, every move is on disk")
