"""Vacations: announced days on which nobody's games by correspondence run, some a year for each player."""

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
from server.store import correspondence

DAYS_A_YEAR = 30
"""Of vacation, counted in the year (UTC) in which it begins."""

SHARE = 3
"""All games that wait for the player are loaded: three changes at once are all that a player has."""

MOST_A_YEAR = 60
"""Vacations that may be announced to begin in one year: those that were ended early cost no days, but work."""

MOST_AHEAD_MS = 366 * DAY_MS
"""So long before it begins a vacation may be announced."""


class VacationMessages:
    """Takes announcements; every game by correspondence that waits for their player is looked at again."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._lock = asyncio.Lock()
        """What is left is counted before it is taken, and all games of one player at a time are looked at."""

    def register(self, handlers: Handlers) -> None:
        """Have these messages come here."""
        handlers.add(inbound.TakeVacation, self.take, burst_share=SHARE)
        handlers.add(inbound.EndVacation, self.end, burst_share=SHARE)

    async def take(self, client: Client, message: inbound.TakeVacation, at: int) -> None:
        """Announce a vacation that begins now or later; the same command again changes nothing."""
        player = client.player
        async with self._lock:
            if not await correspondence.has_announced(self._store, player, message.id):
                start = max(at, message.start)
                taken = await correspondence.list_vacations(self._store, player, 0)
                require_vacation(taken, at, start, message.days)
                await correspondence.add_vacation(self._store, player, message.id, start, start + message.days * DAY_MS)
                await self._rooms.slow_flags.reconsider(player)
        client.say(Ack(message.id))

    async def end(self, client: Client, message: inbound.EndVacation, at: int) -> None:
        """The vacation that goes on ends now, and those that were to come do not; the days come back."""
        async with self._lock:
            if await correspondence.list_vacations(self._store, client.player, at):
                await correspondence.end_vacations(self._store, client.player, at)
                await self._rooms.slow_flags.reconsider(client.player)
        client.say(Ack(message.id))


def require_vacation(taken: Sequence[Interval], at: int, start: int, days: int) -> None:
    """Raise Refused where a vacation of so many days from ``start`` cannot be announced now."""
    end = start + days * DAY_MS
    if any(begins < end and start < ends for begins, ends in taken):
        raise Refused(code="vacation_overlaps")
    if start > at + MOST_AHEAD_MS:  # there is no calendar for every instant
        raise Refused(code="no_vacation_left", days=0)
    left = count_left_ms(taken, start)
    if end - start > left or sum(_year(begins) == _year(start) for begins, _ in taken) >= MOST_A_YEAR:
        raise Refused(code="no_vacation_left", days=max(0, left) // DAY_MS)


def make_vacations(taken: Sequence[Interval], now: int) -> Vacations:
    """What a player is told of vacations."""
    return Vacations([each for each in taken if each[1] > now], max(0, count_left_ms(taken, now)) // DAY_MS)


def count_left_ms(taken: Iterable[Interval], at: int) -> int:
    """What is left of a player's vacation in the year of an instant."""
    year = _year(at)
    return DAYS_A_YEAR * DAY_MS - sum(end - start for start, end in taken if _year(start) == year)


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year
