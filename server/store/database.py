"""The interface of an open database, for the functions of this package and their callers.

`server.store.store` implements it with SQLite, `server.store.postgres_store` with PostgreSQL.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bots.learning.proofs.proven_positions import Shelf
from server.errors import StoreError
from server.store.changes import OnChange, Watched
from server.store.integrity import Integrity
from server.store.sql import Bulk, BulkStatement, Named, Parameters, Row, Statement

OnCommit = Callable[[StoreError | None], None]
"""Called on the loop once a commit is durable, or with the reason why nothing was written."""
GameVersion = tuple[int, str, int]
"""The serial of a game, its id if it is new, else empty, and its current version, 0 once it is over."""


class Write(Protocol):
    """A write by a room; `server.store.writes` defines them all."""

    def rows(self) -> Iterable[tuple[BulkStatement, Parameters]]:
        """Yield the statement and parameters of each row to write."""

    @property
    def version(self) -> GameVersion | None:
        """The version of the game after this write, for the high-water mark."""


class Database(Protocol):
    """Reads and writes rows. An acknowledged transaction is durable. Methods raise StoreError on failure."""

    address: str
    """The file's path, or the URL of a database server: threads and other processes read by `server.store.reading`."""
    integrity: Integrity

    @property
    def proofs(self) -> "Shelf":
        """The shelf of proven positions, safe to use from any thread."""

    @property
    def failing(self) -> bool:
        """Whether writes currently fail, as on a full disk."""

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """Return all rows of a query."""

    async def execute(self, *statements: Statement) -> list[int]:
        """Run writing statements in one transaction; return the number of rows that each changed.

        Raises Conflict if a constraint refuses one.
        """

    async def commit(self, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        """Commit the writes of rooms in order, and ``noted`` with them, in one transaction."""

    def commit_then(self, on_end: OnCommit, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        """Begin to commit, as `commit` does, without a task."""

    async def keep(self, bulk: Bulk, *statements: Statement) -> None:
        """Write thousands of rows and then run statements, in one transaction."""

    def on_change(self, call: OnChange, *watched: Watched) -> None:
        """Register ``call`` to run after each write that may have changed what is ``watched``.

        It runs on the event loop once the write is durable, even if the writer no longer waits. It does not run for a
        single statement known to have changed no row; bulk statements and those that begin with WITH always count.
        ``call`` must not raise.
        """

    async def read_clock(self) -> int:
        """Return what the database's own clock shows, in ms since 1970."""

    async def lead(self, name: str) -> bool:
        """Try to become, or to remain, the only process of the installation that leads in something; return whether
        this process does now. Ask again every few seconds: another may lead later. A process that dies leads no more.
        """

    async def stop_leading(self, name: str) -> None:
        """Let another process lead in something; do nothing where this one does not."""

    def new_serial(self) -> int:
        """Return the number of the next game; a number is never reused, even after a game is deleted."""

    def note_version(self, serial: int, id: str, v: int) -> None:
        """Record a game's version in the high-water mark; ``v`` is 0 once the game is over or deleted."""
