"""Values that only the server's staff is shown: how the server stands, its backups."""

from msgspec import Struct


class RoomCounts(Struct, frozen=True):
    """Rooms in memory: that wait for an opponent, in which a game goes on, and that are over and looked at."""

    open: int
    playing: int
    over: int
    with_bots: int
    """Unfinished games against bots."""


class BotsState(Struct, frozen=True):
    """How busy the bots are: moves that wait, ``short`` of them those that no search comes before; other work that
    waits; workers that choose moves now, and do other work; bytes that bots remember games in."""

    waiting: int
    short: int
    waiting_work: int
    busy: int
    busy_work: int
    memory: int


class StudiesState(Struct, frozen=True, omit_defaults=True):
    """The queue of studies: games that wait, those of them that somebody has asked for, those tried no more, those done
    in the last hour, those of the last seven days for which there was no room, and since when the oldest waits.

    ``running`` is the game that is studied, since ``running_since``.
    """

    waiting: int
    asked: int
    failed: int
    done: int
    dropped: int
    oldest_at: int | None = None
    running: str | None = None
    running_since: int | None = None


class DiskState(Struct, frozen=True):
    """Bytes of the disk on which the database lies, those that are free, and those of the database with its log."""

    total: int
    free: int
    database: int


class MemoryState(Struct, frozen=True, omit_defaults=True):
    """Bytes that the server holds, that its ``processes`` other than itself do together, and that it may have at most.
    Null where the machine does not tell."""

    most: int
    server: int | None = None
    others: int | None = None
    processes: int | None = None


class BackupInfo(Struct, frozen=True):
    """A backup of the server's own: the name of its file, when it was made, and its bytes."""

    name: str
    at: int
    bytes: int
