"""The server whole: joins store, accounts, rooms, lobby, bots and transport, and runs until it is told to end."""

import asyncio
import logging
import os
import shutil
import signal
import socket
import sys
from contextlib import AsyncExitStack, suppress

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as listen
from websockets.http11 import Request, Response

from bots.errors import NotReady, Stopped
from bots.executor import Executor
from bots.gomocup import opponent
from bots.learning import current
from bots.levels import Level, offered
from bots.workers.machine import memory
from server.accounts.accounts import Accounts
from server.accounts.cleaning import Cleaning
from server.background import Background
from server.config import Config
from server.errors import StartError, StoreError
from server.learning.keeping import Keeping
from server.learning.publishing import Publishing
from server.lobby.lobby import Lobby
from server.lobby.ranking import Entry
from server.metrics import Metrics
from server.operator import serve_notices
from server.operator.schedule import Backups
from server.protocol.api import GameHistory, LevelInfo, Levels
from server.puzzles.attempts import Attempts
from server.review.analyst import Analyst
from server.review.imports import Imports
from server.rooms.hints import ADVISER
from server.rooms.rooms import Limits, Rooms
from server.rooms.terms import Terms
from server.steady import SteadyTime
from server.store import puzzles, queue, sums, teaching
from server.store.jobs import Job
from server.store.patterns import Statement
from server.store.rows import Player
from server.store.store import Store
from server.store.studies import Study
from server.supervisor import Supervisor
from server.transport.gate import Gate
from server.transport.hosts import Hosts, own_names
from server.transport.http import Site
from server.transport.proxy import peer_of
from server.transport.static import ClientFiles
from server.transport.stream import Stream
from server.watchdog import Watchdog

log = logging.getLogger("tengen")

MOST_PROCESSES = 4
"""Of those that choose moves: the engines that need them answer in milliseconds, and each takes some 40 MiB."""

MOST_MEMORY = 384 << 20
"""For what bots remember, where the operator says nothing: some dozen games keep it all from one move to the next."""

HEARTBEAT_S = 1.0
GOODBYE_S = 2.0
"""How long a server that stops waits for its clients' farewells."""
PROBE_S = 0.5
STUDIES_S = 10.0


def levels(executor: Executor) -> Levels:
    """The ladder as the client shows it."""
    return Levels(
        [
            LevelInfo(
                level.number,
                dict(level.name),
                dict(level.character),
                list(level.rules),  # type: ignore[arg-type]
                list(level.sizes),  # type: ignore[arg-type]
                level.elo,
                executor.ready(level),
            )
            for level in offered()
        ]
    )


