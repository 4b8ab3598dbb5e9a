"""The matcher of an installation of several processes: the process that leads in seeks keeps them all.

The store says who leads (`Database.lead`). Every other process asks the leader by the bus (`server.seeks.wishes`), and
tells it every moment which seeks its clients stand behind: a leader that knows nothing yet thus hears of all of them.
For a short time two processes may take themselves for leaders. So the transaction of a game *claims* its seeks: the
store takes a claim once.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from msgspec import MsgspecError, Struct

from server.bus.bus import Bus, Unserve
from server.errors import Refused, StoreError, TengenError
from server.protocol.inbound import MakeSeek
from server.protocol.outbound import Ack, BotOffered, SeekEnded, SeekInfo, SeekMatched
from server.protocol.values import Who
from server.ratings.held import ReadRatings
from server.rooms.creation import PairRooms
from server.seeks.keeper import SeekKeeper
from server.seeks.matching import Seek
from server.steady_time import Now
from server.store import answers
from server.store.database import Database
from server.store.sql import Statement

log = logging.getLogger("tengen.seeks")

SETTLED_MS = 10_000
"""Age of a seek from which its process must name it; the message that made it may pass an older list of seeks."""
MOST_REMEMBERED = 10_000
"""Most seeks with a remembered end."""
ASKED = "seeks"
"""Subject of questions to the leader; with a process's name it is that of messages to the process."""
SEATS = "seats"
"""With a process's name the subject of requests to seat a client there."""
NEWS = "seeks.news"
"""Subject of what the leader shows to all."""
ALONE_S = 10.0
"""Time without the bus after which a process does not lead: more than a restart of the bus."""
SIT_S = 3.0
"""Time in which a process must seat a client."""

# --- messages between processes ---------------------------------------------------------------------------------------


class Wish(Struct, frozen=True):
    """A seek, as the process of its client remembers it. Times are in ms."""

    id: str
    process: str
    player: str
    name: str
    address: str
    command: MakeSeek
    since: int
    heard: int


class WishTold(Struct, frozen=True, tag="wish"):
    """A seek is made, or made again."""

    wish: Wish


class WithdrawTold(Struct, frozen=True, tag="withdraw"):
    """A seek is withdrawn."""

    player: str
    seek: str


class AcceptTold(Struct, frozen=True, tag="accept"):
    """A player of a process wants the game of a seek, by a command at a time in ms."""

    process: str
    player: str
    name: str
    address: str
    seek: str
    command: str
    at: int


class SeekBeat(Struct, frozen=True, array_like=True):
    """A seek whose client was heard at a time in ms, with its player's name."""

    seek: str
    heard: int
    name: str


class BeatsTold(Struct, frozen=True, tag="beats"):
    """All seeks of a process."""

    process: str
    beats: list[SeekBeat]


class SitTold(Struct, frozen=True, tag="sit"):
    """A client of the process that hears this shall sit down in a room that fits its seek."""

    seek: str
    room: str


class SeekerTold(Struct, frozen=True, tag="seeker"):
    """A message for the client behind a seek."""

    message: SeekMatched | SeekEnded | BotOffered


class ShownTold(Struct, frozen=True, tag="shown"):
    """The seeks that the lobbies show; ``new`` if the leader has only just begun to lead."""

    seeks: list[SeekInfo]
    new: bool = False


class SeekMade(Struct, frozen=True, tag="made"):
    """The answer to a wish: the id of its seek."""

    seek: str


class SeekWithdrawn(Struct, frozen=True, tag="done"):
    """The answer to a withdrawal."""


class GameBegun(Struct, frozen=True, tag="begun"):
    """The room in which a game has begun."""

    room: str


class Sat(Struct, frozen=True, tag="sat"):
    """The opponent of a client that has sat down."""

    opponent: Who


class Compared(Struct, frozen=True, tag="compared"):
    """Seeks of a process that the leader does not know, and those that have ended."""

    unknown: list[str]
    ended: list[str]


class FarRefusal(Struct, frozen=True, tag="refusal"):
    """The code and the details of a refusal; ``failed`` if the store has failed."""

    code: str
    detail: dict[str, str | int]
    failed: bool = False


Question = WishTold | WithdrawTold | AcceptTold | BeatsTold
Answer = SeekMade | SeekWithdrawn | GameBegun | Compared | FarRefusal
encode = msgspec.msgpack.Encoder().encode
_decode_question = msgspec.msgpack.Decoder(Question).decode
_answer_decoder = msgspec.msgpack.Decoder(Answer)
_decode_seat = msgspec.msgpack.Decoder(Sat | FarRefusal).decode


