"""Handler of the server's health: gauges, store, disk and machine."""

import asyncio
import os
import shutil
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct

from bots.executor import Executor
from bots.workers.memory_limit import memory
from server.accounts.sessions import Sessions
from server.gauges import Gauges
from server.handlers import Client, Handlers
from server.metrics import Metrics
from server.moderation.powers import Powers
from server.operator.backup_schedule import Backups
from server.protocol import inbound
from server.protocol.outbound import Health
from server.protocol.staff import BotsState, DiskState, MemoryState, RoomCounts, StudiesState
from server.rooms.rooms import Rooms
from server.steady_time import Now
from server.store.address import is_server
from server.store.database import Database

PROC = Path("/proc")


class MemoryUse(Struct, frozen=True):
    """Bytes of a process and of all its descendants, ``processes`` in number."""

    own: int
    others: int
    processes: int


def read_memory_use(pid: int | None = None, proc: Path = PROC) -> MemoryUse | None:
    """Return the memory of a process (default: this one) and its descendants, None where the system does not tell.
    Blocking."""
    top = os.getpid() if pid is None else pid
    own = _resident(proc / str(top))
    if own is None:
        return None
    below = _list_below(top, proc)
    held = [size for each in below if (size := _resident(proc / str(each))) is not None]
    return MemoryUse(own, sum(held), len(held))


def _list_below(top: int, proc: Path) -> list[int]:
    """Return the ids of all descendants of a process."""
    children = defaultdict(list)
    for folder in proc.iterdir():
        if folder.name.isdigit() and (parent := _parent(folder)) is not None:
            children[parent].append(int(folder.name))
    found: list[int] = []
    waiting = [top]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _parent(folder: Path) -> int | None:
    try:
        text = (folder / "stat").read_text()
    except OSError:  # it has ended
        return None
    return int(text.rpartition(")")[2].split()[1])  # after the name, which may hold anything


def _resident(folder: Path) -> int | None:
    try:
        text = (folder / "statm").read_text()
    except OSError:  # not Linux, or it has ended
        return None
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")


class HealthMessages:
    """Answers `health` for staff that ``powers`` allows. Measures off the loop. ``now`` is in ms. If ``shared``, other
    servers are part of the installation."""

    def __init__(
        self,
        store: Database,
        executor: Executor,
        rooms: Rooms,
        sessions: Sessions,
        metrics: Metrics,
        gauges: Gauges,
        backups: Backups,
        *,
        powers: Powers,
        now: Now,
        shared: bool,
    ) -> None:
        self._shared = shared
        self._store = store
        self._executor = executor
        self._rooms = rooms
        self._sessions = sessions
        self._metrics = metrics
        self._gauges = gauges
        self._backups = backups
        self._powers = powers
        self._started_at = now()

    def register(self, handlers: Handlers) -> None:
        """Handle `health`."""
        self._powers.guard(handlers, inbound.ReadHealth, self._read)

    async def _read(self, client: Client, message: inbound.ReadHealth, at: int) -> None:
        studies = await self._gauges.read_studies()
        disk, memory, backed_up_at = await asyncio.to_thread(self._measure)
        if disk is None:
            ((size,),) = await self._store.fetch("SELECT pg_database_size(current_database())")
            disk = DiskState(0, 0, size)
        counts = self._gauges.count_rooms()
        client.say(
            Health(
                message.id,
                version("tengen"),
                self._started_at,
                self._sessions.online,
                round(self._metrics.registry.get_sample_value("tengen_connections") or 0),
                round(self._gauges.late_s * 1000, 1),
                RoomCounts(**counts, with_bots=len(self._rooms.admission.bot_games)),
                self._bots(),
                StudiesState(
                    *(studies.waiting, studies.asked, studies.failed, studies.done, studies.dropped),
                    *(studies.oldest_at, None if studies.private else studies.running, studies.running_since),
                ),
                disk,
                memory,
                backed_up_at,
                self._shared,
            )
        )

    def _bots(self) -> BotsState:
        load = self._executor.load()
        return BotsState(
            *(load.waiting_live, load.waiting_short, load.waiting_background),
            *(load.busy_threads + load.busy_processes + load.busy_programs, load.busy_background, load.memory),
        )

    def _measure(self) -> tuple[DiskState | None, MemoryState, int | None]:
        """Measure the disk, if the database is a file, and memory. Blocking."""
        disk = None if is_server(self._store.address) else _measure_disk(Path(self._store.address))
        held = read_memory_use()
        most = memory()
        told = MemoryState(most) if held is None else MemoryState(most, held.own, held.others, held.processes)
        made = self._backups.list_backups()
        return disk, told, _made_at(made[-1]) if made else None


def _measure_disk(db: Path) -> DiskState:
    used = shutil.disk_usage(db.parent)
    size = sum(_size(file) for file in (db, db.with_name(f"{db.name}-wal")))
    return DiskState(used.total, used.free, size)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _made_at(backup: Path) -> int:
    return round(backup.stat().st_mtime * 1000)
