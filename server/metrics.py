"""Metrics of the server, in Prometheus's text format at ``/metrics``."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bots.executor import Load
from bots.levels import Level

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_THINKING = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_BATCH = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The instruments, in their own registry so that several servers fit in one process."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        self.connections = Gauge("tengen_connections", "Open WebSocket connections", registry=registry)
        self.messages = Counter("tengen_messages", "Messages received, by type", ["type"], registry=registry)
        self.refused = Counter("tengen_refused", "Commands refused, by code", ["code"], registry=registry)
        self.moves = Counter("tengen_moves", "Moves committed", ["by"], registry=registry)
        """``by`` is ``person`` or ``bot``."""
        self.commit_writes = Histogram(
            "tengen_commit_writes", "Writes in one commit of the store", buckets=_BATCH, registry=registry
        )
        self.commit_seconds = Histogram(
            "tengen_commit_seconds", "Time of one commit of the store", buckets=_SECONDS, registry=registry
        )
        self.rooms = Gauge("tengen_rooms", "Rooms in memory, by state", ["state"], registry=registry)
        """``state`` is ``open``, ``playing`` or ``over``."""
        self.bot_queue = Gauge("tengen_bot_queue", "What waits for its turn", ["work"], registry=registry)
        """``work`` is ``live`` for moves of searching bots, ``short`` for those of quick ones, or ``background``."""
        self.bot_workers = Gauge("tengen_bot_workers", "Workers that are busy", ["kind"], registry=registry)
        """``kind`` is ``thread``, ``process``, ``program`` (a thread that waits for one) or ``background``."""
        self.bot_memory = Gauge("tengen_bot_memory_bytes", "What searching bots may hold now", registry=registry)
        self.studies = Gauge("tengen_studies", "Games in the queue of studies, by state", ["state"], registry=registry)
        """``state`` is ``waiting``, ``asked`` (waiting games that a player requested), ``running``, ``failed`` (for
        good), ``done`` (in the last hour) or ``dropped`` (in the last seven days, because the queue was full).
        """
        self.studies_oldest = Gauge(
            "tengen_studies_oldest_seconds", "How long the oldest study has waited", registry=registry
        )
        self.practice_games = Counter(
            "tengen_practice_games", "Games that the Learner practised in idle time", registry=registry
        )
        self.practice_seconds = Counter("tengen_practice_seconds", "Processor time of this practice", registry=registry)
        self.bot_games = Gauge("tengen_bot_games", "Unfinished games against bots", registry=registry)
        self.bot_seconds = Histogram(
            "tengen_bot_seconds", "Time a bot thought about one move", ["level"], buckets=_THINKING, registry=registry
        )
        """``level`` is a number, or ``hint`` for hints to people."""
        self.slow_readers = Counter(
            "tengen_slow_readers", "Connections aborted because they did not read", registry=registry
        )
        self.loop_lag_seconds = Histogram(
            "tengen_loop_lag_seconds", "How late the event loop ran a timer", buckets=_SECONDS, registry=registry
        )

        self.backups = Counter(
            "tengen_backups", "Backups that the server made or failed at", ["end"], registry=registry
        )
        """``end`` is ``done`` or ``failed``."""
        self.push = Counter("tengen_push", "Notices on devices, by what became of them", ["end"], registry=registry)
        """``end`` is ``sent`` or ``failed`` for messages to a device, or ``dropped`` for notices that were obsolete
        before they could be sent.
        """
        self.behind = Gauge(
            "tengen_games_behind", "Games that were further before this start than the file has them", registry=registry
        )

    def observe_commit(self, rows: int, seconds: float) -> None:
        """Record one commit of the store."""
        self.commit_writes.observe(rows)
        self.commit_seconds.observe(seconds)

    def observe_choice(self, level: Level, seconds: float) -> None:
        """Record how long a bot thought about one move."""
        self.bot_seconds.labels("hint" if level.engine == "hint" else str(level.number)).observe(seconds)

    def observe_bots(self, load: Load) -> None:
        """Record the load of the bots."""
        self.bot_queue.labels("live").set(load.waiting_live)
        self.bot_queue.labels("short").set(load.waiting_short)
        self.bot_queue.labels("background").set(load.waiting_background)
        self.bot_workers.labels("thread").set(load.busy_threads)
        self.bot_workers.labels("process").set(load.busy_processes)
        self.bot_workers.labels("program").set(load.busy_programs)
        self.bot_workers.labels("background").set(load.busy_background)
        self.bot_memory.set(load.memory)

    def observe_studies(self, counts: Mapping[str, int], oldest_s: float) -> None:
        """Record the state of the queue of studies."""
        for state, count in counts.items():
            self.studies.labels(state).set(count)
        self.studies_oldest.set(oldest_s)

    def observe_practice(self, games: int, ms: int) -> None:
        """Record a part of the bots' practice."""
        self.practice_games.inc(games)
        self.practice_seconds.inc(ms / 1000)

    def render(self) -> bytes:
        """Render all instruments in Prometheus's text format; the content type is `CONTENT_TYPE`."""
        return generate_latest(self.registry)
