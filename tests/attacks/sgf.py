"""Files that are nothing but nodes are brought up, as large as may be: does the event loop read them?"""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from time import perf_counter

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess
from tests.kit.uploads import send_file

UPLOADERS = 6
BYTES = 256 * 1024
LATE_S = 0.1
"""A file of this sort took the loop 0.27 s."""


async def _bring_up(client: Client, part: str) -> None:
    """All of a file but the last word."""
    text = ("(" + part * BYTES)[:BYTES]
    await send_file(client, "games", "a.sgf", text.encode(), "up")


async def _slowest_answer(client: Client, over: asyncio.Event) -> float:
    """The slowest answer of the loop to somebody else, from now until it is over."""
    slowest = 0.0
    while not over.is_set():
        began = perf_counter()
        await client.send(t="enter", room="nowhere00000")
        await client.wait(lambda message: message["t"] == "error")
        slowest = max(slowest, perf_counter() - began)
        await asyncio.sleep(0.002)
    return slowest


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", message_burst=1000, messages_per_s=1000).start()
    try:
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(Client(server.ws)) for _ in range(UPLOADERS)]
            parts = [";", "(", "A[]", ";C[a]", "( ", ";B[]"]
            await asyncio.gather(*(_bring_up(client, part) for client, part in zip(clients, parts, strict=True)))
            with suppress(Refusal):  # the process that reads is there from the first file on
                await clients[0].command("import_close", upload="up")
            other = await stack.enter_async_context(Client(server.ws))
            over = asyncio.Event()
            watching = asyncio.create_task(_slowest_answer(other, over))
            await asyncio.sleep(0.2)
            refused = 0
            for client in clients[1:]:
                try:
                    await client.command("import_close", upload="up")
                except Refusal as refusal:
                    refused += refusal.code == "bad_notation"
            over.set()
            slowest = await watching
    finally:
        server.stop()
    figures = {"files": UPLOADERS - 1, "refused": refused, "slowest_answer_ms": round(slowest * 1000, 1)}
    return Finding(refused == UPLOADERS - 1 and slowest < LATE_S, dict(figures))


ATTACK = Attack("sgf-nodes", f"the loop answers within {LATE_S * 1000:g} ms while files of 256 KiB are read", _attack)
