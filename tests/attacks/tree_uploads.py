"""Files of variations begun and left, out of order, garbage, deep or wide, beside somebody who comes back to a room."""

import asyncio
import base64
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.attacks.attack import Attack, Finding
from tests.attacks.uploads import MIB, _resident_kib
from tests.kit.client import Client, Refusal
from tests.kit.http import bots_ready
from tests.kit.process import ServerProcess
from tests.kit.trees import until_kept

LEAVING = 16
ADDRESSES = 4
PIECE = 2_940
PIECES = 24
MOST_MIB = 64
MOST_MOVE_S = 1.0

BAD = {
    "garbage.lib": b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + bytes(range(256)) * 200,
    "deep.sgf": b"(;SZ[15]" + b"(;B[]" * 12_000,
    "wide.sgf": b"(;SZ[15]" + b"(;B[hh])" * 8_000 + b")",
    "setup.sgf": b"(;SZ[15]" + b";AB[aa:oo]" * 6_000 + b")",
    "cut.lib": b"\x78" + b"\x80" * 40_000,
}


async def _say(client: Client, t: str, **fields: Any) -> str:
    """The code of a refusal; empty for what was done. A flood is waited for."""
    while True:
        try:
            await client.command(t, **fields)
        except Refusal as refusal:
            if refusal.code != "flood":
                return refusal.code
            await asyncio.sleep(0.5)  # the attacker's patience
        else:
            return ""


async def _leave(client: Client, name: str) -> None:
    """Two uploads that are begun, sent in part and out of order, and left."""
    piece = base64.b64encode(b"x" * PIECE).decode()
    for id in (f"{name}a", f"{name}b"):
        await _say(client, "upload_open", id=id, kind="tree", name="a.lib", bytes=8 << 20)
        for n in range(PIECES // 2):
            await _say(client, "upload_chunk", upload=id, at=n * PIECE, data=piece)
            await _say(client, "upload_chunk", upload=id, at=(n + 7) * PIECE, data=piece)


async def _bring(client: Client, name: str, data: bytes) -> str:
    """Upload a file. Return the code of its refusal, or ""."""
    id = name.replace(".", "")
    await _say(client, "upload_open", id=id, kind="tree", name=name, bytes=len(data))
    for at in range(0, len(data), PIECE):
        piece = base64.b64encode(data[at : at + PIECE]).decode()
        await _say(client, "upload_chunk", upload=id, at=at, data=piece)
    try:
        await until_kept(client, "tree_close", upload=id)
    except Refusal as refusal:
        return refusal.code
    return ""


async def _play(client: Client, slowest: list[float]) -> None:
    """Somebody comes back to a room over and over; how long each answer took."""
    room = await client.create()
    while True:
        began = perf_counter()
        await client.enter(room)
        slowest.append(perf_counter() - began)
        await asyncio.sleep(0.1)


async def _run(folder: Path) -> Finding:
    limits = {"messages_per_s": 1000, "message_burst": 1000, "address_messages_per_s": 4000}  # sooner than they allow
    server = ServerProcess(folder / "tengen.db", **limits).start()
    slowest: list[float] = []
    try:
        await bots_ready(server.url)  # what they take is not the attack's
        clients = [await Client(server.ws, source=f"127.0.0.{2 + n % ADDRESSES}").open() for n in range(LEAVING)]
        bringers = {name: await Client(server.ws).open() for name in BAD}
        player = await Client(server.ws).open()
        playing = asyncio.create_task(_play(player, slowest))
        before = _resident_kib(server.pid)
        codes, _ = await asyncio.gather(
            asyncio.gather(*(_bring(client, name, BAD[name]) for name, client in bringers.items())),
            asyncio.gather(*(_leave(client, f"u{n}") for n, client in enumerate(clients))),
        )
        grown = (_resident_kib(server.pid) - before) / MIB
        playing.cancel()
        for client in (*clients, *bringers.values(), player):
            await client.drop()
    finally:
        server.kill()
    slow = sorted(slowest)[int(len(slowest) * 0.99)]
    figures: dict[str, float | int | str] = {
        "grown_mib": round(grown, 1),
        "p99_s": round(slow, 3),
        "refusals": ", ".join(f"{name} {code or 'kept'}" for name, code in zip(BAD, codes, strict=True)),
    }
    held = (
        grown <= MOST_MIB
        and slow <= MOST_MOVE_S
        and all(code in ("", "bad_notation", "tree_too_large") for code in codes)
    )
    return Finding(held, figures)


ATTACK = Attack(
    "tree-uploads",
    f"{LEAVING} who begin files and leave, and bad ones, take {MOST_MIB} MiB, and {MOST_MOVE_S} s of a player",
    _run,
)
