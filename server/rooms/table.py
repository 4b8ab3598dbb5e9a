"""A live room: the room itself, who looks at it, and the bot in its seat."""

import asyncio
from collections.abc import Callable

from msgspec.json import Encoder

from bots.executor import BotSeat
from bots.workers.turns import Asker
from server.protocol.events import RoomEvent
from server.protocol.outbound import Error, Events, Forbidden, LobbyRoom, Queued, Replaced, RoomPresence
from server.rooms import snapshot
from server.rooms.room import Room
from server.rooms.viewer import Viewer

encode = Encoder().encode

PRESENCE_DELAY_S = 0.2
"""Spectators come and go in crowds; their number is told at most this often."""


class Table:
    """One live room. Whoever changes the room holds ``lock`` from the judging to the broadcast."""

    __slots__ = (
        "_telling",
        "ahead",
        "armed_at",
        "bot",
        "company",
        "forbidden",
        "hinting",
        "lock",
        "on_presence",
        "room",
        "seated",
        "thinking",
        "viewers",
    )

    def __init__(self, room: Room, on_presence: Callable[["Table"], None]) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.seated: list[Viewer | None] = [None, None]
        self.bot: BotSeat | None = None
        self.ahead: int | None = None
        """How many moves of bots come before the one that is waited for here, once that is worth telling."""
        self.company = asyncio.Event()
        """Set once a player is there, by a command or at the table: before that a bot has nobody to think for."""
        self.thinking: asyncio.Task[None] | None = None
        self.hinting: tuple[int, asyncio.Task[None]] | None = None
        self.armed_at: int | None = None
        self.forbidden: Forbidden | None = None
        self.on_presence = on_presence
        self._telling: asyncio.TimerHandle | None = None

    @property
    def watchers(self) -> int:
        """How many look on without a seat."""
        return len(self.viewers) - sum(viewer is not None for viewer in self.seated)

    @property
    def lag_ms(self) -> int:
        """Lag of the player to move, 0 for a bot or somebody who is gone."""
        seat = self.room.seat_to_move
        viewer = None if seat is None else self.seated[seat]
        return 0 if viewer is None else viewer.lag_ms

    def enter(self, viewer: Viewer, at: int) -> None:
        """Let somebody look; in a seat of theirs the newest connection wins."""
        self.viewers.add(viewer)
        seat = self.room.seat_of(viewer.player)
        if seat is None:
            self._tell_presence_soon()
        elif self.seated[seat] is not viewer:
            older = self.seated[seat]
            self._take_seat(seat, viewer)
            if older is not None:
                self.viewers.discard(older)
                older.send(encode(Replaced(self.room.id)))
            self.tell_presence()

    def seat(self, viewer: Viewer) -> None:
        """A viewer has just taken a seat of the room."""
        seat = self.room.seat_of(viewer.player)
        if seat is not None:
            self.viewers.add(viewer)
            self._take_seat(seat, viewer)
            if self.room.created.visibility == "private":
                self._dismiss_strangers()
            self.tell_presence()

    def _take_seat(self, seat: int, viewer: Viewer) -> None:
        self.seated[seat] = viewer
        self.room.gone_since[seat] = None
        self.company.set()

    def _dismiss_strangers(self) -> None:
        """Whoever found a private room still open has no business at the game."""
        for viewer in [viewer for viewer in self.viewers if self.room.seat_of(viewer.player) is None]:
            viewer.send(encode(Error("private_room", room=self.room.id)))
            self.viewers.discard(viewer)

    def tell_queue(self, ahead: int | None) -> None:
        """Tell everybody how many moves come before the bot's, or that it thinks now."""
        self.ahead = ahead
        payload = encode(Queued(self.room.id, ahead))
        for viewer in self.viewers:
            viewer.send(payload)

    def asker(self, address: str) -> Asker:
        """The person who plays against a bot here, as the bots' queue sees it."""
        person = 0 if self.room.is_bot(1) else 1
        who = self.room.seats[person]
        return Asker(address, "" if who is None else who.id, lambda: self.seated[person] is not None)

    def show(self, now: int) -> None:
        """Show the room whole to everybody."""
        shown: dict[int | None, bytes] = {}  # the same for all who have no seat: there may be hundreds
        for viewer in self.viewers:
            seat = self.room.seat_of(viewer.player)
            if seat not in shown:
                shown[seat] = encode(snapshot.state(self.room, now, seat, self.watchers))
            viewer.send(shown[seat])

    def dismiss(self) -> None:
        """The room is no more."""
        for viewer in self.viewers:
            viewer.send(encode(Error("unknown_room", room=self.room.id)))
        self.viewers.clear()

    def leave(self, viewer: Viewer, at: int) -> None:
        """Somebody stopped looking. The late close of a replaced connection changes nothing."""
        if viewer not in self.viewers:
            return
        self.viewers.discard(viewer)
        if viewer in self.seated:
            seat = self.seated.index(viewer)
            self.seated[seat] = None
            self.room.gone_since[seat] = at
            self.tell_presence()
        else:
            self._tell_presence_soon()

    def everybody_gone(self, at: int) -> None:
        """No person is connected, as after a restart, but for those who are at the table."""
        for seat in (0, 1):
            if self.room.seats[seat] is not None and not self.room.is_bot(seat) and self.seated[seat] is None:
                self.room.gone_since[seat] = at

    def broadcast(self, events: list[RoomEvent], now: int, mover: Viewer | None = None, ack: bytes = b"") -> None:
        """Tell everybody what has been stored, and ``mover`` before that that its command is done."""
        payload = encode(self.message(events, now)) if self.viewers else b""
        if mover is not None:
            if mover in self.viewers:
                mover.send(ack, payload)
            else:
                mover.send(ack)
        for viewer in self.viewers:
            if viewer is not mover:
                viewer.send(payload)

    def message(self, events: list[RoomEvent], now: int) -> Events:
        """Events as a message, with the clocks as they stand after the last."""
        room = self.room
        running = room.clock.running if room.timed else None
        return Events(room.id, now, snapshot.told(room, events), room.left(now), running, room.first_move_by)

    def tell_presence(self) -> None:
        """Tell everybody who is there."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        if self.viewers:
            payload = encode(RoomPresence(self.room.id, snapshot.presence(self.room, self.watchers)))
            for viewer in self.viewers:
                viewer.send(payload)
        self.on_presence(self)

    def _tell_presence_soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_DELAY_S, self._tell_now)

    def _tell_now(self) -> None:
        self._telling = None
        self.tell_presence()

    def lobby_line(self) -> LobbyRoom | None:
        """What the lobby shows: public rooms that are open, and those where somebody plays."""
        return snapshot.lobby_line(self.room, self.watchers)

    def stop_thinking(self) -> None:
        """The bot's search is of no use any more."""
        self.ahead = None
        if self.thinking is not None:
            self.thinking.cancel()
            self.thinking = None

    def stop_hinting(self) -> None:
        """The hint is of no use any more; it was asked for at some ply and is being worked out."""
        if self.hinting is not None:
            self.hinting[1].cancel()
            self.hinting = None

    async def close(self) -> None:
        """Forget the bot and every timer."""
        if self._telling is not None:
            self._telling.cancel()
        self.stop_hinting()
        await self.dismiss_bot()

    async def dismiss_bot(self) -> None:
        """The bot is not asked again, and gives back what it holds."""
        self.stop_thinking()
        if self.bot is not None:
            bot, self.bot = self.bot, None
            await bot.close()
