"""Processes that play matches: fresh interpreters that end with their parent, however it ends."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable
from contextlib import suppress
from ctypes import c_int
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawValue

from bots.errors import ArenaError
from bots.match.pairing import Pairing
from bots.match.pairing_game import CRASHED, PairingResult, forfeit, play
from bots.workers.child import die_with
from gomoku.board import Color
from gomoku.rulesets import ruleset
from lab.arena.entrants import open_entrant

SPAWN = multiprocessing.get_context("spawn")
GRACE_S = 2.0


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings shared by all matches of a run; ``openings`` are lists of points."""

    rules: str
    size: int
    openings: tuple[tuple[int, ...], ...]


def play_all(matches: Iterable[Pairing], setting: Setting, jobs: int) -> Generator[PairingResult, None, None]:
    """Play the matches in ``jobs`` processes; yield results as they finish. Closing the generator ends the processes.

    A process that dies during a match loses it for the side to move. Raises ArenaError when one cannot start.
    """
    waiting = deque(matches)
    busy: dict[Connection, _Worker] = {}
    try:
        for _ in range(min(jobs, len(waiting))):
            worker = _Worker(setting)
            busy[worker.connection] = worker
            worker.begin(waiting.popleft())
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                worker = busy.pop(connection)
                played, alive = worker.result()
                if not waiting or not alive:
                    worker.end()
                if waiting:
                    worker = worker if alive else _Worker(setting)
                    busy[worker.connection] = worker
                    worker.begin(waiting.popleft())
                yield played
    finally:
        for worker in busy.values():
            worker.end()


class _Worker:
    """The parent's side of one process; ``thinking`` is the colour to move there, 0 before the first move."""

    def __init__(self, setting: Setting) -> None:
        self.connection, theirs = SPAWN.Pipe()
        self._thinking = RawValue(c_int, 0)
        self._match: Pairing | None = None
        self._process = SPAWN.Process(target=_serve, args=(theirs, self._thinking, setting, os.getpid()), daemon=True)
        resource_tracker.ensure_running()  # the first process starts it, and that would unblock the signal again
        # Ctrl-C reaches the whole group but is for the parent alone, and a child inherits the blocked signals
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        theirs.close()

    def begin(self, match: Pairing) -> None:
        """Start a match."""
        self._match = match
        with suppress(OSError):  # if the process is already dead, result() reports it
            self.connection.send(match)

    def result(self) -> tuple[PairingResult, bool]:
        """Return the finished match, and whether the process can play another."""
        assert self._match is not None
        try:
            played: PairingResult = self.connection.recv()
            return played, True
        except (EOFError, OSError) as error:
            self._process.join(GRACE_S)
            if not self._thinking.value:
                raise ArenaError(f"a process could not start, exit code {self._process.exitcode}") from error
            log = f"the process died, exit code {self._process.exitcode}"
            return forfeit(self._match, Color(self._thinking.value), CRASHED, (), log), False

    def end(self) -> None:
        """End the process, even in mid-game."""
        self.connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def _serve(connection: Connection, thinking: "c_int", setting: Setting, parent: int) -> None:
    die_with(parent)
    os.dup2(2, 1)  # an engine's output is not a result
    rules = ruleset(setting.rules)

    def think(color: Color) -> None:
        thinking.value = color

    while True:
        try:
            match: Pairing = connection.recv()
        except EOFError:
            return
        connection.send(play(match, rules, setting.size, setting.openings[match.opening], open_entrant, think))
