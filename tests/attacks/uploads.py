"""Files that are sent almost whole and never completed, by many connections."""

import asyncio
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

SENDERS = 80
ADDRESSES = 4
BYTES = 262_144
TEXT = "a" * 3_900 + "\N{GRINNING FACE}"
"""One character that needs four bytes makes Python keep four for each of the others."""
MOST_MIB = 48
MIB = 1024


def _resident_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def _send(client: Client, name: str) -> int:
    """How many bytes were taken."""
    await client.command("import_open", id=name, name="a.sgf", format="sgf", bytes=BYTES)
    taken, most = 0, BYTES // len(TEXT.encode())
    while taken < most:
        try:
            await client.command("import_chunk", upload=name, n=taken, text=TEXT)
        except Refusal as refusal:
            if refusal.code != "flood":
                break
            await asyncio.sleep(0.5)  # the attacker's patience
        else:
            taken += 1
    return taken * len(TEXT.encode())


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
