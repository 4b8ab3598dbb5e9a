"""Broadcasts open rooms and watchable games to followers as they change, at most a few times a second."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec.json import Encoder

from server.handlers import Client, Handlers
from server.lobby.ranking import Entry, Ranking
from server.protocol import inbound
from server.protocol.outbound import LobbyChange, LobbyRoom, LobbyState, SeekInfo
from server.signals import ClientLeft, RoomChanged, SeeksChanged, Signals

encode = Encoder().encode

DELAY_S = 0.2
"""Delay for which changes are collected."""
DELAY_A_FOLLOWER_S = 0.0002
"""Additional delay for each follower: a message takes some 10 µs, and 10,000 arrivals must not be broadcast one by
one.
"""
FEW = 50
"""Number of followers below which pending changes are broadcast at once when another one comes."""
MOST_UNTOLD = 1000
"""Most pending changes while nobody follows."""


class LobbyFollower(Protocol):
    """A connection that follows the lobby."""

    def send(self, payload: bytes) -> None:
        """Queue one encoded message."""


class Lobby:
    """Open rooms, games to watch and seeks.

    ``entry`` describes a room, None if it is not listed; ``online`` counts people; `list_seeks`, set by the feature
    of seeks, returns the seeks to show. All followers have the same list, the one broadcast last, which a new follower
    gets.
    """

    def __init__(
        self,
        entry: Callable[[str], Entry | None],
        online: Callable[[], int],
    ) -> None:
        self._entry = entry
        self._online = online
        self.list_seeks: Callable[[], Iterable[SeekInfo]] = tuple
        self._told_seeks: dict[str, SeekInfo] = {}
        self._followers: set[LobbyFollower] = set()
        self._ranking = Ranking()
        self._told: dict[str, LobbyRoom] = {}
        self._changed: dict[str, None] = {}  # in the order of the changes, which is that of the arrivals
        self._told_online = 0
        self._timer: asyncio.TimerHandle | None = None

    def register(self, handlers: Handlers) -> None:
        """Register the handler of `lobby`."""
        handlers.add(inbound.FollowLobby, self._answer)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to changes of what the lobby shows, and to clients that leave."""
        signals.on(ClientLeft, lambda left: self.unfollow(left.client))
        signals.on(RoomChanged, lambda change: self.changed(change.room))
        signals.on(SeeksChanged, lambda _: self.seeks_changed())

    async def _answer(self, client: Client, message: inbound.FollowLobby, at: int) -> None:
        (self.follow if message.on else self.unfollow)(client)

    def restore(self, rooms: Iterable[str]) -> None:
        """List the rooms from before this server's start, oldest first."""
        for id in rooms:
            self._ranking.put(id, self._entry(id))

    def follow(self, follower: LobbyFollower) -> None:
        """Send the whole lobby and later changes to a follower; with many followers, the list as it was broadcast
        last.
        """
        if len(self._followers) < FEW:
            self._tell()
        self._followers.add(follower)
        follower.send(encode(LobbyState(list(self._told.values()), self._told_online, list(self._told_seeks.values()))))

    @property
    def told(self) -> Iterable[LobbyRoom]:
        """The rooms as they were broadcast last."""
        return self._told.values()

    def unfollow(self, follower: LobbyFollower) -> None:
        """Remove a follower."""
        self._followers.discard(follower)

    def changed(self, room: str) -> None:
        """Note that the lobby line of a room may have changed."""
        self._changed[room] = None
        if self._followers:
            self._soon()
        elif len(self._changed) > MOST_UNTOLD:
            self._tell()

    def seeks_changed(self) -> None:
        """Note that seeks have changed."""
        if self._followers:
            self._soon()

    def list_open(self) -> list[LobbyRoom]:
        """List the rooms with a free seat that a new follower would see."""
        self._rank()
        return [line for line in self._ranking.first() if line.black is None]

    def online_changed(self, rooms: Iterable[str] = ()) -> None:
        """Note that a player with a seat in these rooms came or went."""
        for room in rooms:
            self.changed(room)
        if self._followers:
            self._soon()

    def close(self) -> None:
        """Cancel the pending broadcast, and remove all followers."""
        if self._timer is not None:
            self._timer.cancel()
        self._followers.clear()

    def _soon(self) -> None:
        if self._timer is None:
            delay = DELAY_S + DELAY_A_FOLLOWER_S * len(self._followers)
            self._timer = asyncio.get_running_loop().call_later(delay, self._tell)

    def _rank(self) -> None:
        for id in self._changed:
            self._ranking.put(id, self._entry(id))
        self._changed.clear()

    def _tell(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._rank()
        told, told_online, told_seeks = self._told, self._told_online, self._told_seeks
        self._told, self._told_online = {line.room: line for line in self._ranking.first()}, self._online()
        self._told_seeks = {line.seek: line for line in self.list_seeks()}
        news = [line for id, line in self._told.items() if line != told.get(id)]
        gone = [id for id in told if id not in self._told]
        seeks = [line for id, line in self._told_seeks.items() if line != told_seeks.get(id)]
        seeks_gone = [id for id in told_seeks if id not in self._told_seeks]
        if self._followers and (news or gone or seeks or seeks_gone or told_online != self._told_online):
            payload = encode(LobbyChange(news, gone, self._told_online, seeks, seeks_gone))
            for follower in self._followers:
                follower.send(payload)