class App:
    """One server. Enter `run`, and it serves until the block ends."""

    def __init__(self, config: Config, store: Store, executor: Executor, metrics: Metrics) -> None:
        self.config = config
        self.store = store
        self.metrics = metrics
        self.executor = executor
        self._moves = (metrics.moves.labels("person"), metrics.moves.labels("bot"))
        self.now = SteadyTime()
        self.accounts = Accounts(store, self.now)
        self.files = ClientFiles()
        self.lobby = Lobby(self._lobby_entry, lambda: self.gate.online)
        self.rooms = Rooms(
            store,
            executor,
            self.now,
            terms=Terms(
                grace_ms=config.grace_s * 1000,
                first_move_ms=config.first_move_s * 1000,
                open_ms=config.open_room_s * 1000,
                idle_ms=config.idle_room_s * 1000,
                deserted_ms=config.deserted_game_s * 1000,
                lag_cap_ms=config.lag_cap_ms,
            ),
            limits=Limits(
                config.rooms_per_player,
                config.bot_games_per_player,
                config.bot_pause_ms,
                config.bot_games_per_address,
                config.bot_games,
            ),
            on_change=self.lobby.changed,
            on_move=self._count_move,
        )
        self.publishing = Publishing(store, executor)
        self.keeping = Keeping(store, self.now, self.publishing.changed)
        self.attempts = Attempts(store, executor.run, lambda: executor.ready(ADVISER), self.now, self.keeping.found)
        self.analyst = Analyst(store, executor, self.now, config.study_nodes, self._conclude, self.publishing.changed)
        self.imports = Imports(store, executor.run, self.now)
        self.gate = Gate(
            config,
            self.accounts,
            self.rooms,
            self.lobby,
            self.attempts,
            self.analyst,
            self.imports,
            metrics,
            lambda: self.files.build,
            self.now,
        )
        self.cleaning = Cleaning(store, lambda: self.gate.players, self.now)
        self.hosts = Hosts(own_names(config.host), config.public_origins)
        self.site = Site(config, store, self.accounts, self.files, metrics, lambda: levels(executor), self.hosts)

    def _lobby_entry(self, room: str) -> Entry | None:
        table = self.rooms.tables.get(room)
        line = None if table is None else table.lobby_line()
        if line is None:
            return None
        people = [who.id for who in line.seats if who is not None and who.id]
        addresses = list(filter(None, map(self.gate.address_of, people)))
        return Entry(line, next(iter(people), ""), next(iter(addresses), ""), here=bool(addresses))

    async def _conclude(self, job: Job, history: GameHistory, study: Study, now: int) -> list[Statement]:
        """What is kept beside a study: patterns where the game teaches, and puzzles."""
        game, moves = history.game, [move.point for move in history.moves]
        nodes = study["nodes"] // study["effort"]  # what a player waits for is judged with few
        asked = puzzles.insertions(job.serial, game.rules, game.size, moves, nodes, study["puzzles"], now)
        withdrawn = puzzles.unanswered(job.serial, study["moves"])
        return [*await teaching.statements(self.store, job, history, study, now), withdrawn, *asked]

    def _count_move(self, by_bot: bool) -> None:
        self._moves[by_bot].inc()

    # --- what operators do to a running server (`server.operator.Live`) ---------------------------------------------

    async def close_room(self, room: str) -> None:
        """End a room that is not over, as aborted."""
        await self.rooms.close_room(room)

    async def game_deleted(self, room: str) -> None:
        """Forget a room whose game is no longer in the store."""
        await self.rooms.forget(room)

    async def player_renamed(self, player: Player) -> None:
        """Show the new name."""
        self.gate.renamed(player.id, player.name)

    async def player_banned(self, player: str) -> None:
        """Close the connections of a player who is kept out from now on."""
        await self.gate.dismiss(player, "banned")

    async def player_deleted(self, player: str) -> None:
        """Close the connections of a player who exists no longer, and show the seats as nobody's."""
        await self.gate.dismiss(player, "deleted")
        self.rooms.renamed(player, "")

    def patterns_changed(self) -> None:
        """Let all players have the patterns that are in use now."""
        self.publishing.changed()

    # --- the background ---------------------------------------------------------------------------------------------

    async def respond(self, connection: ServerConnection, request: Request) -> Response | None:
        """Everything that is not the realtime protocol."""
        return await self.site.respond(request, peer_of(connection))

    async def beat(self) -> None:
        """Note in the store that we are alive, as long as somebody is on the clock: what is missing was downtime.

        With nobody on it, the system's time is taken over. A game without a clock may lie untouched for a day, and has
        nothing to lose.
        """
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            if any(table.room.timed and table.room.playing for table in self.rooms.tables):
                try:
                    await self.store.heartbeat(self.now())
                except StoreError as error:
                    log.warning("heartbeat: %s", error)
            else:
                self.now.catch_up()

    async def probe(self) -> None:
        """Measure how late the event loop is, and how busy rooms and bots are."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PROBE_S
            await asyncio.sleep(PROBE_S)
            self.metrics.loop_lag_seconds.observe(max(0.0, loop.time() - due))
            states = {"open": 0, "playing": 0, "over": 0}
            for table in self.rooms.tables:
                states["open" if table.room.open else "playing" if table.room.playing else "over"] += 1
            for state, count in states.items():
                self.metrics.rooms.labels(state).set(count)
            self.metrics.bots_are(self.executor.load())
            self.metrics.bot_games.set(len(self.rooms.course.bot_games))

    async def watch_studies(self) -> None:
        """Take down how the queue of studies stands."""
        while True:
            now = self.now()
            with suppress(StoreError):
                (row,) = await self.store.fetch(queue.STATE, {"now": now})
                found = queue.queue_of(row)
                counts = {state: getattr(found, state) for state in ("waiting", "asked", "failed", "done", "dropped")}
                oldest = now if found.oldest_at is None else found.oldest_at
                self.metrics.studies_are(counts | {"running": found.running is not None}, max(0, now - oldest) / 1000)
            await asyncio.sleep(STUDIES_S)

    async def warm_up(self) -> None:
        """Make the levels ready whose engines are compiled; people play meanwhile."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            await self.executor.warm_up(lambda part: log.info("preparing the strongest bots: %s", part))
        except Stopped:
            return
        except NotReady as error:
            log.error("the strongest bots cannot play until the next start: %s", error)  # noqa: TRY400 - one line
            return
        log.info("the strongest bots are ready, after %.1f s", loop.time() - began)


