"""Handler of reports, stored with the last remarks of the room."""

from collections.abc import Awaitable, Callable

from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import ReportPlayer
from server.protocol.outbound import Ack
from server.signals import ReportsChanged, Signals
from server.store.database import Database
from server.store.people import players, reports
from server.store.people.remarks import StoredRemark
from server.store.sql import Conflict

DAY_MS = 86_400_000
MOST_A_DAY = 10
"""Reports per player and day; staff reads each."""
REPORT_COST = 20
"""Cost of a report for its address, in messages: it may take 30 KiB, and a person reads it."""

LastSaid = Callable[[str, str], Awaitable[tuple[int, list[StoredRemark]]]]
"""Takes a room and a player. Returns the room's number in the store and the last remarks the player could hear there.
Raises Refused."""


class ReportMessages:
    """Stores reports in ``store``, with the remarks that ``last_said`` returns. Emits `ReportsChanged`."""

    def __init__(self, store: Database, last_said: LastSaid, signals: Signals) -> None:
        self._store = store
        self._last_said = last_said
        self._signals = signals

    def register(self, handlers: Handlers) -> None:
        """Handle `report`."""
        handlers.add(ReportPlayer, self._report, address_cost=REPORT_COST)

    async def _report(self, client: Client, message: ReportPlayer, at: int) -> None:
        if await reports.has_command(self._store, client.player, message.id):
            client.say(Ack(message.id))
            return
        about = await players.find_player(self._store, message.about)
        if about is None or about.deleted_at is not None or about.id == client.player:
            raise Refused(code="no_player")
        serial, said = None, list[StoredRemark]()
        if message.room is not None:
            serial, said = await self._last_said(message.room, client.player)
        try:
            if not await reports.insert(
                *(self._store, client.player, message.id, about.id, serial, message.reason, message.note, said, at),
                since=at - DAY_MS,
                most=MOST_A_DAY,
            ):
                raise Refused(code="too_many_reports", limit=MOST_A_DAY)
        except Conflict:  # the same command on another connection was faster, or the player was deleted
            if not await reports.has_command(self._store, client.player, message.id):
                raise Refused(code="no_player") from None
        client.say(Ack(message.id))
        self._signals.emit(ReportsChanged())