def decode_answer(payload: bytes) -> Answer:
    """Decode an answer; raises MsgspecError."""
    answer: Answer = _answer_decoder.decode(payload)
    return answer


def refuse(error: TengenError) -> FarRefusal:
    """Convert an error to an answer."""
    return FarRefusal(error.code, error.detail, isinstance(error, StoreError))


def read_refusal(answer: FarRefusal) -> TengenError:
    """Convert an answer to the error to raise."""
    if answer.failed:
        return StoreError(f"another process: {answer.code}")
    error = Refused(code=answer.code)
    error.detail = answer.detail
    return error


# --- claims -----------------------------------------------------------------------------------------------------------


def name_claim(seek: str) -> str:
    """Return the command under which the claim of a seek is stored as its answer."""
    return f"seek.{seek}"  # no client's command: their ids have no dot


def claim(player: str, seek: str, room: str | None, at: int) -> Statement:
    """Build a statement that claims a player's seek for a room, or for its withdrawal. It raises Conflict if the seek
    is claimed already.
    """
    return answers.keep(player, Ack(name_claim(seek), room), at)


# --- the leader -------------------------------------------------------------------------------------------------------


class Seeker:
    """A `server.handlers.Client` in any process, as the matcher sees it: ``tell(message)`` reaches it."""

    secret = b""
    device = page = agent = ""
    lag_ms = 0

    def __init__(self, process: str, player: str, name: str, address: str, tell: Callable[["Seeker", Any], None]):
        self.process = process
        self.player = player
        self.name = name
        self.address = address
        self._tell = tell

    def send(self, *payloads: bytes) -> None:
        """Do nothing: a matcher says messages."""

    def say(self, message: Any) -> None:
        """Have its process tell the client."""
        self._tell(self, message)

    async def close(self, code: int, reason: str) -> None:
        """Do nothing."""


