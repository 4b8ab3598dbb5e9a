"""The feature of seeks: players who look for an opponent are matched."""

from collections.abc import Coroutine, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from server.accounts import feature as accounts
from server.bus.bus import Bus
from server.errors import Refused
from server.feature import Core, Feature
from server.handlers import Client, Handlers
from server.lobby import feature as lobby
from server.moderation import feature as moderation
from server.moderation.company import Company
from server.protocol import inbound
from server.protocol.inbound import AcceptSeek, Create, MakeSeek
from server.protocol.outbound import Ack
from server.protocol.values import Who
from server.ratings.held import ReadRatings
from server.rooms import feature as rooms
from server.rooms.creation import PairRooms
from server.seeks.keeper import SeekKeeper
from server.seeks.matcher import Matcher, Seeker, claim
from server.seeks.matching import Seek
from server.seeks.near_bots import find_bot, list_open_seeks
from server.seeks.wishes import RoomSeats, Wishes
from server.signals import ClientJoined, ClientLeft, PlayerRenamed, Signals
from server.store.games.ratings import find_accounts
from server.store.sql import Conflict

SEEK_COST = 10
"""Cost to the address's budget of messages: two seeks make a room, which leaves two kilobytes behind."""
HERE_COST = 0.25


class Seeks(Protocol):
    """The seeks of clients, kept in this process or in another one."""

    def meet(self, client: Client, at: int) -> None:
        """Add a client."""

    def hear(self, client: Client, at: int) -> None:
        """Record a heartbeat of a client."""

    def forget(self, client: Client) -> None:
        """Remove a client and its seeks."""

    async def make(self, client: Client, message: MakeSeek, at: int) -> str:
        """Make a seek; return its id. Raises Refused."""

    async def withdraw(self, client: Client, id: str) -> None:
        """Withdraw a seek. Raises Refused."""

    async def accept(self, client: Client, message: AcceptSeek, at: int) -> str:
        """Begin the game of a seek; return its room. Raises Refused."""


class OwnSeeks:
    """The seeks of a server alone, in its ``keeper``. ``read_ratings`` returns a player's ratings by pool."""

    def __init__(self, keeper: SeekKeeper, read_ratings: ReadRatings) -> None:
        self._keeper = keeper
        self._read_ratings = read_ratings
        self.meet, self.hear, self.forget = keeper.meet, keeper.hear, keeper.forget

    async def make(self, client: Client, message: MakeSeek, at: int) -> str:
        """Make a seek."""
        held = await self._read_ratings(client.player)
        return self._keeper.make(client, message, at, held)

    async def withdraw(self, client: Client, id: str) -> None:
        """Withdraw a seek, unless it becomes a game at this moment."""
        await self._keeper.settle(id)
        self._keeper.withdraw(client, id)

    async def accept(self, client: Client, message: AcceptSeek, at: int) -> str:
        """Begin the game of a seek."""
        held = await self._read_ratings(client.player)
        return await self._keeper.accept(client, message.seek, message.id, at, held)


