"""The program of a worker process: ``python -m bots.workers.child PARENT_PID STOP_FD NICENESS NAME``.

It receives moves and other work over stdin and answers over stdout.

It ends with its parent, however that ends: at the end of the pipe, or on Linux by the signal the kernel sends at a
parent's death, which works even while a player holds the interpreter lock.
"""

import ctypes
import mmap
import os
import pickle
import signal
import sys
import threading
import time
from queue import SimpleQueue
from typing import BinaryIO

import numpy as np

from bots.engine import Stop
from bots.errors import BotError, PlayerCrashed, WorkCrashed
from bots.workers import frames
from bots.workers.background_work import Report, Work, perform
from bots.workers.player_cache import PlayerCache, Request
from bots.workers.worker import GRACE_S

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Serve requests until the pipe ends."""
    parent, page, niceness = map(int, sys.argv[1:4])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C and a service's stop reach every process of the group,
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # but the parent ends its workers itself
    die_with(parent)
    flags = np.frombuffer(mmap.mmap(page, mmap.PAGESIZE), np.uint8)
    stop, flags[1] = Stop(flags[:1]), 1
    os.nice(niceness)
    requests, answers = take_pipes()
    inbox: SimpleQueue[object] = SimpleQueue()
    threading.Thread(target=listen, args=(requests, inbox, stop), daemon=True).start()
    seats = PlayerCache()
    while (message := inbox.get()) is not None:
        if isinstance(message, int):
            seats.forget(message)
        else:
            send(answers, answer(message, seats, stop, answers))
    seats.close()


def die_with(parent: int) -> None:
    """Have the kernel kill this process when the parent dies, on Linux; exit now if it is dead already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(0)


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Reserve the two pipes for messages: a player's output goes to stderr, and its input is empty."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def listen(requests: BinaryIO, inbox: "SimpleQueue[object]", stop: Stop) -> None:
    """Pass messages on, so that the end of the pipe is noticed during a move; the process then has the grace to end."""
    try:
        while True:
            inbox.put(frames.read(requests))
    except (EOFError, OSError):
        stop.set()
        inbox.put(None)
        time.sleep(GRACE_S)
        os._exit(1)


def send(answers: BinaryIO, message: bytes) -> None:
    """Write a packed message and flush."""
    answers.write(message)
    answers.flush()


def answer(message: object, seats: PlayerCache, stop: Stop, answers: BinaryIO) -> bytes:
    """Return the packed answer or error; an answer that cannot be packed is a crash."""
    crash: type[BotError] = PlayerCrashed
    try:
        if isinstance(message, Request):
            return frames.pack(seats.choose(message, stop))
        assert isinstance(message, Work)
        crash = WorkCrashed
        return frames.pack(perform(message, lambda news: send(answers, frames.pack(Report(news)))))
    except BotError as error:
        return frames.pack(error)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        return frames.pack(crash(repr(error)))


if __name__ == "__main__":
    main()
