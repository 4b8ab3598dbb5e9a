"""The seeks of this process's clients, in an installation of several processes: made, kept up and ended at the matcher.

This process remembers each seek as long as its client stands behind it, and tells the matcher all of them every moment.
So a lost message costs a moment, and a matcher that has only just begun to lead learns of all seeks. A seek that the
matcher knows to have ended has become a game if the store says so.
"""

import asyncio
import hashlib
import logging
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import MsgspecError
from msgspec.structs import replace

from server.background import Background
from server.bus.bus import Bus, NoAnswer
from server.errors import Refused, StoreError, TengenError
from server.handlers import Client
from server.protocol.inbound import AcceptSeek, MakeSeek, Sit
from server.protocol.outbound import BotOffered, SeekEnded, SeekInfo, SeekMatched
from server.protocol.values import Who
from server.rooms.creation import PairRooms
from server.rooms.feature import RoomsFeature
from server.seeks.keeper import MATCH_S
from server.seeks.matcher import (
    ASKED,
    NEWS,
    SEATS,
    AcceptTold,
    Answer,
    BeatsTold,
    Compared,
    FarRefusal,
    GameBegun,
    Matcher,
    Question,
    Sat,
    SeekBeat,
    SeekerTold,
    ShownTold,
    SitTold,
    Wish,
    WishTold,
    WithdrawTold,
    claim,
    decode_answer,
    encode,
    name_claim,
    read_refusal,
    refuse,
)
from server.signals import SeeksChanged, Signals
from server.steady_time import Now
from server.store import answers
from server.store.database import Database
from server.store.sql import Conflict

log = logging.getLogger("tengen.seeks")

BEAT_S = 1.5
"""Interval in which the matcher is told all seeks: with a page's own of five seconds still fresh."""
LEAD_S = 2.0
"""Interval in which a process asks whether to lead."""
ASK_S = 3.0
"""Time in which the matcher must answer."""
SHOWN_S = 10.0
"""How long the seeks that the matcher showed last are shown."""

_decode_told = msgspec.msgpack.Decoder(SeekerTold | ShownTold).decode
_decode_sit = msgspec.msgpack.Decoder(SitTold).decode


class RoomSeats:
    """Seats in the rooms of this process."""

    def __init__(self, table: RoomsFeature, now: Now) -> None:
        self._table = table
        self._now = now

    async def take(self, client: Client, room: str) -> Who:
        """Seat a client of this process in a room. Return the opponent there."""
        await self._table.messages.sit(client, Sit(f"seek.{room}", room), self._now())
        table = self._table.rooms.tables.get(room)
        return (None if table is None else table.room.seats[0]) or Who()

    async def find_opponent(self, room: str, player: str) -> Who:
        """Return the other player of a room. Raises Refused if it was deleted."""
        async with self._table.rooms.tables.hold(room) as table:
            seats = table.room.seats
            return next((who for who in seats if who is not None and who.id != player), Who())


