"""Everybody at once: a server with thousands of people is ended, and they all come back."""

import asyncio
import signal
import time
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.benchmarks.relay import OPEN_DOORS, cpu_s
from tests.kit.crowd import Crowds, most_files
from tests.kit.process import ServerProcess

MANY = 10_000
SOME = 500
ARRIVAL_S = 240
STOP_S = 10
BACK_S = 60
DOWN_S = 1.0


async def _herd(folder: Path, wanted: int) -> Finding:
    """Arrivals, SIGTERM, SIGKILL; and the times until it has ended, and until all are back."""
    number = min(wanted, most_files() - 500)
    server = ServerProcess(folder / "tengen.db", **OPEN_DOORS).start()
    figures: dict[str, float | int | str] = {"connections": number}
    held = True
    try:
        async with Crowds(server.port, number) as crowds:
            arrival = await crowds.until(number, ARRIVAL_S)
            figures["arrival_s"] = round(arrival or -1, 1)
            for name, end in (("sigterm", signal.SIGTERM), ("sigkill", signal.SIGKILL)):
                began = time.monotonic()
                await asyncio.to_thread(server.end, end, 60)
                stopped = time.monotonic() - began
                tried = crowds.attempts
                await asyncio.sleep(DOWN_S)
                await asyncio.to_thread(server.start)
                cpu = cpu_s(server.pid)
                back = await crowds.until(number, 2 * BACK_S)
                figures[f"{name}_ended_s"] = round(stopped, 1)
                figures[f"{name}_back_s"] = round(back or -1, 1)
                figures[f"{name}_attempts_each"] = round((crowds.attempts - tried) / number, 1)
                figures[f"{name}_server_cpu_s"] = round(cpu_s(server.pid) - cpu, 1)
                held = held and stopped <= STOP_S and back is not None and back <= BACK_S
                if back is None:
                    figures[f"{name}_online"] = crowds.online
                    break
            held = held and arrival is not None
    finally:
        server.kill()
    return Finding(held, figures)


AIM = f"SIGTERM ends it within {STOP_S} s, and after a kill -9 all are back within {BACK_S} s of the start"

ATTACKS = (
    Attack("herd", f"{AIM}, with {MANY} connections", lambda folder: _herd(folder, MANY), short=False),
    Attack("herd-small", f"{AIM}, with {SOME} connections", lambda folder: _herd(folder, SOME)),
)
