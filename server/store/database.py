"""The interface of the open database: what the modules of this package, and whoever uses them, ask of it.

SQLite stands behind it (`server.store.store`); another database can.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bots.learning.proofs.proven_positions import Shelf
from server.store.integrity import Integrity
from server.store.records import Append, FlagAt, NewGame, PlanAt
from server.store.sql import Named, Parameters, Row, Statement


class Database(Protocol):
    """Reads, and writes in transactions that are durable once they are acknowledged; StoreError when it cannot."""

    path: Path
    integrity: Integrity
    job_queued: asyncio.Event
    """A game may wait to be studied that did not before; for whoever studies them to clear."""
    games_changed: asyncio.Event
    """Finished games may be others than they were; for who counts them to clear."""
    bot_game_ended: asyncio.Event
    """A game may wait for its lesson; for whoever looks for it to clear."""
    unread: asyncio.Event
    """A game may wait to be read into the bots' book that did not before; for whoever reads them to clear."""
    to_rate: asyncio.Event
    """A game may wait to be counted for ratings that did not before; for whoever counts to clear."""

    told: int
    """Rises with every change of what lists and files of finished games and traps say."""

    @property
    def proofs(self) -> "Shelf":
        """Proven positions, for any thread."""

    @property
    def failing(self) -> bool:
        """Whether nothing can be kept at the moment, as on a full disk."""

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """All rows of a query."""

    async def execute(self, *statements: Statement) -> list[int]:
        """Run writing statements, all or none; the number of rows that each changed. Conflict where one may not."""

    async def commit(self, *writes: NewGame | Append | FlagAt | PlanAt, noted: Sequence[Statement] = ()) -> None:
        """Keep what is written of rooms, all or none, in their order, and what is noted of it."""

    async def keep(self, bulk: Mapping[str, list[Parameters]], *statements: Statement, telling: bool) -> None:
        """Keep rows by the statement that writes them, one that the database knows the place of, and then run
        statements, all or none. ``telling`` where lists and files of finished games may say something else then."""

    def new_serial(self) -> int:
        """The number of the next game; never given twice, not even after a game is deleted."""

    def note_version(self, serial: int, id: str, v: int) -> None:
        """Have the high-water mark say how far a game is; 0 once it is over or deleted."""
