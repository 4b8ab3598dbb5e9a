"""Memory of this process and its descendants, read from Linux."""

import os
from collections import defaultdict
from pathlib import Path

from msgspec import Struct

PROC = Path("/proc")


class MemoryUse(Struct, frozen=True):
    """Bytes of a process and of all its descendants, ``processes`` in number."""

    own: int
    others: int
    processes: int


def read_memory_use(pid: int | None = None, proc: Path = PROC) -> MemoryUse | None:
    """Return the memory of a process (default: this one) and its descendants, None where the system does not tell.
    Blocking."""
    top = os.getpid() if pid is None else pid
    own = _resident(proc / str(top))
    if own is None:
        return None
    below = _list_below(top, proc)
    held = [size for each in below if (size := _resident(proc / str(each))) is not None]
    return MemoryUse(own, sum(held), len(held))


def _list_below(top: int, proc: Path) -> list[int]:
    """Return the ids of all descendants of a process."""
    children = defaultdict(list)
    for folder in proc.iterdir():
        if folder.name.isdigit() and (parent := _parent(folder)) is not None:
            children[parent].append(int(folder.name))
    found: list[int] = []
    waiting = [top]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _parent(folder: Path) -> int | None:
    try:
        text = (folder / "stat").read_text()
    except OSError:  # it has ended
        return None
    return int(text.rpartition(")")[2].split()[1])  # after the name, which may hold anything


def _resident(folder: Path) -> int | None:
    try:
        text = (folder / "statm").read_text()
    except OSError:  # not Linux, or it has ended
        return None
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")