async def start(config: Config, stack: AsyncExitStack) -> tuple[App, Server]:
    """Start everything; the stack stops it again, in the reverse order. Raises StartError."""
    for engine in config.engines:
        if shutil.which(engine.command[0]) is None:
            raise StartError(f"engine {engine.name}: there is no program {engine.command[0]}")
    opponent.offer(config.engines)
    await _check_address(config)
    metrics = Metrics()

    def on_batch(rows: int, seconds: float) -> None:
        metrics.commit_writes.observe(rows)
        metrics.commit_seconds.observe(seconds)

    store = await Store.open(config.db, on_batch=on_batch)
    stack.push_async_callback(store.close)
    metrics.behind.set(len(store.behind))
    backups = Backups(
        *(config.db, config.backup_folder, config.backup_every, config.backup_keep),
        on_done=lambda done: metrics.backups.labels("done" if done else "failed").inc(),
    )
    threads = config.bot_threads or _cores()
    executor = Executor(
        threads=threads,
        processes=min(threads, MOST_PROCESSES),
        queue=config.bot_queue,
        memory=(config.bot_memory << 20) or min(memory() // 16, MOST_MEMORY),
        on_choice=lambda level, seconds: metrics.bot_seconds.labels(_label(level)).observe(seconds),
    )
    await executor.start()
    stack.push_async_callback(executor.close)
    app = App(config, store, executor, metrics)
    await app.rooms.start()
    app.lobby.restore(table.room.id for table in app.rooms.tables)
    app.hosts.ask()
    stack.push_async_callback(app.rooms.close)
    stack.callback(app.lobby.close)
    stack.push_async_callback(app.attempts.close)
    current.share(store.library, app.keeping.found)
    stack.callback(current.share, None, None)
    jobs = [
        app.gate.heartbeat.work(),
        app.beat(),
        app.probe(),
        app.analyst.work(),
        app.publishing.work(),
        app.keeping.work(),
        app.cleaning.work(),
        app.watch_studies(),
        serve_notices(store, app),
        sums.fill(store),
        store.check_pages(),
        backups.work(),
    ]
    # imports numba: for 0.3 s the loop would be late
    if not all(executor.ready(level) for level in (ADVISER, *offered())):
        jobs.append(app.warm_up())
    background = Background()  # a job that dies of a fault is heard of
    stack.push_async_callback(background.close)
    for job in jobs:
        background.spawn(job)
    try:
        server = await listen(
            app.gate.serve,
            config.host,
            config.port,
            create_connection=Stream,
            process_request=app.respond,
            compression=None,
            max_size=4096,
            max_queue=8,
            write_limit=32768,
            ping_interval=10,
            ping_timeout=10,
            close_timeout=2,
            server_header="tengen",
        )
    except OSError as error:
        raise _no_address(config, error) from None
    stack.push_async_callback(_stop, app, server)
    return app, server


async def _check_address(config: Config) -> None:
    """Raise StartError where another program listens already: before there is a database that nobody asked for."""
    try:
        free = await asyncio.get_running_loop().create_server(
            asyncio.Protocol, config.host, config.port, start_serving=False
        )
    except OSError as error:
        raise _no_address(config, error) from None
    free.close()


def _no_address(config: Config, error: OSError) -> StartError:
    return StartError(f"cannot listen on {config.host}:{config.port}: {error.strerror or error}")


def _label(level: Level) -> str:
    return "hint" if level is ADVISER else str(level.number)


def _cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


async def _stop(app: App, server: Server) -> None:
    app.lobby.close()  # nobody needs to know of each of the others that he has left
    app.gate.farewell()
    server.close(code=1012, reason="restart")
    try:
        async with asyncio.timeout(GOODBYE_S):
            await server.wait_closed()
    except TimeoutError:  # thousands, or some who do not answer: they come back by themselves
        for connection in list(server.all_connections):
            connection.transport.abort()
        await server.wait_closed()


def addresses(server: Server) -> list[str]:
    """Where the server can be opened."""
    found = []
    for listening in server.sockets:
        host, port = listening.getsockname()[:2]
        hosts = [f"[{host}]" if ":" in host else host]
        if host in ("0.0.0.0", "::"):
            hosts = ["127.0.0.1", *_own_address()]
        found += [f"http://{host}:{port}/" for host in hosts]
    return list(dict.fromkeys(found))


def _own_address() -> list[str]:
    """This machine's address on its network: that from which it would speak to others. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of nobody's, kept for documentation
        except OSError:
            return []
        return [probe.getsockname()[0]]


async def serve(config: Config) -> None:
    """Serve until SIGTERM or SIGINT; raises StartError with the one line that the operator needs."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    supervisor = Supervisor(os.environ)
    watchdog = Watchdog(config.silent_exit_s, supervisor.alive, supervisor.alive_every_s)
    async with AsyncExitStack() as stack:
        stack.callback(supervisor.close)
        stack.callback(watchdog.close)  # after everything that may yet hold up the loop
        _, server = await start(config, stack)
        watchdog.start()
        print(f"Tengen is open at {'  and at '.join(addresses(server))}", flush=True)
        supervisor.ready()
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            log.warning("running as root: a user of its own, to whom nothing but the database belongs, is safer")
        await stop.wait()
        supervisor.stopping()
        log.info("stopping: players are told, every move is on disk")
