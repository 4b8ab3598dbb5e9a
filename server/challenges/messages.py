"""Handlers of messages about challenges."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from server.answers import Asked, once
from server.background import Background
from server.challenges.keeper import ChallengeKeeper
from server.errors import StoreError
from server.following.feature import PlayerFinder
from server.handlers import Client, Handle, Handlers
from server.moderation.company import Company
from server.protocol import inbound
from server.protocol.outbound import Ack, PlayerList
from server.signals import ClientJoined, ClientLeft, Signals

CHALLENGE_COST = 10
"""Cost to the address's budget of messages: each is a row, and notifies a player."""
SEARCH_COST = 5


class ChallengeMessages:
    """Answers through ``keeper`` to players that ``company`` allows; ``finder`` finds players by name."""

    def __init__(self, keeper: ChallengeKeeper, finder: PlayerFinder, company: Company) -> None:
        self._keeper = keeper
        self._finder = finder
        self._company = company
        self._background = Background()

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.Challenge, self._once(self._give), address_cost=CHALLENGE_COST)
        handlers.add(inbound.AcceptChallenge, self._once(self._accept), address_cost=CHALLENGE_COST)
        handlers.add(inbound.DeclineChallenge, self._once(self._decline))
        handlers.add(inbound.WithdrawChallenge, self._withdraw)
        handlers.add(inbound.FindPlayers, self._find, address_cost=SEARCH_COST)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to clients that come and go."""
        signals.on(ClientJoined, lambda joined: self._greet(joined.client, joined.at))
        signals.on(ClientLeft, lambda left: self._keeper.part(left.client))

    def _once(self, call: Handle[Asked]) -> Callable[[Client, Asked, int], Awaitable[None]]:
        return once(self._keeper.store, call)

    async def close(self) -> None:
        """Cancel pending notifications."""
        await self._background.close()

    def _greet(self, client: Client, at: int) -> None:
        telling = self._keeper.greet(client, at)
        if telling is not None:
            self._background.spawn(_quietly(telling))

    async def _give(self, client: Client, message: inbound.Challenge, at: int) -> None:
        await self._company.require(client.player)
        client.say(Ack(message.id, challenge=await self._keeper.give(client, message, at)))

    async def _accept(self, client: Client, message: inbound.AcceptChallenge, at: int) -> None:
        await self._company.require(client.player)
        client.say(Ack(message.id, await self._keeper.accept(client, message.challenge, message.id, at)))

    async def _decline(self, client: Client, message: inbound.DeclineChallenge, at: int) -> None:
        await self._keeper.decline(client, message.challenge, message.reason, message.id, at)
        client.say(Ack(message.id))

    async def _withdraw(self, client: Client, message: inbound.WithdrawChallenge, at: int) -> None:
        await self._keeper.withdraw(client, message.challenge)
        client.say(Ack(message.id))

    async def _find(self, client: Client, message: inbound.FindPlayers, at: int) -> None:
        found = await self._finder.find(message.name)
        client.say(PlayerList(message.id, [who for who in found if who.id != client.player]))


async def _quietly(telling: Awaitable[None]) -> None:
    with suppress(StoreError):  # the next change sends it
        await telling
