"""A server's knowledge of the workers: those heard lately, how they are, and who should be asked next."""

import asyncio
import logging
import random
from collections import Counter
from contextlib import suppress

import msgspec

from server.bus.bus import Bus
from server.worker.messages import BEATS, CALL, WorkerBeat

log = logging.getLogger("tengen.worker")

GONE_S = 2.5
"""Seconds after a worker's last heartbeat until nobody asks it any more."""
_FAR = float("inf")


class Crew:
    """The workers that a bus reaches. Workers in ``holding`` hold so many requests of this server."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._beats: dict[str, tuple[WorkerBeat, float]] = {}
        self._suspects: set[str] = set()
        self._changed = asyncio.Event()
        self.holding: Counter[str] = Counter()

    async def start(self) -> None:
        """Listen to heartbeats, and ask for them."""
        await self._bus.subscribe(BEATS, self._hear)
        self._bus.on_return(self._call)
        self._call()

    def _call(self) -> None:
        self._bus.publish(CALL, b"")

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            beat = msgspec.msgpack.decode(payload, type=WorkerBeat)
        except msgspec.MsgspecError as error:
            log.warning("a message of the bus on %s is no heartbeat: %s", subject, error)
            return
        known = self._beats.get(beat.name)
        if known is None and beat.serves:
            log.info("worker %s on %s is there", beat.name, beat.host)
        self._suspects.discard(beat.name)
        self._beats[beat.name] = beat, asyncio.get_running_loop().time()
        if known is None or known[0].serves != beat.serves or known[0].warm != beat.warm:
            self.wake()

    def wake(self) -> None:
        """Wake those who wait for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_change(self, timeout_s: float) -> None:
        """Wait until a worker comes or changes, for at most ``timeout_s``."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), timeout_s)

    def suspect(self, worker: str) -> None:
        """Ask a worker no more before its next heartbeat: it did not answer."""
        self._suspects.add(worker)

    def list_there(self, subject: str | None = None) -> list[WorkerBeat]:
        """List the workers heard lately, of those who serve a subject."""
        now = asyncio.get_running_loop().time()
        for name, (beat, at) in list(self._beats.items()):
            if now - at > GONE_S:
                del self._beats[name]
                self._suspects.discard(name)
                if beat.serves:
                    log.warning("worker %s on %s is gone", name, beat.host)
        return [beat for beat, _ in self._beats.values() if beat.serves and (subject is None or subject in beat.serves)]

    def _others(self, beat: WorkerBeat) -> int:
        """Return how much a worker did for other servers a moment ago; what it does for this one is known."""
        return sum(number for server, number in beat.holds.items() if server != self._bus.name)

    def choose(self, subject: str, home: str | None) -> str | None:
        """Return the worker to ask: ``home``, where the player may be, unless it would wait there and not elsewhere;
        else the one with the least to do for its cores. None if none is known.
        """
        loads = {
            beat.name: (self.holding[beat.name] + self._others(beat)) / max(1, beat.cores)
            for beat in self.list_there(subject)
            if beat.name not in self._suspects
        }
        if not loads:
            return None
        least = min(loads.values())
        if home is not None and (loads.get(home, _FAR) < 1 or loads.get(home, _FAR) <= least):
            return home
        return random.choice([name for name, load in loads.items() if load == least])
