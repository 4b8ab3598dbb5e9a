"""Files that are sent almost whole and never completed, by many connections."""

import asyncio
from base64 import b64encode
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

SENDERS = 80
ADDRESSES = 4
BYTES = 262_144
PIECE = b"a" * 2_940
DATA = b64encode(PIECE).decode()
MOST_MIB = 48
MIB = 1024


def _resident_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def _send(client: Client, name: str) -> int:
    """How many bytes were taken."""
    await client.command("upload_open", id=name, kind="games", name="a.sgf", bytes=BYTES)
    taken, most = 0, BYTES // len(PIECE)
    while taken < most:
        try:
            await client.command("upload_chunk", upload=name, at=taken * len(PIECE), data=DATA)
        except Refusal as refusal:
            if refusal.code != "flood":
                break
            await asyncio.sleep(0.5)  # the attacker's patience
        else:
            taken += 1
    return taken * len(PIECE)


async def _run(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db").start()
    try:
        clients = [await Client(server.ws, source=f"127.0.0.{2 + n % ADDRESSES}").open() for n in range(SENDERS)]
        before = _resident_kib(server.pid)
        taken = await asyncio.gather(*(_send(client, f"u{n}") for n, client in enumerate(clients)))
        grown = (_resident_kib(server.pid) - before) / MIB
        for client in clients:
            await client.drop()
    finally:
        server.kill()
    return Finding(grown <= MOST_MIB, {"sent_mib": round(sum(taken) / MIB**2, 1), "grown_mib": round(grown, 1)})


ATTACK = Attack("uploads", f"{SENDERS} uploads that are never completed take {MOST_MIB} MiB at most", _run)
