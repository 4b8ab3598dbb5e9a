"""Handlers of messages about seeks."""

from collections.abc import Awaitable, Callable, Mapping

from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack
from server.ratings.ledger import HeldRating, RatingPool
from server.seeks.keeper import SeekKeeper
from server.signals import ClientJoined, ClientLeft, PlayerRenamed, Signals

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
        read_ratings: Callable[[str], Awaitable[Mapping[RatingPool, HeldRating]]],
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