class Matcher:
    """Answers for all processes through ``keeper``, while this process leads.

    ``read_ratings`` returns a player's ratings by pool; games begin in ``pairs``. ``here`` hears what is told to
    clients of this process, and seats them.
    """

    def __init__(
        self,
        keeper: SeekKeeper,
        bus: Bus,
        store: Database,
        now: Now,
        *,
        read_ratings: ReadRatings,
        pairs: PairRooms,
    ) -> None:
        self.keeper = keeper
        self._bus = bus
        self._store = store
        self._now = now
        self._read_ratings = read_ratings
        self._pairs = pairs
        self.tell_here: Callable[[SeekMatched | SeekEnded | BotOffered], None] = lambda message: None
        """Tells a client of this process."""
        self.sit_here: Callable[[SitTold], Awaitable[Sat | FarRefusal]]
        """Seats a client of this process."""
        self._seekers: dict[str, Seeker] = {}
        """By seek."""
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._unserve: Unserve | None = None
        self._connected_at = 0.0
        """When the bus was last seen to be there, by the loop's time."""

    @property
    def leads(self) -> bool:
        """Whether this process leads, as far as it knows."""
        return self._unserve is not None

    async def look(self) -> bool:
        """Ask the store whether to lead, and begin or cease to. Return whether this has changed.

        A process that the bus has not reached for a while leaves it to one that hears the others.
        """
        now = asyncio.get_running_loop().time()
        if self._bus.connected:
            self._connected_at = now
        leads = False
        try:
            if now - self._connected_at < ALONE_S:
                leads = await self._store.lead("seeks")
            else:
                await self._store.stop_leading("seeks")
        except StoreError as error:
            log.warning("nobody knows who matches seeks: %s", error)
        if leads == self.leads:
            return False
        if leads:
            self._unserve = await self._bus.serve(ASKED, ASKED, self._serve)
            self.show(new=True)
        else:
            await self.close()
        return True

    async def close(self) -> None:
        """Cease to lead; the seeks are the next leader's."""
        if self._unserve is not None:
            unserve, self._unserve = self._unserve, None
            await unserve()
        seekers = set(self._seekers.values())
        self._seekers.clear()
        for seeker in seekers:
            self.keeper.forget(seeker)

    def show(self, *, new: bool = False) -> None:
        """Tell the other processes of the seeks that lobbies show."""
        if self.leads:
            self._bus.publish(NEWS, encode(ShownTold(self.keeper.list_shown(), new)))

    # --- questions ------------------------------------------------------------------------------------------------

    async def _serve(self, payload: bytes) -> bytes:
        try:
            question = _decode_question(payload)
        except MsgspecError as error:
            raise StoreError(f"another process asks what this one does not understand: {error}") from error
        return encode(await self.answer(question))

    async def answer(self, question: Question) -> Answer:
        """Answer a process."""
        try:
            match question:
                case WishTold(wish):
                    return await self._make(wish)
                case WithdrawTold(player, seek):
                    await self.keeper.settle(seek)
                    self._withdraw(player, seek)
                    return SeekWithdrawn()
                case AcceptTold():
                    return await self._accept(question)
                case BeatsTold():
                    return self._compare(question)
        except TengenError as error:
            return refuse(error)

    async def _make(self, wish: Wish) -> SeekMade:
        held = await self._read_ratings(wish.player)
        if wish.id in self._seekers or wish.id in self._ended:
            return SeekMade(wish.id)
        seeker = Seeker(wish.process, wish.player, wish.name, wish.address, self._tell)
        self.keeper.meet(seeker, wish.heard)
        try:
            self.keeper.make(seeker, wish.command, wish.since, held, wish.id)
        except Refused:
            self.keeper.forget(seeker)
            raise
        self.keeper.hear(seeker, wish.heard)
        self._seekers[wish.id] = seeker
        return SeekMade(wish.id)

    def _withdraw(self, player: str, seek: str) -> None:
        seeker = self._seekers.get(seek)
        if seeker is not None and seeker.player == player:
            self._end(seek)

    async def _accept(self, asked: AcceptTold) -> GameBegun:
        room = await self._pairs.find(asked.player, asked.command)
        if room is None:
            held = await self._read_ratings(asked.player)
            seeker = Seeker(asked.process, asked.player, asked.name, asked.address, self._tell)
            room = await self.keeper.accept(seeker, asked.seek, asked.command, asked.at, held)
        return GameBegun(room)

    def _compare(self, told: BeatsTold) -> Compared:
        unknown, ended = [], []
        for beat in told.beats:
            seeker = self._seekers.get(beat.seek)
            if seeker is not None:
                self.keeper.hear(seeker, beat.heard)
                if seeker.name != beat.name:
                    seeker.name = beat.name
                    self.keeper.rename(seeker.player, beat.name)
            elif beat.seek in self._ended:
                ended.append(beat.seek)
            else:
                unknown.append(beat.seek)
        named = {beat.seek for beat in told.beats}
        settled = self._now() - SETTLED_MS
        for seek, seeker in list(self._seekers.items()):
            if seeker.process == told.process and seek not in named and self.keeper.is_older(seek, settled):
                self._end(seek)
        return Compared(unknown, ended)

    # --- what becomes of them -------------------------------------------------------------------------------------

    def _tell(self, seeker: Seeker, message: SeekMatched | SeekEnded | BotOffered) -> None:
        if not isinstance(message, BotOffered):
            self._end(message.seek)
        if seeker.process == self._bus.name:
            self.tell_here(message)
        else:
            self._bus.publish(f"{ASKED}.{seeker.process}", encode(SeekerTold(message)))

    def _end(self, seek: str) -> None:
        """Forget a seek, but remember that it has ended."""
        seeker = self._seekers.pop(seek, None)
        self._ended[seek] = None
        if len(self._ended) > MOST_REMEMBERED:
            self._ended.popitem(last=False)
        if seeker is not None:
            self.keeper.forget(seeker)

    async def end_claimed(self, seeks: Sequence[Seek]) -> None:
        """Forget those of some seeks that are claimed; their own processes find out by the store."""
        for seek in seeks:
            if await answers.find(self._store, seek.player, name_claim(seek.id)) is not None:
                self._end(seek.id)

    async def sit(self, client: Seeker, room: str, seek: str) -> Who:
        """Have a client's process seat it. Return the opponent. Raises Refused, and StoreError in doubt."""
        told = SitTold(seek, room)
        if client.process == self._bus.name:
            answer = await self.sit_here(told)
        else:
            try:
                answer = _decode_seat(await self._bus.request(f"{SEATS}.{client.process}", encode(told), SIT_S))
            except (TengenError, MsgspecError) as error:
                raise StoreError(f"nobody knows whether a player sat down: {error}") from error
        if isinstance(answer, FarRefusal):
            raise read_refusal(answer)
        return answer.opponent
