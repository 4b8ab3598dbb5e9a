"""One address fetches archives in a loop: does another get its own?"""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client
from tests.kit.process import ColdServer

GREEDY = 4
"""Loops at once, from one address."""
ASKED = 20
MOST_S = 15.0
"""For one, on a busy machine; the first, for which a process starts, is not counted."""


async def _fetch(port: int, source: str, token: str) -> int:
    """The status of one archive."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    head = f"GET /api/archive HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n"
    try:
        writer.write(head.encode())
        answer = await reader.read()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    return int(answer.split()[1]) if answer else 0


async def run(folder: Path) -> Finding:
    """Ask in loops from one address, and one by one from another."""
    server = ColdServer(folder / "tengen.db", address_requests_per_s=1_000)
    await asyncio.to_thread(server.start)
    try:
        async with Client(server.ws, source="127.0.0.2") as greedy, Client(server.ws, source="127.0.0.3") as other:
            await _fetch(server.port, "127.0.0.3", str(other.token))
            theirs: Counter[int] = Counter()

            async def loop() -> None:
                while True:
                    theirs[await _fetch(server.port, "127.0.0.2", str(greedy.token))] += 1

            loops = [asyncio.create_task(loop()) for _ in range(GREEDY)]
            statuses: Counter[int] = Counter()
            slowest = 0.0
            for _ in range(ASKED):
                began = perf_counter()
                statuses[await _fetch(server.port, "127.0.0.3", str(other.token))] += 1
                slowest = max(slowest, perf_counter() - began)
            for task in loops:
                task.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
    finally:
        server.kill()
    figures: dict[str, float | int | str] = {"got": statuses[200], "refused": ASKED - statuses[200]}
    figures |= {"slowest_s": round(slowest, 2), "greedy_got": theirs[200], "greedy_refused": theirs[429]}
    return Finding(statuses[200] == ASKED and slowest < MOST_S, figures)


ATTACK = Attack("archives", "an address that fetches archives in a loop takes none from another", run)
