"""The interface of the open database, as the functions of this package and their callers use it.

SQLite stands behind it (`server.store.store`); another database can.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bots.learning.proofs.proven_positions import Shelf
from server.store.changes import Watched
from server.store.integrity import Integrity
from server.store.sql import Bulk, BulkStatement, Named, Parameters, Row, Statement

GameVersion = tuple[int, str, int]
"""The serial of a game, its id where it is new, else empty, and the version that it has come to, 0 once it is over."""


class Write(Protocol):
    """A write of a room; `server.store.writes` has them all."""

    def rows(self) -> Iterable[tuple[BulkStatement, Parameters]]:
        """Yield the rows that it brings, each with the statement that writes it."""

    @property
    def version(self) -> GameVersion | None:
        """The version that it brings its game to, for the high-water mark."""


class Database(Protocol):
    """Reads, and writes in transactions that are durable once they are acknowledged; raises StoreError on failure."""

    path: Path
    integrity: Integrity

    @property
    def proofs(self) -> "Shelf":
        """Proven positions, for any thread."""

    @property
    def failing(self) -> bool:
        """Whether nothing can be written at the moment, as on a full disk."""

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """Return all rows of a query."""

    async def execute(self, *statements: Statement) -> list[int]:
        """Run writing statements, all or none; return the number of rows that each changed.

        Raises Conflict where a constraint refuses one.
        """

    async def commit(self, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        """Write what rooms bring, all or none, in their order, and ``noted`` with it."""

    async def keep(self, bulk: Bulk, *statements: Statement) -> None:
        """Write rows by the thousand and then run statements, all or none."""

    def on_change(self, call: Callable[[], None], *watched: Watched) -> None:
        """Have ``call`` called after each write that may have changed what is ``watched``.

        On the loop, once the write is durable, whether or not its caller still waits; not for a statement that changed
        no row. ``call`` must not raise.
        """

    def new_serial(self) -> int:
        """Return the number of the next game; never the same twice, not even after a game is deleted."""

    def note_version(self, serial: int, id: str, v: int) -> None:
        """Tell the high-water mark how far a game is; ``v`` is 0 once it is over or deleted."""
