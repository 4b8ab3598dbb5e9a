"""Over HTTP: a name that was made to lead here, what is measured, and more requests than any class makes."""

import asyncio
from collections import Counter
from pathlib import Path
from time import perf_counter

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.attacks.attack import Attack, Finding
from tests.kit.process import ServerProcess

RATE = 20
"""Requests a second of an address: a tenth of what it is without a setting, so that a loaded machine can exceed it."""
CLASS = 3
REQUESTS_A_PAGE = 100
FLOOD = 2_000
AT_ONCE = 60


async def _status(port: int, target: str, source: str, *headers: str) -> int:
    """The status of one answer, 0 where there was none."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    except OSError:
        return 0
    host = "" if any(header.startswith("Host:") for header in headers) else f"Host: 127.0.0.1:{port}\r\n"
    writer.write(
        (f"GET {target} HTTP/1.1\r\n{host}" + "".join(f"{header}\r\n" for header in headers) + "\r\n").encode()
    )
    try:
        line = await reader.readline()
        await reader.read()
    except OSError:
        line = b""
    writer.close()
    return int(line.split()[1]) if line else 0


async def _many(port: int, target: str, source: str, number: int) -> Counter[int]:
    """The statuses of so many requests from an address, some at a time."""
    statuses: Counter[int] = Counter()
    waiting = iter(range(number))

    async def ask() -> None:
        for _ in waiting:
            statuses[await _status(port, target, source)] += 1

    await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
    return statuses


async def _names(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db").start()
    try:
        evil = "Host: evil.example"
        page = await _status(server.port, "/", "127.0.0.1", evil)
        api = await _status(server.port, "/api/games", "127.0.0.1", evil)
        socket = 101
        try:
            rebound = f"ws://evil.example:{server.port}/ws"
            await connect(rebound, host="127.0.0.1", port=server.port, origin=f"http://evil.example:{server.port}")  # type: ignore[arg-type]
        except InvalidStatus as refused:
            socket = refused.response.status_code
        own = await _status(server.port, "/metrics", "127.0.0.1")
        forwarded = await _status(server.port, "/metrics", "127.0.0.1", "X-Forwarded-For: 127.0.0.1")
        local = await _status(server.port, "/", "127.0.0.1", f"Host: localhost:{server.port}")
    finally:
        server.stop()
    figures = {"page": page, "api": api, "socket": socket, "metrics_forwarded": forwarded, "metrics_here": own}
    return Finding((page, api, socket, forwarded, own, local) == (421, 421, 421, 403, 200, 200), dict(figures))


async def _flood(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", address_requests_per_s=RATE).start()
    try:
        pupils = await _many(server.port, "/icon.svg", "127.0.0.2", CLASS * REQUESTS_A_PAGE)
        flooding = asyncio.create_task(_many(server.port, "/api/games", "127.0.0.3", FLOOD))
        slowest = 0.0
        while not flooding.done():
            began = perf_counter()
            assert await _status(server.port, "/healthz", "127.0.0.4") == 200
            slowest = max(slowest, perf_counter() - began)
            await asyncio.sleep(0.1)
        flood = await flooding
    finally:
        server.stop()
    figures = {
        "of_a_class_refused": CLASS * REQUESTS_A_PAGE - pupils[200],
        "of_the_flood_refused": flood[429],
        "slowest_of_others_ms": round(slowest * 1000),
    }
    return Finding(pupils[200] == CLASS * REQUESTS_A_PAGE and flood[429] > 0 and slowest < 2, dict(figures))


ATTACKS = (
    Attack(
        "rebound-name", "a page under a name that is not ours reads nothing, and no stranger what is measured", _names
    ),
    Attack(
        "http-flood",
        "a tenth of a class opens the page at once on a tenth of the budget, and a flood from one address is refused",
        _flood,
    ),
)
