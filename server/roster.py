"""A roster: entries that each process of an installation has, known to all of them.

A process tells an entry when it changes, all of them every few seconds, and every second that it lives. So a lost
message costs seconds, and a process that is silent has nothing any more. Nothing of it is stored.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Generic, TypeVar
from zlib import crc32

import msgspec
from msgspec import MsgspecError, Struct

from server.bus.bus import Bus

log = logging.getLogger("tengen")

LIFE_S = 1.0
WHOLE_S = 5.0
"""Interval in which a process tells all its entries."""
MOST_ENTRIES = 2_000
"""Most entries in a message."""
MOST_OF_PROCESS = 200_000
"""Most entries of a process, three for each of the 65,536 connections that it may have; further ones are dropped."""
MOST_PROCESSES = 256
"""Most other processes; what further ones say is dropped."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class EntryTold(Struct, Generic[Key, Value], frozen=True, tag="entry", array_like=True):
    """An entry of a process; without a value it has the entry no more."""

    process: str
    key: Key
    value: Value | None


class RosterTold(Struct, Generic[Key, Value], frozen=True, tag="all", array_like=True):
    """All entries of a process whose keys fall into one of ``parts``; ``new`` asks the others for theirs."""

    process: str
    part: int
    parts: int
    entries: list[tuple[Key, Value]]
    new: bool = False


class LifeTold(Struct, frozen=True, tag="life", array_like=True):
    """A sign of life."""

    process: str


Put = Callable[[str, Key, Value | None], None]
"""Notes that another process has an entry, or none of this key any more (None); perhaps again with the same value."""


class Roster(Generic[Key, Value]):
    """Tells the entries of this process on a subject of the bus, and hears those of others.

    ``entry`` are the types of keys and values, ``list_here`` returns all entries of this process, and ``put`` notes
    those of others; neither may raise. A process that has been silent for ``silent_s`` has none any more.
    """

    def __init__(
        self,
        bus: Bus,
        subject: str,
        entry: tuple[type[Key], type[Value]],
        list_here: Callable[[], Mapping[Key, Value]],
        put: Put[Key, Value],
        *,
        silent_s: float,
    ) -> None:
        self._bus = bus
        self._subject = subject
        self._list_here = list_here
        self._put = put
        self._silent_s = silent_s
        self._keys: dict[str, set[Key]] = {}
        """Keys of the other processes' entries."""
        self._heard_at: dict[str, float] = {}
        """When each other process was last heard, by the loop's time."""
        self._over: set[str] = set()
        """Processes with too many entries, and "" where there are too many processes: each is logged once."""
        self._encode = msgspec.msgpack.Encoder().encode
        kinds: Any = EntryTold[*entry] | RosterTold[*entry] | LifeTold  # type: ignore[misc, valid-type]
        self._decode = msgspec.msgpack.Decoder(kinds).decode

    async def start(self) -> None:
        """Listen, and ask the others for theirs."""
        await self._bus.subscribe(self._subject, self._hear)
        self._bus.on_return(self._return)
        self._tell_all(new=True)

    def close(self) -> None:
        """Tell the others that nothing is here any more."""
        self._publish(RosterTold(self._bus.name, 0, 1, []))

    def tell(self, key: Key, value: Value | None) -> None:
        """Tell an entry that has changed, or that is here no more (None)."""
        self._publish(EntryTold(self._bus.name, key, value))

    async def keep_telling(self) -> None:
        """Tell everything in intervals, and forget processes that are silent, until cancelled."""
        loop = asyncio.get_running_loop()
        told_at = loop.time()
        while True:
            await asyncio.sleep(LIFE_S)
            if not self._bus.connected:
                self._heard_at = dict.fromkeys(self._heard_at, loop.time())  # nobody could be heard
                continue
            if loop.time() - told_at >= WHOLE_S:
                told_at = loop.time()
                self._tell_all()
            else:
                self._publish(LifeTold(self._bus.name))
            for process in [each for each, at in self._heard_at.items() if loop.time() - at > self._silent_s]:
                log.warning("%s: process %s is silent and counts as gone", self._subject, process)
                del self._heard_at[process]
                self._keep(process, [], lambda _: True)
                self._over -= {process, ""}

    def _tell_all(self, *, new: bool = False) -> None:
        entries = list(self._list_here().items())
        parts = len(entries) // MOST_ENTRIES + 1
        for part in range(parts):
            told = [(key, value) for key, value in entries if _part_of(key, parts) == part]
            self._publish(RosterTold(self._bus.name, part, parts, told, new))

    def _publish(self, told: Struct) -> None:
        self._bus.publish(self._subject, self._encode(told))

    def _return(self) -> None:
        """Make up for a break of the bus, in which nobody could be heard."""
        self._heard_at = dict.fromkeys(self._heard_at, asyncio.get_running_loop().time())
        self._tell_all(new=True)

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = self._decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        if told.process not in self._heard_at and len(self._heard_at) >= MOST_PROCESSES:
            self._complain("", f"more than {MOST_PROCESSES} processes: what process {told.process} says is dropped")
            return
        self._heard_at[told.process] = asyncio.get_running_loop().time()
        match told:
            case EntryTold(process, key, value):
                self._note(process, key, value)
            case RosterTold(process, part, parts, entries, new):
                self._keep(process, entries, lambda key: _part_of(key, parts) == part)
                if new:
                    self._tell_all()

    def _note(self, process: str, key: Key, value: Value | None) -> None:
        keys = self._keys.setdefault(process, set())
        if value is not None:
            if len(keys) >= MOST_OF_PROCESS and key not in keys:
                self._complain(process, f"process {process} has more than {MOST_OF_PROCESS} entries: some are dropped")
                return
            keys.add(key)
        else:
            with suppress(KeyError):
                keys.remove(key)
        self._put(process, key, value)

    def _complain(self, of: str, what: str) -> None:
        if of not in self._over:
            self._over.add(of)
            log.warning("%s: %s", self._subject, what)

    def _keep(self, process: str, entries: Iterable[tuple[Key, Value]], concerns: Callable[[Key], bool]) -> None:
        """Replace the entries of a process, as far as their keys are concerned."""
        found = dict(entries)
        for key in [each for each in self._keys.get(process, ()) if concerns(each) and each not in found]:
            self._note(process, key, None)
        for key, value in found.items():
            self._note(process, key, value)
        if not self._keys.get(process):
            self._keys.pop(process, None)


def _part_of(key: object, parts: int) -> int:
    return crc32(repr(key).encode()) % parts