class SeekMessages:
    """Answers through ``seeks``. Games begin in ``pairs``, of players that ``company`` allows."""

    def __init__(self, seeks: Seeks, pairs: PairRooms, company: Company) -> None:
        self._seeks = seeks
        self._pairs = pairs
        self._company = company

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.MakeSeek, self._make, address_cost=SEEK_COST)
        handlers.add(inbound.WithdrawSeek, self._withdraw)
        handlers.add(inbound.AcceptSeek, self._accept, address_cost=SEEK_COST)
        handlers.add(inbound.Here, self._hear, cost=HERE_COST)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to clients that come and go."""
        signals.on(ClientJoined, lambda joined: self._seeks.meet(joined.client, joined.at))
        signals.on(ClientLeft, lambda left: self._seeks.forget(left.client))

    async def _make(self, client: Client, message: inbound.MakeSeek, at: int) -> None:
        await self._company.require(client.player)
        client.say(Ack(message.id, seek=await self._seeks.make(client, message, at)))

    async def _withdraw(self, client: Client, message: inbound.WithdrawSeek, at: int) -> None:
        await self._seeks.withdraw(client, message.seek)
        client.say(Ack(message.id))

    async def _accept(self, client: Client, message: inbound.AcceptSeek, at: int) -> None:
        room = await self._pairs.find(client.player, message.id)
        if room is None:
            await self._company.require(client.player)
            room = await self._seeks.accept(client, message, at)
        client.say(Ack(message.id, room))

    async def _hear(self, client: Client, message: inbound.Here, at: int) -> None:
        self._seeks.hear(client, at)


class SeeksFeature(Feature):
    """Seeks that are shown, matched and answered."""

    def __init__(self, core: Core) -> None:
        self._table = core.need(rooms.open)
        self._seats = RoomSeats(self._table, core.now)
        sessions = core.need(accounts.open).sessions
        powers = core.need(moderation.open)
        shown = core.need(lobby.open).lobby
        ratings = self._table.rooms.ratings
        self.matcher: Matcher | None = None
        self.wishes: Wishes | None = None
        self.keeper = SeekKeeper(
            core.now,
            begin=self._begin if core.bus is None else self._begin_claimed,
            has_room=self._table.rooms.admission.has_room,
            list_open=lambda: list_open_seeks(shown.list_open(), sessions),
            sit=self._sit,
            find_bot=partial(find_bot, core.executor, ratings),
            may_meet=powers.blocks.may_meet,
            list_excluded=powers.company.list_excluded,
            find_accounts=partial(find_accounts, core.store),
            signals=core.signals,
        )
        core.now.on_leap(self.keeper.stand_still)
        core.signals.on(PlayerRenamed, lambda renamed: self.keeper.rename(renamed.player, renamed.name))
        seeks: Seeks = OwnSeeks(self.keeper, ratings.read)
        shown.list_seeks = self.keeper.list_shown
        if core.bus is not None:
            self.wishes = seeks = self._share(core, core.bus, ratings.read)
            shown.list_seeks = self.wishes.list_shown
        self._messages = SeekMessages(seeks, self._table.pairs, powers.company)
        self._messages.subscribe(core.signals)

    def _share(self, core: Core, bus: Bus, read_ratings: ReadRatings) -> Wishes:
        """Have one matcher with the other processes on the bus."""
        pairs = self._table.pairs
        self.matcher = Matcher(*(self.keeper, bus, core.store, core.now), read_ratings=read_ratings, pairs=pairs)
        return Wishes(*(self.matcher, bus, core.store, core.now, core.signals), pairs=pairs, seats=self._seats)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of seeks and their answers."""
        self._messages.register(handlers)

    async def start(self) -> None:
        """Listen to the other processes, if there are any."""
        if self.wishes is not None:
            await self.wishes.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: matching."""
        yield self.keeper.work()
        if self.wishes is not None:
            yield from self.wishes.work()

    async def close(self) -> None:
        """Leave the seeks to another process."""
        if self.wishes is not None:
            await self.wishes.close()

    async def _begin(self, wish: Create, owner: Who, other: Who, at: int, seeks: Sequence[Seek]) -> str:
        return await self._table.pairs.begin(wish, owner, other, at)

    async def _begin_claimed(self, wish: Create, owner: Who, other: Who, at: int, seeks: Sequence[Seek]) -> str:
        """Begin a game that claims its seeks, so that each becomes one game whichever process begins it."""
        try:
            return await self._table.pairs.begin(
                *(wish, owner, other, at), lambda room: [claim(seek.player, seek.id, room, at) for seek in seeks]
            )
        except Conflict:
            if self.matcher is not None:
                await self.matcher.end_claimed(seeks)
            raise Refused(code="unknown_seek") from None

    async def _sit(self, client: Client, room: str, seek: str) -> Who:
        """Seat a client in a room for its seek. Return the opponent there."""
        if self.matcher is not None and isinstance(client, Seeker):
            return await self.matcher.sit(client, room, seek)
        return await self._seats.take(client, room)


def open(core: Core) -> SeeksFeature:
    """Open the feature."""
    return SeeksFeature(core)
