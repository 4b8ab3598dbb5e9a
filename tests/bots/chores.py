"""Background work of all kinds, and a stand-in for `bots.warm`."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bots.errors import NoMove

Say = Callable[[Any], None]

loaded: list[int] = []  # processes that have loaded the imaginary kernels


def count(say: Say, upto: int, each: dict[str, Any]) -> dict[str, Any]:
    """Report each number, and return the process that counted."""
    for number in range(upto):
        say({**each, "number": number})
    return {"pid": os.getpid(), "nice": os.getpriority(os.PRIO_PROCESS, 0)}


def refuse(say: Say) -> None:
    raise NoMove("a chore")


def fail(say: Say) -> None:
    say("so far")
    raise ValueError("a chore")


def die(say: Say) -> None:
    os._exit(3)


def hang(say: Say) -> None:
    """Never end, and never release the interpreter."""
    say(os.getpid())
    while True:
        pass


def sleep(say: Say) -> None:
    say(os.getpid())
    time.sleep(60)


def unsendable(say: Say) -> object:
    return threading.Lock()


def unsayable(say: Say) -> None:
    say(threading.Lock())


def compile_all(say: Say) -> None:
    """Compile nothing; where KERNELS names a pipe, wait until it has content."""
    say(f"nothing in process {os.getpid()}, 1 of 1")
    if "KERNELS" in os.environ:
        Path(os.environ["KERNELS"]).read_text()


def complete() -> bool:
    return "COMPLETE" in os.environ


def load() -> None:
    loaded.append(os.getpid())
