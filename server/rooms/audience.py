"""The audience of a room: everybody who looks at it, who of them has which seat, and how each sees the others."""

import asyncio

from msgspec.json import Encoder

from server.handlers import Client
from server.protocol.outbound import Error, Forbidden, Queued, RatingsTold, Replaced, RoomPresence
from server.rooms import snapshot
from server.rooms.room import Room
from server.signals import RoomChanged, Signals

encode = Encoder().encode

PRESENCE_DELAY_S = 0.2
"""Watchers come and go in crowds; their number is told at most this often."""


class Audience:
    """Clients that look at a room. Of a player who has a seat the newest connection is in front: ``seated`` has it. The
    others stand behind it, told nothing, and the player is gone when none is left.

    ``viewers`` are those who are told of events. Emits `RoomChanged` after each change of who is there.
    """

    __slots__ = ("_behind", "_room", "_signals", "_telling", "company", "seated", "viewers")

    def __init__(self, room: Room, signals: Signals) -> None:
        self._room = room
        self._signals = signals
        self._telling: asyncio.TimerHandle | None = None
        self.viewers: set[Client] = set()
        self.seated: list[Client | None] = [None, None]
        self._behind: tuple[list[Client], list[Client]] = ([], [])
        """By seat, the newest last."""
        self.company = asyncio.Event()
        """Set once a player is there, by a command or by looking: before that a bot has nobody to think for."""

    @property
    def watchers(self) -> int:
        """How many look on without a seat."""
        return len(self.viewers) - sum(viewer is not None for viewer in self.seated)

    @property
    def lag_ms(self) -> int:
        """Lag of the player to move, 0 for a bot or somebody who is gone."""
        seat = self._room.seat_to_act
        viewer = None if seat is None else self.seated[seat]
        return 0 if viewer is None else viewer.lag_ms

    # --- who is there ---------------------------------------------------------------------------------------------

    def front_of(self, client: Client) -> Client | None:
        """Another connection of the client's player that is in front here, unless it is an older one of the same page:
        that has died unnoticed."""
        seat = self._room.seat_of(client.player)
        front = None if seat is None else self.seated[seat]
        return None if front is client or front is None or _are_one_page(front, client) else front

    def enter(self, client: Client) -> None:
        """Let somebody look; in a seat of theirs the newest connection wins."""
        seat = self._room.seat_of(client.player)
        if seat is None:
            self.viewers.add(client)
            self._tell_presence_soon()
        elif self.seated[seat] is not client:
            self._take_seat(seat, client)
            self.tell_presence()

    def stand_behind(self, client: Client) -> None:
        """Count in a connection of a player who has a newer one in front."""
        seat = self._room.seat_of(client.player)
        assert seat is not None
        if client not in self._behind[seat]:
            self._behind[seat].insert(0, client)
        client.say(Replaced(self._room.id))

    def seat_players(self) -> None:
        """Have those who look at a room in which they have just got a seat take it."""
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
        """Count in a client that has just taken a seat of the room."""
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
        self._room.gone_since[seat] = None
        self.company.set()

    def leave(self, client: Client, at: int) -> Client | None:
        """Somebody stopped looking; the connection that comes to the front instead, which is to be shown the room. The
        late close of a connection that was replaced by one of its own page changes nothing."""
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
        self._room.gone_since[seat] = at
        self.tell_presence()
        return None

    def dismiss_player(self, player: str, at: int) -> None:
        """Somebody looks no longer, on any connection: the seat is about to be another's."""
        seat = self._room.seat_of(player)
        if seat is not None:
            self._behind[seat].clear()
        for viewer in [each for each in self.viewers if each.player == player]:
            self.leave(viewer, at)

    def note_command(self, seat: int, at: int) -> None:
        """Who has a seat sends a command: whoever has not entered, as some do not after a restart, is here all the
        same, and not gone for longer than since then."""
        self.company.set()
        gone = self._room.gone_since[seat]
        if gone is not None:
            self._room.gone_since[seat] = max(gone, at)

    def note_gone(self, at: int) -> None:
        """No person is connected, as after a restart, but for those who look."""
        for seat in (0, 1):
            if self._room.seats[seat] is not None and not self._room.is_bot(seat) and self.seated[seat] is None:
                self._room.gone_since[seat] = at

    def dismiss(self) -> None:
        """The room is no more."""
        self.send(Error("unknown_room", room=self._room.id))
        self.viewers.clear()
        self.seated[:] = [None, None]
        for behind in self._behind:
            behind.clear()

    def _dismiss_strangers(self) -> None:
        """Whoever found a private room still open has no business at the game."""
        for viewer in [viewer for viewer in self.viewers if self._room.seat_of(viewer.player) is None]:
            viewer.say(Error("private_room", room=self._room.id))
            self.viewers.discard(viewer)

    # --- what they are told ---------------------------------------------------------------------------------------

    def send(self, message: Error | Forbidden | Queued | RatingsTold) -> None:
        """Send the same to everybody."""
        payload = encode(message)
        for viewer in self.viewers:
            viewer.send(payload)

    def show(self, now: int) -> None:
        """Show the room whole to everybody."""
        shown: dict[int | None, bytes] = {}  # the same for all who have no seat: there may be hundreds
        for viewer in self.viewers:
            seat = self._room.seat_of(viewer.player)
            if seat not in shown:
                shown[seat] = encode(snapshot.make_state(self._room, now, seat, self.watchers))
            viewer.send(shown[seat])

    def tell_presence(self) -> None:
        """Tell everybody who is there."""
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
        """Tell nobody any more who came and went."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None


def _are_one_page(one: Client, other: Client) -> bool:
    """Whether two connections are of one page, which has lost the older of them."""
    return bool(one.page) and one.page == other.page
