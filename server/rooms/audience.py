"""The audience of a room: all its viewers, the seats that they have, and how each sees the others."""

import asyncio
from typing import Protocol

from msgspec.json import Encoder

from server.handlers import Client
from server.protocol.outbound import Error, Forbidden, Queued, RatingsTold, Replaced, RoomPresence
from server.rooms import snapshot
from server.rooms.room import Room
from server.signals import RoomChanged, Signals
from server.steady_time import Now

encode = Encoder().encode

PRESENCE_DELAY_S = 0.2
"""Watchers come and go in crowds; their number is broadcast at most this often."""


class TellSeat(Protocol):
    """Tell other processes about a seat of a room."""

    def __call__(self, room: str, seat: int, at: int, here: bool) -> None:
        """Say whether the newest connection of the seat's player is here, since ``at`` (ms)."""


class Audience:
    """Clients that look at a room. The newest connection of a seated player is in front and stands in ``seated``. Their
    other connections stand behind it and receive nothing; the player is gone when none is left.

    ``viewers`` are the clients that receive events, those in front among them. Emits `RoomChanged` whenever the
    audience changes. ``now`` returns the time in ms; ``tell_seat`` is called when a player's newest connection is in
    front here or leaves, None if there is no other process to tell.
    """

    __slots__ = (
        "_behind",
        "_now",
        "_room",
        "_signals",
        "_tell_seat",
        "_telling",
        "company",
        "elsewhere",
        "front_at",
        "seated",
        "viewers",
        "watchers_elsewhere",
    )

    def __init__(self, room: Room, signals: Signals, now: Now, tell_seat: TellSeat | None = None) -> None:
        self._room = room
        self._signals = signals
        self._now = now
        self._tell_seat = tell_seat
        self._telling: asyncio.TimerHandle | None = None
        self.viewers: set[Client] = set()
        self.seated: list[Client | None] = [None, None]
        self._behind: tuple[list[Client], list[Client]] = ([], [])
        """By seat, the newest last."""
        self.front_at = [0, 0]
        """Since when (ms) the clients in ``seated`` are in front."""
        self.elsewhere: tuple[dict[str, int], dict[str, int]] = ({}, {})
        """By seat: the other processes where its player has a connection in front, and since when (ms)."""
        self.watchers_elsewhere: dict[str, int] = {}
        """The number of viewers without a seat in each other process that has some."""
        self.company = asyncio.Event()
        """Set once a person who plays here sends a command or looks at the room: until then the bot does not think."""

    @property
    def watchers(self) -> int:
        """Return the number of viewers without a seat, in all processes."""
        here = self.watchers_here
        return here + sum(self.watchers_elsewhere.values()) if self.watchers_elsewhere else here

    @property
    def watchers_here(self) -> int:
        """Return the number of viewers without a seat in this process."""
        return len(self.viewers) - sum(viewer is not None for viewer in self.seated)

    @property
    def lag_ms(self) -> int:
        """Return the lag of the player to move; 0 for a bot or a player who is gone."""
        seat = self._room.seat_to_act
        viewer = None if seat is None else self.seated[seat]
        return 0 if viewer is None else viewer.lag_ms

    # --- who is there ---------------------------------------------------------------------------------------------

    def front_of(self, client: Client) -> Client | None:
        """Return another connection of the client's player that is in front here. None if there is none, or if it is an
        older connection of the same page, which has died unnoticed.
        """
        seat = self._room.seat_of(client.player)
        front = None if seat is None else self.seated[seat]
        return None if front is client or front is None or _are_one_page(front, client) else front

    def enter(self, client: Client) -> None:
        """Add a viewer; in a seat the newest connection of its player wins."""
        seat = self._room.seat_of(client.player)
        if seat is None:
            self.viewers.add(client)
            self._tell_presence_soon()
        elif self.seated[seat] is not client:
            self._take_seat(seat, client)
            self.tell_presence()

    def stand_behind(self, client: Client) -> None:
        """Add a connection of a player who has a newer one in front."""
        seat = self._room.seat_of(client.player)
        assert seat is not None
        if client not in self._behind[seat]:
            self._behind[seat].insert(0, client)
        client.say(Replaced(self._room.id))

    def seat_players(self) -> None:
        """Move viewers who have just got a seat into it."""
        for client in [each for each in self.viewers if each not in self.seated]:
            seat = self._room.seat_of(client.player)
            if seat is None:
                continue
            if self.seated[seat] is None:
                self._take_seat(seat, client)
            else:
                self.viewers.discard(client)
                self.stand_behind(client)

    def seat(self, client: Client) -> None:
        """Add a client that has just taken a seat of the room."""
        seat = self._room.seat_of(client.player)
        if seat is not None:
            self._take_seat(seat, client)
            self.seat_players()
            if self._room.created.visibility == "private":
                self._dismiss_strangers()
            self.tell_presence()

    def _take_seat(self, seat: int, client: Client) -> None:
        """Put a connection in front of the others of its player."""
        older, behind = self.seated[seat], self._behind[seat]
        behind[:] = [each for each in behind if each is not client and not _are_one_page(each, client)]
        if older is not None and older is not client:
            self.viewers.discard(older)
            older.say(Replaced(self._room.id))
            if not _are_one_page(older, client):
                behind.append(older)
        self.viewers.add(client)
        self.seated[seat] = client
        self.front_at[seat] = max(self._now(), *self.elsewhere[seat].values(), 0)
        self.elsewhere[seat].clear()
        if self._tell_seat is not None:
            self._tell_seat(self._room.id, seat, self.front_at[seat], here=True)
        self._room.gone_since[seat] = None
        self.company.set()

    def leave(self, client: Client, at: int) -> Client | None:
        """Remove a client. Return the connection that comes to the front in its place, which must be shown the room, or
        None. The late close of a connection that its own page has replaced changes nothing.
        """
        for behind in self._behind:
            if client in behind:
                behind.remove(client)
                return None
        if client not in self.viewers:
            return None
        self.viewers.discard(client)
        if client not in self.seated:
            self._tell_presence_soon()
            return None
        seat = self.seated.index(client)
        self.seated[seat] = None
        if self._behind[seat]:
            front = self._behind[seat].pop()
            self._take_seat(seat, front)
            return front
        if self._tell_seat is not None:
            self._tell_seat(self._room.id, seat, at, here=False)
        if not self.elsewhere[seat]:
            self._room.gone_since[seat] = at
        self.tell_presence()
        return None

    def dismiss_player(self, player: str, at: int) -> None:
        """Remove all connections of a player, whose seat is about to become another's."""
        seat = self._room.seat_of(player)
        if seat is not None:
            self._behind[seat].clear()
        for viewer in [each for each in self.viewers if each.player == player]:
            self.leave(viewer, at)

    def note_command(self, seat: int, at: int) -> None:
        """Note a command from a seat. A player who has not entered, as after a restart, counts as present and as gone
        since now at most.
        """
        self.company.set()
        gone = self._room.gone_since[seat]
        if gone is not None:
            self._room.gone_since[seat] = max(gone, at)

    def note_gone(self, at: int) -> None:
        """Mark every person as gone since ``at``, as after a restart, except those who look."""
        for seat in (0, 1):
            if self._room.seats[seat] is not None and not self._room.is_bot(seat) and not self._is_there(seat):
                self._room.gone_since[seat] = at

    def _is_there(self, seat: int) -> bool:
        return self.seated[seat] is not None or bool(self.elsewhere[seat])

    def note_elsewhere(self, seat: int, process: str, since: int | None, at: int) -> Client | None:
        """Note that the player of a seat has a connection in front in another process since a time (ms), or none there
        any more (None). The newest connection wins.

        Return the connection that comes to the front here in its place, which must be shown the room, or None.
        """
        there, front = self.elsewhere[seat], self.seated[seat]
        if since is None:
            if there.pop(process, None) is None or self._is_there(seat):
                return None
            if self._behind[seat]:
                front = self._behind[seat].pop()
                self._take_seat(seat, front)
                return front
            self._room.gone_since[seat] = at
            self.tell_presence()
            return None
        if front is not None and since < self.front_at[seat]:
            return None  # the other process hears of the one here
        if there.get(process) == since:
            return None
        there[process] = since
        if front is not None:
            self.seated[seat] = None
            self.viewers.discard(front)
            self._behind[seat].append(front)
            front.say(Replaced(self._room.id))
        self._room.gone_since[seat] = None
        self.tell_presence()
        return None

    def note_watchers(self, process: str, number: int) -> None:
        """Note how many viewers without a seat another process has."""
        if number == self.watchers_elsewhere.get(process, 0):
            return
        if number:
            self.watchers_elsewhere[process] = number
        else:
            del self.watchers_elsewhere[process]
        self._tell_presence_soon()

    def dismiss(self) -> None:
        """Tell all viewers that the room no longer exists, and remove them."""
        self.send(Error("unknown_room", room=self._room.id))
        self.viewers.clear()
        self.seated[:] = [None, None]
        for behind in self._behind:
            behind.clear()

    def _dismiss_strangers(self) -> None:
        """Remove viewers without a seat from a room that was private and open when they came."""
        for viewer in [viewer for viewer in self.viewers if self._room.seat_of(viewer.player) is None]:
            viewer.say(Error("private_room", room=self._room.id))
            self.viewers.discard(viewer)

    # --- what they receive ----------------------------------------------------------------------------------------

    def send(self, message: Error | Forbidden | Queued | RatingsTold) -> None:
        """Send one message to all viewers."""
        payload = encode(message)
        for viewer in self.viewers:
            viewer.send(payload)

    def show(self, now: int) -> None:
        """Send the whole room to all viewers."""
        shown: dict[int | None, bytes] = {}  # the same for all without a seat: there may be hundreds
        for viewer in self.viewers:
            seat = self._room.seat_of(viewer.player)
            if seat not in shown:
                shown[seat] = encode(snapshot.make_state(self._room, now, seat, self.watchers))
            viewer.send(shown[seat])

    def tell_presence(self) -> None:
        """Broadcast who is present."""
        self.close()
        if self.viewers:
            payload = encode(RoomPresence(self._room.id, snapshot.make_presence(self._room, self.watchers)))
            for viewer in self.viewers:
                viewer.send(payload)
        self._signals.emit(RoomChanged(self._room.id))

    def _tell_presence_soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_DELAY_S, self.tell_presence)

    def close(self) -> None:
        """Cancel the pending broadcast of presence."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None


def _are_one_page(one: Client, other: Client) -> bool:
    """Return whether two connections belong to one page, which has lost the older one."""
    return bool(one.page) and one.page == other.page
