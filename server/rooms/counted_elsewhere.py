"""Games that another process has counted for the ratings: what is shown and remembered here follows.

One process counts. It tells the others which games it has counted; they read the rest from the store. A message that
is lost leaves an old number beside a name for a minute at most, and a game that shows no change until then.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from msgspec import MsgspecError, Struct

from server.bus.bus import Bus
from server.ratings.book import Counted, Held
from server.ratings.held import Ratings
from server.rooms.room_ratings import RoomRatings

log = logging.getLogger("tengen.ratings")

SUBJECT = "ratings"
CHECK_S = 60.0
"""Interval in which lost news is made up for."""


class CountedTold(Struct, frozen=True, array_like=True):
    """Games that were counted, and the players whose ratings are new: any may be where games were ``undone``."""

    games: Sequence[str]
    players: Sequence[str]
    undone: bool = False


encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(CountedTold)


class CountedElsewhere:
    """Tells the others on the ``bus``, and hears from them for ``ratings`` and ``rooms``; ``list_finished`` lists the
    rooms in memory whose games are over.
    """

    def __init__(
        self, bus: Bus, ratings: Ratings, rooms: RoomRatings, list_finished: Callable[[], Sequence[str]]
    ) -> None:
        self._bus = bus
        self._ratings = ratings
        self._rooms = rooms
        self._list_finished = list_finished
        self._due = asyncio.Event()

    async def start(self) -> None:
        """Listen."""
        await self._bus.subscribe(SUBJECT, self._hear)
        self._bus.on_return(self._due.set)

    def tell_counted(self, counted: Sequence[Counted], held: Held) -> None:
        """Tell the others of games that this process has counted."""
        players = sorted({player for player, _ in held})
        self._bus.publish(SUBJECT, encode(CountedTold([game.game for game in counted], players)))

    def tell_undone(self) -> None:
        """Tell the others that ratings were taken back."""
        self._bus.publish(SUBJECT, encode(CountedTold([], [], undone=True)))

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = _decoder.decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
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

    def check(self) -> None:
        """Read again what may have changed unheard."""
        self._ratings.forget()
        self._rooms.look_again(self._list_finished())
