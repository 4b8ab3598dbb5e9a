"""A thread that detects a blocked event loop: it logs all stacks, and finally lets the server be restarted."""

import asyncio
import faulthandler
import logging
import os
import sys
import threading
from collections.abc import Callable
from time import monotonic

from server.supervisor import Supervisor

log = logging.getLogger("tengen.watchdog")

SILENT_S = 5.0
"""Silence of the loop after which all stacks are logged; logged again each time the silence has doubled."""
TICK_S = 0.5
STATUS = 70
"""Exit status (EX_SOFTWARE) of a server that hangs; a supervisor restarts it."""


class Watchdog:
    """Watches the loop in which `start` is called, until `close`.

    Only time in which this thread also ran counts as silence: a stopped process or a sleeping machine is not the loop's
    fault. After ``exit_s`` seconds of silence (0: never) the process exits with `STATUS`; acknowledged data is on disk.
    The supervisor is told in the loop that it is alive, as often as it wants.
    """

    def __init__(self, exit_s: float, supervisor: Supervisor) -> None:
        self._exit_s = exit_s
        self._supervisor = supervisor
        self._tick_s = min(supervisor.alive_every_s, TICK_S)
        self._ticks = 0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start watching; call it in the loop, once."""
        self._tick()
        self._thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()
        faulthandler.cancel_dump_traceback_later()
        if self._timer is not None:
            self._timer.cancel()

    def _tick(self) -> None:
        self._ticks += 1
        self._timer = asyncio.get_running_loop().call_later(self._tick_s, self._tick)
        self._supervisor.tell_alive()

    def _watch(self) -> None:
        ticks, silent_s, tell_at, before = 0, 0.0, SILENT_S, monotonic()
        while not self._closed.wait(TICK_S):
            faulthandler.dump_traceback_later(2 * SILENT_S, file=sys.stderr)  # in case this thread is blocked, too
            now = monotonic()
            passed_s, before = now - before, now
            if self._ticks != ticks:
                if silent_s >= SILENT_S:
                    _aside(log.warning, "the event loop goes on, after %.0f s", silent_s)
                ticks, silent_s, tell_at = self._ticks, 0.0, SILENT_S
                continue
            silent_s += min(passed_s, 2 * TICK_S)
            if 0 < self._exit_s <= silent_s:
                _aside(_tell, silent_s, f": the server ends with status {STATUS}").join(1.0)
                os._exit(STATUS)
            if silent_s >= tell_at:
                tell_at *= 2
                _aside(_tell, silent_s)


def _tell(silent_s: float, consequence: str = "") -> None:
    log.critical("the event loop has been silent for %.0f s%s; what each thread does:", silent_s, consequence)
    faulthandler.dump_traceback(sys.stderr)


def _aside(say: Callable[..., None], *arguments: object) -> threading.Thread:
    """Log in a separate thread: the log itself may be what blocks."""
    thread = threading.Thread(target=say, args=arguments, daemon=True)
    thread.start()
    return thread
