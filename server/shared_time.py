"""Time of an installation of several processes: the database's clock, which every process follows."""

import asyncio
import logging

from server.bus.bus import Bus, NoAnswer
from server.errors import StoreError
from server.steady_time import Clock, OnLeap, read_passing
from server.store.database import Database
from server.store.games import room_log

log = logging.getLogger("tengen")

SUBJECT = "time"
ANSWER_S = 0.5
"""Longest wait for the time of another process."""
STEP_MS = 10_000
"""Difference to the database's clock from which on that clock was set: the time goes on without it."""
BEAT_S = 1.0


class SharedTime:
    """Milliseconds since 1970 that pass steadily, in all processes alike, and never backward.

    Between two measurements this machine's steady clock counts; `observe` corrects it by the database's clock. Neither
    a step of that clock nor one of a machine's own changes the time. Unlike `SteadyTime` it goes on while this process
    does not run, as the other processes do.
    """

    def __init__(self, passing: Clock = read_passing) -> None:
        self._passing = passing
        self._ahead_ms = 0
        """The time less this machine's steady clock."""
        self._shift_ms = 0
        """The time less the database's clock: 0 until that is set."""
        self._told = 0
        """The time told last."""

    def __call__(self) -> int:
        """Return the time now."""
        self._told = max(self._told, self._passing() // 1_000_000 + self._ahead_ms)
        return self._told

    def on_leap(self, happens: OnLeap) -> None:
        """Do nothing: this time never leaps."""

    def begin(self, clock: int, at: int) -> None:
        """Begin at a time ``at`` (ms) at which the database's clock shows ``clock``."""
        self._shift_ms = at - clock
        self._ahead_ms = at - self._passing() // 1_000_000
        self._told = 0

    def observe(self, clock: int) -> None:
        """Correct the time by what the database's clock shows now, in ms."""
        off = clock + self._shift_ms - (self._passing() // 1_000_000 + self._ahead_ms)
        if abs(off) < STEP_MS:
            self._ahead_ms += off
        else:
            log.warning("the database's clock was set by %+.0f s; games go on without that", off / 1000)
            self._shift_ms -= off


async def join(time: SharedTime, store: Database, bus: Bus) -> None:
    """Take the time of the processes that run, without any the database's, and answer those that join later.

    Raises StoreError.
    """
    clock = await read_clock(store)
    try:
        at = int(await bus.request(SUBJECT, b"", ANSWER_S))
        if abs(at - clock) < STEP_MS:
            at = clock  # the better measurement of the two
    except NoAnswer:
        at = max(clock, await room_log.read_alive_at(store))  # no stored time may lie in the future
    time.begin(clock, at)

    async def answer(_: bytes) -> bytes:
        return b"%d" % time()

    await bus.serve(SUBJECT, SUBJECT, answer)


async def read_clock(store: Database) -> int:
    """Return what the database's clock shows now, in ms since 1970, exact to half the time of an answer.

    Raises StoreError.
    """
    loop = asyncio.get_running_loop()
    measured: list[tuple[float, float]] = []
    for _ in range(3):
        began = loop.time()
        clock = await store.read_clock()
        ended = loop.time()
        measured.append((ended - began, clock - (began + ended) * 500))
    return round(min(measured)[1] + loop.time() * 1000)


async def keep_time(time: SharedTime, store: Database) -> None:
    """Follow the database's clock, and note that this process is alive, until cancelled."""
    while True:
        await asyncio.sleep(BEAT_S)
        try:
            time.observe(await read_clock(store))
            await room_log.note_heartbeat(store, time())
        except StoreError as error:
            log.warning("the database's clock: %s", error)
