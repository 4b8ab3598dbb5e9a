"""Progress of analyses that other processes do, for those who follow them here.

A worker tells each step and each end, and its last step at every renewal of its lease. A message that is lost is a step
that a page shows later. An analysis of which nothing is heard for a while is looked up in the store.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import MsgspecError, Struct

from server.bus.bus import Bus

log = logging.getLogger("tengen.review")

SUBJECT = "analyses"
LOOK_S = 5.0
SILENT_S = 30.0
"""Silence after which an analysis no longer counts as running."""


class StepTold(Struct, frozen=True, array_like=True):
    """The finished steps and the total of a game that is studied, by serial and id; no total: it is so no longer."""

    serial: int
    game: str
    done: int
    total: int


encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(StepTold)


class _Running(NamedTuple):
    step: StepTold
    heard_at: float


class FarAnalyses:
    """The analyses of other processes on the ``bus``."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._running: dict[int, _Running] = {}
        self.on_step: Callable[[StepTold], None] = lambda step: None
        """Called for each step of a game that was running before."""
        self.on_move: Callable[[], None] = lambda: None
        """Called when a game begins or ends to be studied elsewhere, or may have unheard."""

    async def start(self) -> None:
        """Listen."""
        await self._bus.subscribe(SUBJECT, self._hear)
        self._bus.on_return(self._return)

    def _return(self) -> None:
        self.on_move()

    def tell(self, serial: int, game: str, done: int, total: int) -> None:
        """Tell the others of a step of this process, or that a game is no longer studied here."""
        self._bus.publish(SUBJECT, encode(StepTold(serial, game, done, total)))

    def find(self, serial: int) -> tuple[int, int] | None:
        """Return the finished steps and the total of a game that another process studies."""
        running = self._running.get(serial)
        return None if running is None else (running.step.done, running.step.total)

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            step = _decoder.decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        known = step.serial in self._running
        if step.total:
            self._running[step.serial] = _Running(step, asyncio.get_running_loop().time())
        else:
            self._running.pop(step.serial, None)
        if known and step.total:
            self.on_step(step)
        else:
            self.on_move()

    async def keep_looking(self) -> None:
        """Forget analyses of which nothing is heard, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            before = asyncio.get_running_loop().time() - SILENT_S
            silent = [serial for serial, each in self._running.items() if each.heard_at < before]
            for serial in silent:
                del self._running[serial]
            if silent:
                self.on_move()
