"""A server that does nothing any more: it says where it is, its supervisor hears nothing, and it ends."""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from server import watchdog
from server.supervisor import Supervisor
from tests.kit.http import get
from tests.kit.process import ServerProcess


def impatient(folder: Path, silent_exit_s: int, **environment: str) -> ServerProcess:
    """A server that counts as silent after 0.4 s."""
    server = ServerProcess(folder / "tengen.db", silent_exit_s=silent_exit_s)
    server.program = "tests.server.held_up"
    server.environment = environment
    return server.start()


@pytest.fixture
def told(tmp_path: Path) -> Iterator[socket.socket]:
    """Yield the socket of a supervisor."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(10)
        yield listening


async def test_silence_is_told_with_all_stacks_and_so_is_its_end(tmp_path: Path) -> None:
    server = impatient(tmp_path, 0)
    try:
        assert await get(f"{server.url}/hold/2.0") == (200, b"held\n")
        async with asyncio.timeout(60):
            while "the event loop goes on" not in server.log():
                await asyncio.sleep(0.02)
        log = server.log()
        silences = re.findall(r"CRITICAL tengen.watchdog: the event loop has been silent for", log)
        assert 2 <= len(silences) <= 6  # after 0.4, 0.8 and 1.6 s; a busy machine is silent at other times, too
        assert re.search(r"Current thread .*Thread .* \(most recent call first\)", log, re.DOTALL)
        assert "held_up.py" in log
        assert re.search("the event loop goes on, after [1-9] s", log)
        assert (await get(f"{server.url}/healthz"))[0] == 200
        assert ("running as root" in log) == (os.geteuid() == 0)
    finally:
        server.kill()


@pytest.mark.slow
async def test_a_process_that_was_stopped_is_not_at_fault(tmp_path: Path) -> None:
    server = impatient(tmp_path, 1)
    try:
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(1.5)
        os.kill(server.pid, signal.SIGCONT)
        assert (await get(f"{server.url}/healthz"))[0] == 200
        assert server.stop() == 0
    finally:
        server.kill()


async def test_a_server_that_stays_silent_ends_and_its_supervisor_starts_it_again(
    tmp_path: Path, told: socket.socket
) -> None:
    server = impatient(tmp_path, 1, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="200000")
    try:
        heard = [told.recv(100) for _ in range(6)]
        assert heard == [b"WATCHDOG=1", b"READY=1", *[b"WATCHDOG=1"] * 4]
        with suppress(ConnectionError):
            await get(f"{server.url}/hold/60")
        assert server.wait(10) == watchdog.STATUS
        assert f"silent for 1 s: the server ends with status {watchdog.STATUS}" in server.log()
        told.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                assert told.recv(100) == b"WATCHDOG=1"
        told.settimeout(10)
        server.start()
        assert (await get(f"{server.url}/healthz"))[0] == 200
        assert server.stop() == 0
        last = [told.recv(100)]
        while last[-1] != b"STOPPING=1":
            last.append(told.recv(100))
        assert last[:2] == [b"WATCHDOG=1", b"READY=1"]
    finally:
        server.kill()


def test_an_abstract_address_is_one_too() -> None:
    name = f"tengen-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        supervisor = Supervisor({"NOTIFY_SOCKET": f"@{name}", "WATCHDOG_USEC": "1000000"})
        supervisor.tell_alive()
        supervisor.close()
        assert listening.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("environ", [{}, {"WATCHDOG_USEC": "x"}, {"WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"}])
def test_without_a_supervisor_nothing_is_said(environ: dict[str, str]) -> None:
    supervisor = Supervisor(environ)
    supervisor.tell_ready()
    supervisor.tell_alive()
    assert supervisor.alive_every_s == float("inf")


def test_a_supervisor_that_is_gone_is_told_nothing_more(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    supervisor = Supervisor({"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "9"})
    supervisor.tell_ready()
    supervisor.tell_alive()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_supervisor_that_does_not_read_holds_up_nobody(tmp_path: Path, told: socket.socket) -> None:
    supervisor = Supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "9"})
    for _ in range(5000):
        supervisor.tell_alive()
    supervisor.close()
    assert told.recv(100) == b"WATCHDOG=1"
