"""Vacations: announced days on which a player's games by correspondence stand still, a number a year for each."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from gomoku.working_time import DAY_MS, Interval
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.api import Vacations
from server.protocol.outbound import Ack
from server.rooms.rooms import Rooms
from server.store.games import correspondence
from server.store.people import players
from server.store.sql import Conflict

DAYS_A_YEAR = 30
"""Days of vacation a year, counted in the year (UTC) in which it begins."""

SHARE = 3
"""Burst share: each change loads all games that wait for the player, so that three at once are the limit."""

MOST_A_YEAR = 60
"""Most vacations that may begin in one year: those ended early cost no days, but work."""

MOST_AHEAD_MS = 366 * DAY_MS
"""How far ahead a vacation may be announced."""


class VacationMessages:
    """Handles announcements, and checks every game by correspondence that waits for the player again."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._lock = asyncio.Lock()
        """Serialises changes: one player's games are checked at a time."""

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.TakeVacation, self.take, burst_share=SHARE)
        handlers.add(inbound.EndVacation, self.end, burst_share=SHARE)

    async def take(self, client: Client, message: inbound.TakeVacation, at: int) -> None:
        """Announce a vacation that begins now or later; a repeated command changes nothing."""
        player = client.player
        async with self._lock:
            while not await correspondence.has_announced(self._store, player, message.id):
                start = max(at, message.start)
                taken = await correspondence.list_vacations(self._store, player, 0)
                require_vacation(taken, at, start, message.days)
                end = start + message.days * DAY_MS
                try:
                    await correspondence.add_vacation(self._store, player, message.id, start, end, taken)
                except Conflict:  # another process has taken some days at this moment
                    if not await players.is_there(self._store, player):
                        raise Refused(code="no_player") from None
                else:
                    await self._rooms.slow_flags.reconsider(player)
        client.say(Ack(message.id))

    async def end(self, client: Client, message: inbound.EndVacation, at: int) -> None:
        """End the present vacation now and cancel the announced ones; their days come back."""
        async with self._lock:
            if await correspondence.list_vacations(self._store, client.player, at):
                await correspondence.end_vacations(self._store, client.player, at)
                await self._rooms.slow_flags.reconsider(client.player)
        client.say(Ack(message.id))


def require_vacation(taken: Sequence[Interval], at: int, start: int, days: int) -> None:
    """Raise Refused where a vacation of ``days`` from ``start`` cannot be announced now."""
    end = start + days * DAY_MS
    if any(begins < end and start < ends for begins, ends in taken):
        raise Refused(code="vacation_overlaps")
    if start > at + MOST_AHEAD_MS:  # there is no calendar for every instant
        raise Refused(code="no_vacation_left", days=0)
    left = count_left_ms(taken, start)
    if end - start > left or sum(_year(begins) == _year(start) for begins, _ in taken) >= MOST_A_YEAR:
        raise Refused(code="no_vacation_left", days=max(0, left) // DAY_MS)


def make_vacations(taken: Sequence[Interval], now: int) -> Vacations:
    """Build the message about a player's vacations."""
    return Vacations([each for each in taken if each[1] > now], max(0, count_left_ms(taken, now)) // DAY_MS)


def count_left_ms(taken: Iterable[Interval], at: int) -> int:
    """Return the ms left of a player's vacation in the year of ``at``."""
    year = _year(at)
    return DAYS_A_YEAR * DAY_MS - sum(end - start for start, end in taken if _year(start) == year)


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year