class Wishes:
    """Seeks of this process's clients, at the ``matcher`` here or in another process.

    Games begin in ``pairs``; ``seats`` are those of rooms. Emits `SeeksChanged`.
    """

    def __init__(
        self,
        matcher: Matcher,
        bus: Bus,
        store: Database,
        now: Now,
        signals: Signals,
        *,
        pairs: PairRooms,
        seats: RoomSeats,
    ) -> None:
        self._matcher = matcher
        self._bus = bus
        self._store = store
        self._now = now
        self._signals = signals
        self._pairs = pairs
        self._seats = seats
        self._background = Background()
        self._heard: dict[Client, int] = {}
        self._wishes: dict[str, tuple[Client, Wish]] = {}
        self._shown: list[SeekInfo] = []
        self._shown_at = 0.0
        self._due = asyncio.Event()
        self._showing: asyncio.TimerHandle | None = None
        matcher.tell_here = self._tell
        matcher.sit_here = self._sit_down
        signals.on(SeeksChanged, lambda _: self._show_soon())

    async def start(self) -> None:
        """Listen to the matcher."""
        await self._bus.subscribe(NEWS, self._hear)
        await self._bus.subscribe(f"{ASKED}.{self._bus.name}", self._hear)
        await self._bus.serve(f"{SEATS}.{self._bus.name}", SEATS, self._serve_sit)
        self._bus.on_return(self._due.set)

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work."""
        yield self._keep_leading()
        yield self._keep_comparing()

    async def close(self) -> None:
        """Cease to lead, and stop."""
        if self._showing is not None:
            self._showing.cancel()
        await self._matcher.close()
        await self._background.close()

    # --- what clients do ------------------------------------------------------------------------------------------

    def meet(self, client: Client, at: int) -> None:
        """Add a client."""
        self._heard[client] = at

    def hear(self, client: Client, at: int) -> None:
        """Record a heartbeat of a client."""
        if client in self._heard:
            self._heard[client] = at

    def forget(self, client: Client) -> None:
        """Withdraw the seeks of a client that is gone."""
        self._heard.pop(client, None)
        for seek, (owner, wish) in list(self._wishes.items()):
            if owner is client:
                del self._wishes[seek]
                self._background.spawn(self._tell_withdrawn(wish.player, seek))

    async def make(self, client: Client, message: MakeSeek, at: int) -> str:
        """Make a seek of a client. Return its id; a repeated command returns the same. Raises Refused as
        `SeekKeeper.make`, but does so only if there is a matcher now: else the seek waits for one.
        """
        if client not in self._heard:
            raise Refused(code="signed_out")
        self._heard[client] = at
        id = _name_seek(client.player, message.id)
        if await answers.find(self._store, client.player, name_claim(id)) is not None or id in self._wishes:
            return id
        if client not in self._heard:
            raise Refused(code="signed_out")
        wish = Wish(
            *(id, self._bus.name, client.player, client.name, client.address),
            *(message, at, at),
        )
        self._wishes[id] = client, wish
        try:
            await self._make(wish)
        except Refused:
            self._wishes.pop(id, None)
            raise
        return id

    def find(self, seek: str) -> Wish:
        """Return a seek of a client here; raises KeyError."""
        return self._wishes[seek][1]

    async def _make(self, wish: Wish) -> None:
        with suppress(NoAnswer):  # the next matcher hears of it
            answer = await self._ask(WishTold(wish))
            if isinstance(answer, FarRefusal) and not answer.failed:
                raise read_refusal(answer)

    async def withdraw(self, client: Client, id: str) -> None:
        """Withdraw a seek of the client's player; do nothing if it is gone. Raises Refused("unknown_seek") for one that
        has become a game, and for another player's.
        """
        with suppress(Conflict):
            await self._store.execute(claim(client.player, id, None, self._now()))
        claimed = await answers.find(self._store, client.player, name_claim(id))
        if claimed is not None and claimed.room is not None:
            raise Refused(code="unknown_seek")
        self._wishes.pop(id, None)
        await self._tell_withdrawn(client.player, id)

    async def _tell_withdrawn(self, player: str, id: str) -> None:
        with suppress(NoAnswer):  # nobody names it any more
            await self._ask(WithdrawTold(player, id))

    async def accept(self, client: Client, message: AcceptSeek, at: int) -> str:
        """Begin the game of a seek with a client. Return the room. Raises Refused as `SeekKeeper.accept`, and
        StoreError in doubt.
        """
        asked = AcceptTold(
            *(self._bus.name, client.player, client.name, client.address, message.seek, message.id, at),
        )
        try:
            answer = await self._ask(asked)
        except NoAnswer as error:
            room = await self._pairs.find(client.player, message.id)
            if room is None:
                raise StoreError(f"nobody matches seeks now: {error}") from error
            return room
        if isinstance(answer, GameBegun):
            return answer.room
        raise _read_error(answer)

    async def _ask(self, question: Question) -> Answer:
        """Ask the matcher; raises NoAnswer."""
        if self._matcher.leads:
            return await self._matcher.answer(question)
        payload = await self._bus.request(ASKED, encode(question), ASK_S)
        try:
            return decode_answer(payload)
        except MsgspecError as error:
            raise NoAnswer(f"the matcher answers what this process does not understand: {error}") from error

    # --- what the matcher says ------------------------------------------------------------------------------------

    def list_shown(self) -> list[SeekInfo]:
        """List the seeks for the lobby, as the matcher last showed them."""
        if self._matcher.leads:
            return self._matcher.keeper.list_shown()
        return self._shown if asyncio.get_running_loop().time() - self._shown_at < SHOWN_S else []

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = _decode_told(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        if isinstance(told, SeekerTold):
            self._tell(told.message)
            return
        before, self._shown = self.list_shown(), told.seeks
        self._shown_at = asyncio.get_running_loop().time()
        if before != self._shown:
            self._signals.hear(SeeksChanged())
        if told.new:
            self._due.set()

    def _tell(self, message: SeekMatched | SeekEnded | BotOffered) -> None:
        """Tell the client behind a seek, once that it has ended."""
        known = self._wishes.get(message.seek)
        if known is not None:
            if not isinstance(message, BotOffered):
                del self._wishes[message.seek]
            known[0].say(message)

    async def _serve_sit(self, payload: bytes) -> bytes:
        return encode(await self._sit_down(_decode_sit(payload)))

    async def _sit_down(self, told: SitTold) -> Sat | FarRefusal:
        """Take a seat for a client of this process, whose seek it claims."""
        known = self._wishes.get(told.seek)
        if known is None:
            return refuse(Refused(code="unknown_seek"))
        client, player = known[0], known[0].player
        try:
            await self._store.execute(claim(player, told.seek, told.room, self._now()))
            try:
                opponent = await self._seats.take(client, told.room)
            except Refused:
                await self._store.execute(answers.take_back(player, name_claim(told.seek)))
                raise
        except TengenError as error:
            return refuse(error)
        self._tell(SeekMatched(told.seek, told.room, opponent))
        return Sat(opponent)

    # --- background -----------------------------------------------------------------------------------------------

    async def _keep_leading(self) -> None:
        while True:
            if await self._matcher.look():
                self._due.set()
                self._signals.hear(SeeksChanged())
            await asyncio.sleep(LEAD_S)

    async def _keep_comparing(self) -> None:
        """Keep the matcher informed of all seeks, and the other processes of those that are shown."""
        named = False
        shown_at = 0.0
        loop = asyncio.get_running_loop()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._due.wait()
            self._due.clear()
            if self._wishes or named:
                named = bool(self._wishes)
                try:
                    await self.compare()
                except NoAnswer as error:
                    log.debug("seeks wait for a matcher: %s", error)
                except TengenError as error:
                    log.warning("seeks wait: %s", error)
            if loop.time() - shown_at >= MATCH_S:
                shown_at = loop.time()
                self._matcher.show()

    async def compare(self) -> None:
        """Tell the matcher all seeks, make those again that it does not know, and end those that have ended. Raises
        NoAnswer.
        """
        beats = [
            SeekBeat(seek, self._heard.get(client, wish.heard), client.name)
            for seek, (client, wish) in self._wishes.items()
        ]
        answer = await self._ask(BeatsTold(self._bus.name, beats))
        if not isinstance(answer, Compared):
            return
        for seek in answer.ended:
            await self._settle(seek)
        for seek in answer.unknown:
            known = self._wishes.get(seek)
            if known is None or await self._settle_claimed(seek):
                continue
            client, wish = known
            try:
                await self._make(replace(wish, name=client.name, heard=self._heard.get(client, wish.heard)))
            except Refused:
                self._tell(SeekEnded(seek))

    async def _settle(self, seek: str) -> None:
        """Tell a client how its seek has ended."""
        if not await self._settle_claimed(seek):
            self._tell(SeekEnded(seek))

    async def _settle_claimed(self, seek: str) -> bool:
        """Tell a client that its seek has become a game, or was withdrawn; return False if it was neither."""
        known = self._wishes.get(seek)
        if known is None:
            return True
        player = known[1].player
        try:
            claimed = await answers.find(self._store, player, name_claim(seek))
            if claimed is None:
                return False
            if claimed.room is None:
                self._wishes.pop(seek, None)
            else:
                self._tell(SeekMatched(seek, claimed.room, await self._seats.find_opponent(claimed.room, player)))
        except (StoreError, Refused) as error:
            log.warning("the end of seek %s is not known: %s", seek, error)
        return True

    def _show_soon(self) -> None:
        """Tell the other processes of the shown seeks; several changes together."""
        if self._matcher.leads and self._showing is None:
            self._showing = asyncio.get_running_loop().call_later(0.05, self._show)

    def _show(self) -> None:
        self._showing = None
        self._matcher.show()


def _name_seek(player: str, command: str) -> str:
    """Return the id of the seek that a command makes: the same in every process."""
    return hashlib.sha256(f"{player}\n{command}".encode()).hexdigest()[:20]


def _read_error(answer: Answer) -> TengenError:
    return read_refusal(answer) if isinstance(answer, FarRefusal) else StoreError(f"another process answers {answer}")
