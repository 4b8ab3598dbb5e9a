"""Frames that are no message (pings, pongs, pieces of a message that never ends, empty ones): who else has to wait?"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.attacks.attack import Attack, Finding
from tests.benchmarks.relay import cpu_s, rss_kib
from tests.kit.client import Client
from tests.kit.process import ServerProcess

SHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HELLO = bytes([129, 128 | 26, 0, 0, 0, 0]) + b'{"t":"hello","protocol":1}'
MASK = bytes([128, 0, 0, 0, 0])
PING, PONG, FIRST, PIECE, EMPTY = (bytes([head]) + MASK for head in (0x89, 0x8A, 0x01, 0x00, 0x81))
FRAMES = 43_000
"""256 KiB of the smallest: what one read of a socket may bring."""
FLOODS = {
    "pings": PING * FRAMES,
    "pongs": PONG * FRAMES,
    "pieces": FIRST + PIECE * FRAMES,
    "empty": EMPTY * FRAMES,
}
MANY = 20
SECONDS = 1.2
PAUSE_S = 0.2
PACE_S = 0.06
"""Slow enough for what one person may say."""
MOST_LATE_MS = 50
MOST_CPU_MS = 100
"""CPU time of the server, in a second."""
MOST_MIB = 32


async def _flood(port: int, sent: bytes, end: float) -> int:
    """Connect, flood until cut off, and come back; how often that was. Who sends nothing leaves by himself."""
    times = 0
    while perf_counter() < end:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            try:
                writer.write(SHAKE + HELLO)
                await reader.readuntil(b'"t":"welcome"')
                if sent:
                    writer.write(sent)
                    await reader.read()
            finally:
                writer.close()
                times += 1
        await asyncio.sleep(PAUSE_S)
    return times


async def _late_ms(client: Client, end: float) -> float:
    """Median of the time that somebody else's command takes to be answered, until ``end``."""
    taken = []
    while perf_counter() < end:
        began = perf_counter()
        await client.send(t="enter", room="nowhere00000")
        await client.wait(lambda m: m["t"] == "error")
        taken.append((perf_counter() - began) * 1000)
        await asyncio.sleep(PACE_S)
    return median(taken)


@dataclass(frozen=True, slots=True)
class Beside:
    """Beside a crowd: what somebody else waits (median), CPU of the server in a second, visits of the idlest."""

    late_ms: float
    cpu_ms: float
    visits: int


async def _beside(server: ServerProcess, client: Client, number: int, sent: bytes) -> Beside:
    """So many who all send this."""
    began, cpu = perf_counter(), cpu_s(server.pid)
    end = began + SECONDS
    crowd = [_flood(server.port, sent, end) for _ in range(number)]
    late, *visits = await asyncio.wait_for(asyncio.gather(_late_ms(client, end), *crowd), 60)
    cpu_ms = 1000 * (cpu_s(server.pid) - cpu) / (perf_counter() - began)
    return Beside(late, cpu_ms, min(map(int, visits)))


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", address_messages_per_s=1_000_000, log_level="warning").start()
    figures: dict[str, float | int | str] = {}
    held = True
    try:
        async with Client(server.ws) as client:
            figures["late_p50_ms_alone"] = round(await _late_ms(client, perf_counter() + SECONDS), 1)
            before = rss_kib(server.pid)
            # as many who come and go as fast, and send nothing: what the machine has to do anyway
            controls = [await _beside(server, client, MANY, b"")]
            floods = []
            for name, sent in FLOODS.items():
                for number in (1, MANY):
                    flood = await _beside(server, client, number, sent)
                    figures[f"late_p50_ms_{name}_{number}"] = round(flood.late_ms, 1)
                    figures[f"cpu_ms_per_s_{name}_{number}"] = round(flood.cpu_ms)
                    floods.append(flood)
                controls.append(await _beside(server, client, MANY, b""))
            late, cpu = max(each.late_ms for each in controls), max(each.cpu_ms for each in controls)
            figures |= {"late_p50_ms_control": round(late, 1), "cpu_ms_per_s_control": round(cpu)}
            held = all(
                flood.late_ms <= late + MOST_LATE_MS and flood.cpu_ms <= cpu + MOST_CPU_MS and flood.visits
                for flood in floods
            )
        grown = (rss_kib(server.pid) - before) / 1024
        figures["grown_mib"] = round(grown, 1)
        complaints = server.complaints()
        figures["complaints"] = len(complaints)
        held = held and grown <= MOST_MIB and not complaints
    finally:
        server.kill()
    return Finding(held, figures)


ATTACK = Attack(
    "frame-flood",
    f"{MANY} connections that send frames without messages are cut off; nobody else waits {MOST_LATE_MS} ms longer, "
    f"and the server works no {MOST_CPU_MS} ms a second more, than beside as many that come and go and send nothing",
    _attack,
    short=False,
)
