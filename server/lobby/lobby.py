"""Tells followers what is open and what can be watched, as it changes, at most a few times a second."""

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
"""Changes are gathered for this long."""
DELAY_A_FOLLOWER_S = 0.0002
"""And longer where many follow: to tell one takes some 10 µs, and 10,000 who arrive must not be told of one by one."""
FEW = 50
"""With fewer followers, everybody is told at once of what has changed when one more comes."""
MOST_UNTOLD = 1000
"""With nobody following, changes wait until there are this many."""


class LobbyFollower(Protocol):
    """One connection that follows the lobby."""

    def send(self, payload: bytes) -> None:
        """Queue one encoded message."""


class Lobby:
    """Open rooms, games to watch and seeks.

    ``entry`` describes a room, None where it is not to be listed; ``online`` counts people; `list_seeks`, which whoever
    keeps seeks sets, gives those to show.

    Every follower knows the same list, the one that was told last, and who comes gets it.
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
        """Have `lobby` come here."""
        handlers.add(inbound.FollowLobby, self._answer)

    def subscribe(self, signals: Signals) -> None:
        """Hear what the lobby shows, and forget clients that leave."""
        signals.on(ClientLeft, lambda left: self.unfollow(left.client))
        signals.on(RoomChanged, lambda change: self.changed(change.room))
        signals.on(SeeksChanged, lambda _: self.seeks_changed())

    async def _answer(self, client: Client, message: inbound.FollowLobby, at: int) -> None:
        (self.follow if message.on else self.unfollow)(client)

    def restore(self, rooms: Iterable[str]) -> None:
        """List the rooms that were there before this server started, the oldest first."""
        for id in rooms:
            self._ranking.put(id, self._entry(id))

    def follow(self, follower: LobbyFollower) -> None:
        """Send all of the lobby, and from now on what changes; where many follow, as it was told last."""
        if len(self._followers) < FEW:
            self._tell()
        self._followers.add(follower)
        follower.send(encode(LobbyState(list(self._told.values()), self._told_online, list(self._told_seeks.values()))))

    def unfollow(self, follower: LobbyFollower) -> None:
        """Send nothing any more."""
        self._followers.discard(follower)

    def changed(self, room: str) -> None:
        """Something that the lobby shows of a room may have changed."""
        self._changed[room] = None
        if self._followers:
            self._soon()
        elif len(self._changed) > MOST_UNTOLD:
            self._tell()

    def seeks_changed(self) -> None:
        """Somebody looks for an opponent, or no longer does."""
        if self._followers:
            self._soon()

    def list_open(self) -> list[LobbyRoom]:
        """The rooms with a free seat that are shown to who comes now."""
        self._rank()
        return [line for line in self._ranking.first() if line.black is None]

    def online_changed(self, rooms: Iterable[str] = ()) -> None:
        """Somebody came or went, who has a seat in these rooms."""
        for room in rooms:
            self.changed(room)
        if self._followers:
            self._soon()

    def close(self) -> None:
        """Tell nobody any more."""
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
