"""The memory limit of this process: that of the machine or of its container."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

GROUPS = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")


def memory(groups: Path = GROUPS, own: Path = OWN) -> int:
    """Return the least, in bytes, of the machine's memory and the limits of this process's control groups.

    ``groups`` is the mount point of the control groups, ``own`` the list of the process's own.
    """
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *_limits(groups, own)])


def _limits(groups: Path, own: Path) -> Iterator[int]:
    try:
        lines = own.read_text().splitlines()
    except OSError:  # not Linux
        return
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if kinds == "":
            folder, name = groups, "memory.max"
        elif "memory" in kinds.split(","):
            folder, name = groups / "memory", "memory.limit_in_bytes"
        else:
            continue
        inside = PurePosixPath(path.lstrip("/"))
        for group in (inside, *inside.parents):  # a container often sees its own group as the root
            try:
                text = (folder / group / name).read_text().strip()
            except OSError:
                continue
            if text.isdigit():  # and not "max"
                yield int(text)
