"""Runs a command of ``tengen`` in a process of low priority."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import NamedTuple

from bots.workers.process import send_signal
from server.store.address import is_server

NICENESS = 10
MOST_LINES = 100
"""Lines that are kept: a damaged database may print one per game."""
MOST_CHARACTERS = 500
_PIECE = 1 << 16


class Ran(NamedTuple):
    """Result of a command: its exit status, the first lines it printed, the last one, their number, and its errors."""

    status: int
    lines: list[str]
    last: str
    printed: int
    complaint: str


async def run_tengen(*words: str, address: str = "") -> Ran:
    """Run ``tengen`` with these words, on the database at ``address``, and wait for it. Cancelling ends the process
    first."""
    # in the environment: others may read the words of a command, and a URL has a password
    which = {"TENGEN_DATABASE": address} if is_server(address) else {"TENGEN_DATABASE": "", "TENGEN_DB": address}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | which if address else None,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        (lines, last, count), (complaints, *_) = await asyncio.gather(_read(process.stdout), _read(process.stderr))
        await process.wait()
    except asyncio.CancelledError:
        send_signal(process, signal.SIGTERM)
        await process.wait()
        raise
    return Ran(process.returncode or 0, lines, last, count, " / ".join(complaints[:5]))


async def _read(stream: asyncio.StreamReader) -> tuple[list[str], str, int]:
    """Return the first lines, the last one and their number; the output may exceed memory."""
    lines, last, count, rest = list[str](), "", 0, b""
    while piece := await stream.read(_PIECE):
        *whole, rest = (rest + piece).split(b"\n")
        rest = rest[:_PIECE]
        for line in map(_decode, whole):
            count, last = count + 1, line
            if count <= MOST_LINES:
                lines.append(line)
    if rest:
        count, last = count + 1, _decode(rest)
        lines = [*lines, last][:MOST_LINES]
    return lines, last, count


def _decode(line: bytes) -> str:
    return line.decode(errors="replace")[:MOST_CHARACTERS]
