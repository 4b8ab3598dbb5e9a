import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import PAGESIZE

import pytest

from bots.engine import Choice, Limits
from bots.workers.frames import pack, read
from bots.workers.player_cache import Request, Seating
from bots.workers.process import ROOT
from tests.bots.engines import IN_PROCESS, SPIN, UNTIL_STOPPED


@contextmanager
def child(parent: int) -> Iterator["subprocess.Popen[bytes]"]:
    with tempfile.TemporaryFile() as page:
        page.truncate(PAGESIZE)
        command = [sys.executable, "-m", "bots.workers.child", str(parent), str(page.fileno()), "10", "name"]
        with subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[page.fileno()]
        ) as process:
            yield process


def request(limits: Limits) -> bytes:
    return pack(Request(Seating(0, IN_PROCESS, "freestyle", 15, 1, 0), (3, 4), limits))


@pytest.mark.parametrize(
    ("last", "status"), [(Limits(), 0), (UNTIL_STOPPED, 0), (SPIN, 1)], ids=["idle", "thinking", "spinning"]
)
def test_ends_with_its_pipe(last: Limits, status: int) -> None:
    with child(os.getpid()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request(Limits()))
        process.stdin.flush()
        answer = read(process.stdout)
        assert isinstance(answer, Choice)
        assert answer.point == 2
        process.stdin.write(request(last))
        process.stdin.close()
        assert process.wait(20) == status


def test_ends_at_once_when_its_parent_is_gone() -> None:
    with child(os.getpid() + 1) as process:
        assert process.wait(20) == 0
