"""Connections that ask for whole rooms and never read, beside people who play: who has to wait, and for how much?"""

import asyncio
import json
import random
import socket
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from tests.attacks.attack import Attack, Finding
from tests.attacks.frame_flood import HELLO, SHAKE
from tests.benchmarks.pairs import Pair, seat_tengen
from tests.benchmarks.relay import OPEN_DOORS, cpu_s, paced, percentile, rss_kib
from tests.kit.crowd import most_files
from tests.kit.http import get
from tests.kit.process import ServerProcess

READERS = 20
ASKS_PER_S = 15
"""Questions of one person within the limits."""
ROOMS, FEW_ROOMS = 500, 60
MOVES_A_ROOM = 0.5
"""A second."""
OPENING = 95
"""Moves in the rooms that are asked for: some 17 KiB each time."""
OPENED = 20
SECONDS = 8.0
PAUSE_S = 0.2
RECEIVED, SEGMENT = 4096, 1000
"""Bytes that the readers' own system takes for them, and of a packet: of larger ones the server's keeps megabytes."""
MOST_LATE_MS = 50
MOST_SHARE = 0.25
"""Share of a core beyond that of clients who ask the same and read. On a busy machine the time means nothing."""
MOST_MIB = 48


async def _ask(port: int, rooms: list[str], end: float, *, reads: bool) -> int:
    """Ask for rooms, perhaps without reading, until cut off, and come back; how often it was cut off."""
    cut_off = 0
    drain: asyncio.Task[bytes] | None = None
    while perf_counter() < end:
        own = socket.socket()
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
        own.setblocking(False)
        with suppress(OSError, asyncio.IncompleteReadError):
            await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=own)
            transport = writer.transport
            try:
                writer.write(SHAKE + HELLO)
                await reader.readuntil(b'"t":"welcome"')
                assert isinstance(transport, asyncio.ReadTransport)
                if reads:
                    drain = asyncio.create_task(reader.read())
                else:
                    transport.pause_reading()
                while perf_counter() < end and not transport.is_closing():
                    text = json.dumps({"t": "enter", "room": random.choice(rooms), "since": 1}).encode()
                    writer.write(bytes([129, 128 | len(text), 0, 0, 0, 0]) + text)
                    await asyncio.sleep(1 / ASKS_PER_S)
                cut_off += transport.is_closing()
            finally:
                transport.abort()
                if drain is not None:
                    drain.cancel()
        own.close()
        await asyncio.sleep(PAUSE_S)
    return cut_off


async def _played(pairs: list[Pair], seconds: float) -> tuple[float, float]:
    """People play on; half of their moves, and 99 of 100, are acknowledged within so many ms."""
    for pair in pairs:
        pair.latencies.clear()
    await paced(pairs, len(pairs) * MOVES_A_ROOM, seconds)
    taken = [latency * 1000 for pair in pairs for latency in pair.latencies]
    return percentile(taken, 50), percentile(taken, 99)


async def _counted(server: ServerProcess) -> int:
    """How many the server says that it has cut off."""
    _, text = await get(server.url + "/metrics")
    lines = text.decode().splitlines()
    return int(next(float(line.split()[1]) for line in lines if line.startswith("tengen_slow_readers_total ")))


async def _attack(folder: Path, number: int, *, timed: bool) -> Finding:
    most_files()
    server = ServerProcess(folder / "tengen.db", **OPEN_DOORS).start()
    try:
        pairs = [await seat_tengen(server.port) for _ in range(number)]
        await paced(pairs[:OPENED], 200, OPENED * OPENING / 200)
        without = await _played(pairs, SECONDS)
        rooms = [pair.room for pair in pairs[:OPENED]]
        beside, before, cpu, cut_off = {}, rss_kib(server.pid), {}, 0
        for reads in (True, False):
            used, end = cpu_s(server.pid), perf_counter() + SECONDS
            crowd = [asyncio.create_task(_ask(server.port, rooms, end, reads=reads)) for _ in range(READERS)]
            beside[reads] = await _played(pairs, SECONDS)
            cut_off = sum(await asyncio.gather(*crowd))
            cpu[reads] = (cpu_s(server.pid) - used) / (perf_counter() - end + SECONDS)
        grown, counted = (rss_kib(server.pid) - before) / 1024, await _counted(server)
        for pair in pairs:
            pair.close()
    finally:
        server.kill()
    figures: dict[str, float | int | str] = {
        "people": 2 * number,
        "late_p50_ms_without": round(without[0], 1),
        "late_p50_ms_beside_who_read": round(beside[True][0], 1),
        "late_p50_ms": round(beside[False][0], 1),
        "late_p99_ms_beside_who_read": round(beside[True][1], 1),
        "late_p99_ms": round(beside[False][1], 1),
        "cut_off": cut_off,
        "counted": counted,
        "cpu_share_beside_who_read": round(cpu[True], 2),
        "cpu_share": round(cpu[False], 2),
        "grown_mib": round(grown, 1),
    }
    held = grown <= MOST_MIB and counted >= READERS and cpu[False] <= cpu[True] + MOST_SHARE
    return Finding(held and (not timed or beside[False][0] <= beside[True][0] + MOST_LATE_MS), figures)


_AIM = f"{READERS} connections that never read are cut off, take {MOST_MIB} MiB at most, and cost others no more"

ATTACKS = (
    Attack(
        "slow-readers",
        f"{_AIM} CPU than as many who ask the same and read, beside {2 * FEW_ROOMS} people",
        lambda folder: _attack(folder, FEW_ROOMS, timed=False),
    ),
    Attack(
        "slow-readers-1000",
        f"{_AIM} than as many who ask the same and read, {MOST_LATE_MS} ms of half of their moves either, beside "
        f"{2 * ROOMS} people",
        lambda folder: _attack(folder, ROOMS, timed=True),
        short=False,
    ),
)
