"""Talk in rooms: a remark is committed, acknowledged, and sent to all who may read it.

Players and watchers talk apart; players read the watchers once the game is over.
"""

import asyncio
import re
import unicodedata
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from typing import cast
from weakref import WeakValueDictionary

from server.background import Background
from server.errors import Refused, StoreError
from server.handlers import Client, Handlers
from server.moderation.blocks import Blocks
from server.moderation.roles import Roles
from server.moderation.sanctions import Sanctions, tell
from server.protocol.inbound import Say
from server.protocol.outbound import Ack, Remark, Said, TalkState, Unsaid
from server.protocol.values import PhraseName, TalkLevel, TalkSide, Who
from server.rooms.room import Room
from server.rooms.table import Table
from server.rooms.tables import Tables
from server.signals import RemarkHidden, RemarkSaid, SanctionsChanged, SettingsChanged, SidesChanged, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.people import remarks
from server.store.people.remarks import RemarkKind, StoredRemark
from server.store.sql import Conflict

LONGEST = 140
MOST_MARKS = 2
"""Combining marks on one character: no script in use needs more, and piles of them cover the lines above."""

WINDOW_MS = 10_000
MOST_IN_WINDOW = 4
ALIKE = 2
"""Weight of a remark that resembles a recent one."""
MOST_KEPT = 1000
"""Number of players after which those without a recent remark are dropped."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of control, format (including bidirectional), surrogate, private-use, unassigned and separator
characters.
"""
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Letters, marks and symbols that show nothing."""
_NOT_WORDS = re.compile(r"[\W_]+")


def clean_text(text: str) -> str:
    """Clean a text for display: NFC, single spaces, no invisible characters, none that change the writing direction.

    Full-width signs stay: Chinese is written with them. Raises Refused("bad_text") if the result is empty or too long.
    """
    shown: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category not in _HIDDEN and marks <= MOST_MARKS:
            shown.append(character)
    clean = " ".join(_BLANK.sub("", "".join(shown)).split())
    if not 0 < len(clean) <= LONGEST:
        raise Refused(code="bad_text", limit=LONGEST)
    return clean


def is_alike(one: str, other: str) -> bool:
    """Return whether two texts use nearly the same letters: up to an eighth of the longer may differ, in any order.

    This bounds their edit distance from below and takes some microseconds.
    """
    first, second = (Counter(_NOT_WORDS.sub("", text.casefold()) or text) for text in (one, other))
    differing = max((first - second).total(), (second - first).total())
    return differing * 8 <= max(first.total(), second.total())


class Flood:
    """Rate limit of remarks for each player, over the last ten seconds. ``now`` returns the time in ms."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._said: dict[str, deque[tuple[int, int, str]]] = {}

    def take(self, player: str, text: str) -> None:
        """Count one more remark; raises Refused("talk_flood") where that is too many."""
        now = self._now()
        said = self._said.setdefault(player, deque())
        while said and said[0][0] <= now - WINDOW_MS:
            said.popleft()
        counts = ALIKE if any(is_alike(text, before) for _, _, before in said) else 1
        if sum(each for _, each, _ in said) + counts > MOST_IN_WINDOW:
            raise Refused(code="talk_flood", seconds=(said[0][0] + WINDOW_MS - now + 999) // 1000)
        said.append((now, counts, text))
        self._prune(now)

    def note(self, player: str, text: str) -> None:
        """Count a remark that another process has let pass."""
        now = self._now()
        said = self._said.setdefault(player, deque())
        while said and said[0][0] <= now - WINDOW_MS:
            said.popleft()
        said.append((now, ALIKE if any(is_alike(text, before) for _, _, before in said) else 1, text))
        self._prune(now)

    def _prune(self, now: int) -> None:
        if len(self._said) > MOST_KEPT:
            self._said = {each: those for each, those in self._said.items() if those[-1][0] > now - WINDOW_MS}


MOST_SHOWN = 50
"""Most remarks shown to a client that enters."""
PLAYERS: Sequence[TalkSide] = ("players",)
WATCHERS: Sequence[TalkSide] = ("watchers",)
BOTH: Sequence[TalkSide] = ("players", "watchers")
SAY_COST = 4
"""Cost of a remark to its address, in messages: each is a row, and is sent to all viewers."""


class Talk:
    """Remarks at ``tables``, within the ``level`` that the operator permits. ``now`` returns the time in ms.

    ``shared`` if other processes have viewers of the same rooms. Each then tells its own viewers what the store has
    beyond the last remark that it has told them, whoever said it. Emits `RemarkSaid`.
    """

    def __init__(
        self,
        store: Database,
        tables: Tables,
        now: Now,
        level: TalkLevel,
        *,
        blocks: Blocks,
        roles: Roles,
        sanctions: Sanctions,
        signals: Signals,
        shared: bool = False,
    ) -> None:
        self._signals = signals
        self._told: dict[str, int] | None = {} if shared else None
        """The newest remark told in each room that somebody looks at here; None where nobody else tells any."""
        self._newest = 0
        """The newest remark that was looked for, in any room."""
        self._store = store
        self._tables = tables
        self._now = now
        self.level: TalkLevel = level
        self.watchers: TalkLevel | None = None
        """Level of the watchers; None for the same as players."""
        self._blocks = blocks
        self._roles = roles
        self._sanctions = sanctions
        self._flood = Flood(now)
        self._background = Background()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By room: serialises storing, reading and sending of remarks."""

    def register(self, handlers: Handlers) -> None:
        """Register the handler of `say`."""
        handlers.add(Say, self._say, address_cost=SAY_COST)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to changes of who may say or read what."""
        signals.on(RemarkHidden, lambda hidden: self.hide(hidden.remark, hidden.room))
        signals.on(SanctionsChanged, lambda change: self.sanctions_changed(change.player))
        signals.on(SidesChanged, lambda change: self.sides_changed(change.room))
        signals.on(SettingsChanged, self._follow_settings)
        if self._told is not None:
            signals.on(RemarkSaid, self._follow_remark, theirs=True)

    async def _follow_remark(self, said: RemarkSaid) -> None:
        self._flood.note(said.player, said.body)
        await self._hear(said.room)

    def _follow_settings(self, change: SettingsChanged) -> None:
        watchers = change.values["talk_watchers"]
        self.allow(change.values["talk"], None if watchers == "same" else watchers)

    async def close(self) -> None:
        """Cancel pending broadcasts."""
        await self._background.close()

    # --- saying ---------------------------------------------------------------------------------------------------

    async def _say(self, client: Client, message: Say, at: int) -> None:
        table = self._tables.get(message.room)
        said = await remarks.find_of_command(self._store, client.player, message.id)
        if said is not None:
            client.say(Ack(message.id, said.room))
            return
        if table is None or client not in table.audience.viewers:
            raise Refused(code="not_here")
        side = side_of(table.room, client.player)
        level = self._level_of(table.room, client.player)
        if level == "off" or (message.text is not None and level != "free"):
            raise Refused(code="talk_off", level=level)
        await self._sanctions.require_talk(client.player)
        kind: RemarkKind = "text" if message.phrase is None else "phrase"
        body = message.phrase or clean_text(message.text or "")
        self._flood.take(client.player, body)
        async with self._lock(message.room):
            serial = table.room.serial
            with suppress(Conflict):  # the same command on another connection was faster, or the room was deleted
                await remarks.insert(self._store, serial, side, client.player, message.id, kind, body, at)
            stored = await remarks.find_of_command(self._store, client.player, message.id)
            if stored is None:
                raise Refused(code="unknown_room")
            client.say(Ack(message.id, message.room))
            if self._told is None:
                self._tell(message.room, stored)
                return
            self._signals.emit(RemarkSaid(message.room, client.player, body))
            await self._tell_new(message.room)

    async def _tell_new(self, room: str) -> None:
        """Tell viewers here all remarks that they have not been told, in order, while the room's lock is held."""
        table = self._tables.get(room)
        if self._told is None or table is None or not table.audience.viewers:
            if self._told is not None:
                self._told.pop(room, None)
            return
        last = self._told.get(room)
        if last is None:  # nobody has been shown any yet
            return
        for stored in await remarks.list_after(self._store, table.room.serial, last):
            self._told[room] = stored.id
            self._tell(room, stored)

    async def _hear(self, room: str) -> None:
        """Tell viewers here what somebody has said in another process."""
        table = self._tables.get(room)
        if table is not None and table.audience.viewers:
            with suppress(StoreError):  # the next remark brings it
                async with self._lock(room):
                    await self._tell_new(room)

    async def start(self) -> None:
        """Look for new remarks from now on, where other processes tell some."""
        if self._told is not None:
            self._newest = await remarks.find_newest(self._store)

    async def look(self) -> None:
        """Tell viewers here what the store has and nobody has told, as the bus may have lost it. Raises StoreError."""
        found = await remarks.list_rooms_after(self._store, self._newest)
        for room in found:
            await self._hear(room)
        self._newest = max([self._newest, *found.values()])

    async def show_everywhere(self) -> None:
        """Show all viewers here the remarks as the store has them, as signals may have been lost."""
        for table in self._tables:
            if table.audience.viewers:
                await self._show_all(table.room.id, BOTH)

    def _tell(self, room: str, stored: StoredRemark) -> None:
        """Send a remark to the viewers of the room who may read it."""
        table = self._tables.get(room)
        if table is not None:
            for viewer in table.audience.viewers:
                if stored.side in _sides(table.room, viewer.player) and self._hears(viewer.player, stored):
                    viewer.say(Said(room, self._make_remark(stored)))

    # --- reading --------------------------------------------------------------------------------------------------

    async def greet(self, client: Client, room: str) -> None:
        """Send the latest remarks to a client that has entered a room."""
        async with self._lock(room):
            table = self._tables.get(room)
            if table is not None and client in table.audience.viewers:
                await self._show(table, client)

    def sides_changed(self, room: str) -> None:
        """Show the remarks again after somebody sat down or the game ended, as viewers may read others now."""
        table = self._tables.get(room)
        if table is not None and table.audience.viewers:
            self._background.spawn(self._show_all(room))

    def allow(self, players: TalkLevel, watchers: TalkLevel | None) -> None:
        """Set the levels of players and watchers, and tell all viewers."""
        if (players, watchers) == (self.level, self.watchers):
            return
        self.level, self.watchers = players, watchers
        self._background.spawn(self.show_everywhere())

    def sanctions_changed(self, player: str) -> None:
        """Show a player the rooms that they look at again, as they may talk now, or no longer."""
        for table in self._tables:
            if any(viewer.player == player for viewer in table.audience.viewers):
                self._background.spawn(self._show_to(table.room.id, player))

    async def _show_to(self, room: str, player: str) -> None:
        with suppress(StoreError):  # else it is shown when the player comes back
            async with self._lock(room):
                table = self._tables.get(room)
                for viewer in [] if table is None else list(table.audience.viewers):
                    if table is not None and viewer.player == player:
                        await self._show(table, viewer)

    async def _show_all(self, room: str, sides: Sequence[TalkSide] = PLAYERS) -> None:
        async with self._lock(room):
            table = self._tables.get(room)
            if table is not None:
                for viewer in list(table.audience.viewers):
                    if side_of(table.room, viewer.player) in sides:
                        try:
                            await self._show(table, viewer)
                        except StoreError:
                            return  # they are shown it when they come back

    async def _show(self, table: Table, client: Client) -> None:
        room, player = table.room, client.player
        sides = _sides(room, player)
        if self._told is not None:
            await self._tell_new(room.id)
            if room.id not in self._told:
                self._told[room.id] = await remarks.find_newest(self._store)
        found = await remarks.list_last(self._store, room.id, sides, MOST_SHOWN)
        muted = await self._sanctions.find_mute(player)
        if client not in table.audience.viewers or client.player != player or _sides(room, player) != sides:
            return  # gone, or about to be shown other sides
        client.say(
            TalkState(
                room.id,
                self._level_of(room, player),
                side_of(room, player),
                [self._make_remark(each) for each in found if self._hears(player, each)],
                None if muted is None else tell(muted),
            )
        )

    async def read_last(self, room: str, player: str) -> tuple[int, list[StoredRemark]]:
        """Return the serial of a room and the last remarks that a player could read there, including those of blocked
        players. Raises Refused("unknown_room") and Refused("private_room").
        """
        async with self._tables.hold(room) as table:
            held = table.room
            if held.created.visibility == "private" and held.seat_of(player) is None:
                raise Refused(code="private_room")
            return held.serial, await remarks.list_last(self._store, room, _sides(held, player), MOST_SHOWN)

    def hide(self, remark: int, room: str) -> None:
        """Hide a remark from everybody but staff."""
        table = self._tables.get(room)
        if table is not None:
            for viewer in table.audience.viewers:
                viewer.say(Unsaid(room, remark))

    def _hears(self, player: str, said: StoredRemark) -> bool:
        """Return whether a player who may read the remark's side is shown it."""
        if said.hidden and not self._roles.is_staff(player):
            return False
        if self._blocks.may_meet(player, said.player):
            return True
        return self._roles.is_unblocked(player) or self._roles.is_unblocked(said.player)

    def _level_of(self, room: Room, player: str) -> TalkLevel:
        """Return the talk level of a player in a room: "off" for watchers of a private room and for programs."""
        if self._roles.of(player) == "bot":
            return "off"
        if room.seat_of(player) is not None:
            return self.level
        if room.created.visibility == "private":
            return "off"
        return self.watchers or self.level

    def _make_remark(self, said: StoredRemark) -> Remark:
        return Remark(
            said.id,
            said.at,
            said.side,
            Who(said.player, said.name),
            phrase=cast("PhraseName", said.body) if said.kind == "phrase" else None,
            text=said.body if said.kind == "text" else None,
            staff=self._roles.is_staff(said.player),
            hidden=said.hidden,
        )

    def _lock(self, room: str) -> asyncio.Lock:
        lock = self._locks.get(room)
        if lock is None:
            lock = self._locks[room] = asyncio.Lock()
        return lock


def side_of(room: Room, player: str) -> TalkSide:
    """Return the side on which a player talks in a room."""
    return "watchers" if room.seat_of(player) is None else "players"


def _sides(room: Room, player: str) -> Sequence[TalkSide]:
    """Return the sides that a player may read: players read the watchers once the game is over."""
    if side_of(room, player) == "players":
        return PLAYERS if room.result is None else BOTH
    return () if room.created.visibility == "private" else WATCHERS
