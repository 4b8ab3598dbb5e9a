"""Tells followers what is open and what can be watched, as it changes, at most a few times a second."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec.json import Encoder

from server.protocol.outbound import LobbyChange, LobbyRoom, LobbyState

encode = Encoder().encode

DELAY_S = 0.2
"""Changes are gathered for this long."""
MOST_ROOMS = 120
"""A lobby longer than this is cut, the oldest games first: nobody reads it, and it must fit a write buffer."""

MOST_UNTOLD = 1000
"""With nobody following, changes wait until there are this many."""


class Follower(Protocol):
    """One connection that follows the lobby."""

    def send(self, payload: bytes) -> None:
        """Queue one encoded message."""


class Lobby:
    """``entry`` gives the line of a room, None where it is not to be listed; ``online`` counts people."""

    def __init__(self, entry: Callable[[str], LobbyRoom | None], online: Callable[[], int]) -> None:
        self._entry = entry
        self._online = online
        self._followers: set[Follower] = set()
        self._shown: dict[str, LobbyRoom] = {}
        self._changed: dict[str, None] = {}  # in the order of the changes, since a long lobby is cut
        self._told_online = 0
        self._timer: asyncio.TimerHandle | None = None

    def restore(self, rooms: Iterable[str]) -> None:
        """List the rooms that were there before this server started."""
        for id in rooms:
            line = self._entry(id)
            if line is not None:
                self._shown[id] = line

    def follow(self, follower: Follower) -> None:
        """Send all of the lobby, and from now on what changes."""
        self._tell()
        self._followers.add(follower)
        follower.send(encode(LobbyState(self._cut(), self._online())))

    def unfollow(self, follower: Follower) -> None:
        """Send nothing any more."""
        self._followers.discard(follower)

    def changed(self, room: str) -> None:
        """Something that the lobby shows of a room may have changed."""
        self._changed[room] = None
        if self._followers:
            self._soon()
        elif len(self._changed) > MOST_UNTOLD:
            self._tell()

    def online_changed(self) -> None:
        """Somebody came or went."""
        if self._followers:
            self._soon()

    def close(self) -> None:
        """Tell nobody any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._followers.clear()

    def _soon(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(DELAY_S, self._tell)

    def _tell(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        news: list[LobbyRoom] = []
        gone: list[str] = []
        for id in self._changed:
            line = self._entry(id)
            if line is None:
                if self._shown.pop(id, None) is not None:
                    gone.append(id)
            elif line != self._shown.get(id):
                self._shown[id] = line
                news.append(line)
        self._changed.clear()
        online = self._online()
        if self._followers and (news or gone or online != self._told_online):
            payload = encode(LobbyChange(news[-MOST_ROOMS:], gone, online))
            for follower in self._followers:
                follower.send(payload)
        self._told_online = online

    def _cut(self) -> list[LobbyRoom]:
        waiting = [line for line in self._shown.values() if line.black is None]
        playing = [line for line in self._shown.values() if line.black is not None]
        waiting = waiting[-MOST_ROOMS:]
        return waiting + playing[len(playing) - min(len(playing), MOST_ROOMS - len(waiting)) :]
