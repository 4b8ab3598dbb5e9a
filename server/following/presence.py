"""Presence of followed players: away, here, or playing; changes are sent to clients that look at the list.

Only public games count as playing. A player who is hidden or has blocked the reader appears away, and a player in a
game that is not public appears as here.
"""

import asyncio
from collections.abc import Iterable

from server.accounts.sessions import Sessions
from server.errors import Refused
from server.handlers import Client, Handlers
from server.moderation.blocks import MayMeet
from server.protocol import inbound
from server.protocol.outbound import Ack, FollowedPlayer, FollowedPlayers
from server.protocol.values import Who
from server.rooms.rooms import Rooms
from server.signals import ClientJoined, ClientLeft, FarJoined, FarLeft, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.people import player_pairs, players
from server.store.sql import Conflict

DELAY_S = 1.0
"""Delay for which changes are collected."""
FOLLOW_COST = 5


class FollowedPresence:
    """Sends presence to clients that look, of players in ``sessions`` and ``rooms``; ``may_meet`` says whether neither
    of two has blocked the other.
    """

    def __init__(
        self,
        store: Database,
        now: Now,
        sessions: Sessions,
        rooms: Rooms,
        may_meet: MayMeet,
    ) -> None:
        self._store = store
        self._now = now
        self._sessions = sessions
        self._rooms = rooms
        self._may_meet = may_meet
        self._hidden: set[str] = set()
        self._lists: dict[Client, list[Who]] = {}
        self._told: dict[Client, list[FollowedPlayer]] = {}
        self._lookers: dict[str, set[Client]] = {}
        self._changed: set[Client] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Load the hidden players."""
        self._hidden = await player_pairs.list_hidden(self._store)

    async def read_hidden(self) -> None:
        """Read the hidden players again, and notify the followers of those who have changed that."""
        before, self._hidden = self._hidden, await player_pairs.list_hidden(self._store)
        for player in before ^ self._hidden:
            self.changed(player)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.FollowPlayer, self._follow, address_cost=FOLLOW_COST)
        handlers.add(inbound.LookAtFollowed, self._look)
        handlers.add(inbound.HidePresence, self._hide)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to clients that come and go."""
        signals.on(ClientJoined, lambda joined: self.changed(joined.client.player))
        signals.on(ClientLeft, lambda left: self._forget(left.client))
        signals.on(FarJoined, lambda joined: self.changed(joined.client.player))
        signals.on(FarLeft, lambda left: self.changed(left.client.player))

    def is_hidden(self, player: str) -> bool:
        """Return whether a player's presence is hidden from everybody."""
        return player in self._hidden

    def changed(self, player: str) -> None:
        """Notify followers that a player has come, gone, or begun or ended a game."""
        lookers = self._lookers.get(player)
        if lookers:
            self._changed |= lookers
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(DELAY_S, self._tell_changed)

    def close(self) -> None:
        """Cancel pending notifications."""
        if self._timer is not None:
            self._timer.cancel()

    async def _follow(self, client: Client, message: inbound.FollowPlayer, at: int) -> None:
        if not message.on:
            await player_pairs.FOLLOWS.remove(self._store, client.player, message.player)
        elif message.player == client.player:
            raise Refused(code="own_challenge")
        else:
            await self._keep(client.player, message.player, at)
        client.say(Ack(message.id))
        await self._refresh(client)

    async def _keep(self, player: str, other: str, at: int) -> None:
        found = await players.find_player(self._store, other)
        if found is None or found.deleted_at is not None or not self._may_meet(player, other):
            raise Refused(code="no_player")
        try:
            if not await player_pairs.FOLLOWS.add(self._store, player, other, at):
                raise Refused(code="too_many_followed", limit=player_pairs.FOLLOWS.most)
        except Conflict:
            raise Refused(code="no_player") from None  # deleted meanwhile

    async def _look(self, client: Client, message: inbound.LookAtFollowed, at: int) -> None:
        if message.on:
            self._lists.setdefault(client, [])
            await self._refresh(client)
        else:
            self._forget(client)

    async def _hide(self, client: Client, message: inbound.HidePresence, at: int) -> None:
        try:
            await player_pairs.set_hidden(self._store, client.player, message.on)
        except Conflict:
            raise Refused(code="no_player") from None
        (self._hidden.add if message.on else self._hidden.discard)(client.player)
        client.say(Ack(message.id))
        self.changed(client.player)
        await self._refresh(client)

    async def _refresh(self, client: Client) -> None:
        """Read the players that a client's player follows and send them; do nothing if the client does not look."""
        if client not in self._lists:
            return
        found = await player_pairs.list_followed(self._store, client.player)
        if client not in self._lists:  # it has left meanwhile
            return
        self._drop(client)
        self._lists[client] = found
        for who in found:
            self._lookers.setdefault(who.id, set()).add(client)
        self._tell(client)

    def _tell_changed(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, set()
        for client in changed:
            if client in self._lists and self._list(client) != self._told.get(client):
                self._tell(client)

    def _tell(self, client: Client) -> None:
        self._told[client] = self._list(client)
        client.say(FollowedPlayers(self._told[client], client.player in self._hidden))

    def _list(self, client: Client) -> list[FollowedPlayer]:
        return [self._make_line(client.player, who) for who in self._lists[client]]

    def _make_line(self, reader: str, who: Who) -> FollowedPlayer:
        if who.id in self._hidden or not self._may_meet(reader, who.id) or not self._sessions.anywhere(who.id):
            return FollowedPlayer(who, "away")
        return FollowedPlayer(who, "playing" if self._rooms.plays_in_public(who.id) else "here")

    def _forget(self, client: Client) -> None:
        if self._lists.pop(client, None) is not None:
            self._drop(client)
            self._told.pop(client, None)
            self._changed.discard(client)
        self.changed(client.player)

    def _drop(self, client: Client) -> None:
        """Remove a client from the followers of everybody."""
        for id in _ids(self._told.get(client, ())):
            lookers = self._lookers.get(id, set())
            lookers.discard(client)
            if not lookers:
                self._lookers.pop(id, None)


def _ids(lines: Iterable[FollowedPlayer]) -> list[str]:
    return [line.who.id for line in lines]
