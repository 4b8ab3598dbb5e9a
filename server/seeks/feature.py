"""The feature of seeks: players who look for an opponent are matched."""

from collections.abc import Coroutine, Iterator
from functools import partial
from typing import Any

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Client, Handlers
from server.lobby import feature as lobby
from server.moderation import feature as moderation
from server.protocol.inbound import Sit
from server.protocol.values import Who
from server.rooms import feature as rooms
from server.seeks.keeper import SeekKeeper
from server.seeks.messages import SeekMessages
from server.seeks.near_bots import find_bot
from server.seeks.open_rooms import list_open_seeks
from server.store.ratings import find_accounts


class SeeksFeature(Feature):
    """Seeks that are shown, matched and answered."""

    def __init__(self, core: Core) -> None:
        self._table = core.need(rooms.open)
        self._now = core.now
        sessions = core.need(accounts.open).sessions
        powers = core.need(moderation.open)
        shown = core.need(lobby.open).lobby
        ratings = self._table.rooms.ratings
        self.keeper = SeekKeeper(
            core.now,
            begin=self._table.pairs.begin,
            has_room=self._table.rooms.admission.has_room,
            list_open=lambda: list_open_seeks(shown.list_open(), sessions.address_of),
            sit=self._sit,
            find_bot=partial(find_bot, core.executor, ratings),
            may_meet=powers.blocks.may_meet,
            list_excluded=powers.company.list_excluded,
            find_accounts=partial(find_accounts, core.store),
            signals=core.signals,
        )
        core.now.on_leap(self.keeper.stand_still)
        shown.list_seeks = self.keeper.list_shown
        self._messages = SeekMessages(self.keeper, self._table.pairs.find, powers.company.require, ratings.read)
        self._messages.subscribe(core.signals)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of seeks and their answers."""
        self._messages.register(handlers)

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: matching."""
        yield self.keeper.work()

    async def _sit(self, client: Client, room: str) -> Who:
        """Seat a client in a room. Return the opponent there."""
        await self._table.messages.sit(client, Sit(f"seek.{room}", room), self._now())
        table = self._table.rooms.tables.get(room)
        return (None if table is None else table.room.seats[0]) or Who()


def open(core: Core) -> SeeksFeature:
    """Open the feature."""
    return SeeksFeature(core)
