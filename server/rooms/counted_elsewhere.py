"""Games that another process has counted for the ratings: what is shown and remembered here follows.

One process counts. It tells the others which games it has counted; they read the rest from the store. Where the store
says that something was counted and no message comes, everything is read again after some seconds. A message that is
lost among others leaves an old number beside a name for a minute at most, and a game that shows no change until then.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import MsgspecError, Struct

from server.bus.bus import Bus
from server.ratings.book import Counted, Held
from server.ratings.held import Ratings
from server.rooms.room_ratings import RoomRatings
from server.rooms.tables import Tables
from server.store.database import Database
from server.store.games import ratings as stored

log = logging.getLogger("tengen.ratings")

SUBJECT = "ratings"
CHECK_S = 60.0
"""Interval in which lost news is made up for."""
PATIENCE_S = 2.0
"""Longest wait for the message about a change in the store ..."""
EARLY_S = 0.3
"""... and how much earlier than the news of the change it may have come."""


class CountedTold(Struct, frozen=True, array_like=True):
    """Games that were counted, and the players whose ratings are new: any may be where games were ``undone``."""

    games: Sequence[str]
    players: Sequence[str]
    undone: bool = False


encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(CountedTold)


class CountedElsewhere:
    """Tells the others on the ``bus`` and ``store``, and hears from them for ``ratings`` and ``rooms``, of which
    ``tables`` are in memory.
    """

    def __init__(
        self,
        bus: Bus,
        store: Database,
        ratings: Ratings,
        rooms: RoomRatings,
        tables: Tables,
    ) -> None:
        self._bus = bus
        self._store = store
        self._ratings = ratings
        self._rooms = rooms
        self._tables = tables
        self._due = asyncio.Event()
        self._heard_at = -EARLY_S
        """When a message was heard or sent, by the loop's time."""
        self._owed: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Listen."""
        await self._bus.subscribe(SUBJECT, self._hear)
        self._bus.on_return(self._due.set)
        self._store.on_change(self._expect, stored.COUNTED)

    def tell_counted(self, counted: Sequence[Counted], held: Held) -> None:
        """Tell the others of games that this process has counted."""
        self._note()
        players = sorted({player for player, _ in held})
        self._bus.publish(SUBJECT, encode(CountedTold([game.game for game in counted], players)))

    def tell_undone(self) -> None:
        """Tell the others that ratings were taken back."""
        self._note()
        self._bus.publish(SUBJECT, encode(CountedTold([], [], undone=True)))

    def _note(self) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        if self._owed is not None:
            self._owed.cancel()
            self._owed = None

    def _expect(self) -> None:
        """Something was counted: look, unless a message has said so or soon does."""
        loop = asyncio.get_running_loop()
        if self._owed is None and loop.time() - self._heard_at >= EARLY_S:
            self._owed = loop.call_later(PATIENCE_S, self._miss)

    def _miss(self) -> None:
        self._owed = None
        self._due.set()

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = _decoder.decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        self._note()
        self._ratings.forget(None if told.undone else told.players)
        self._rooms.look_again(told.games)

    async def keep_checking(self) -> None:
        """Make up for what the bus has lost, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_S):
                    await self._due.wait()
            self._due.clear()
            self.check()

    def close(self) -> None:
        """Expect no message any more."""
        if self._owed is not None:
            self._owed.cancel()

    def check(self) -> None:
        """Read again what may have changed unheard."""
        self._ratings.forget()
        self._rooms.look_again([table.room.id for table in self._tables if table.room.result is not None])
