"""The feature of seeks: players who look for an opponent are matched."""

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Client, Handlers
from server.lobby import feature as lobby
from server.moderation import feature as moderation
from server.protocol import inbound
from server.protocol.inbound import Sit
from server.protocol.outbound import Ack
from server.protocol.values import Who
from server.ratings.held import ReadRatings
from server.rooms import feature as rooms
from server.seeks.keeper import SeekKeeper
from server.seeks.near_bots import find_bot, list_open_seeks
from server.signals import ClientJoined, ClientLeft, PlayerRenamed, Signals
from server.store.games.ratings import find_accounts

SEEK_COST = 10
"""Cost to the address's budget of messages: two seeks make a room, which leaves two kilobytes behind."""
HERE_COST = 0.25


class SeekMessages:
    """Answers through ``seeks``; ``find_room(player, command)`` returns the room that a command has made.
    ``require_company(player)`` raises Refused for a player who may begin no games with people. ``read_ratings`` returns
    a player's ratings by pool.
    """

    def __init__(
        self,
        seeks: SeekKeeper,
        find_room: Callable[[str, str], Awaitable[str | None]],
        require_company: Callable[[str], Awaitable[None]],
        read_ratings: ReadRatings,
    ) -> None:
        self._seeks = seeks
        self._require_company = require_company
        self._read_ratings = read_ratings
        self._find_room = find_room

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.MakeSeek, self._make, address_cost=SEEK_COST)
        handlers.add(inbound.WithdrawSeek, self._withdraw)
        handlers.add(inbound.AcceptSeek, self._accept, address_cost=SEEK_COST)
        handlers.add(inbound.Here, self._hear, cost=HERE_COST)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to clients that come and go, and to new names."""
        signals.on(ClientJoined, lambda joined: self._seeks.meet(joined.client, joined.at))
        signals.on(ClientLeft, lambda left: self._seeks.forget(left.client))
        signals.on(PlayerRenamed, lambda renamed: self._seeks.rename(renamed.player, renamed.name))

    async def _make(self, client: Client, message: inbound.MakeSeek, at: int) -> None:
        await self._require_company(client.player)
        held = await self._read_ratings(client.player)
        client.say(Ack(message.id, seek=self._seeks.make(client, message, at, held)))

    async def _withdraw(self, client: Client, message: inbound.WithdrawSeek, at: int) -> None:
        await self._seeks.settle(message.seek)
        self._seeks.withdraw(client, message.seek)
        client.say(Ack(message.id))

    async def _accept(self, client: Client, message: inbound.AcceptSeek, at: int) -> None:
        room = await self._find_room(client.player, message.id)
        if room is None:
            await self._require_company(client.player)
            held = await self._read_ratings(client.player)
            room = await self._seeks.accept(client, message.seek, message.id, at, held)
        client.say(Ack(message.id, room))

    async def _hear(self, client: Client, message: inbound.Here, at: int) -> None:
        self._seeks.hear(client, at)


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
