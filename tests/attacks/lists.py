"""A guest makes rooms of every kind and ends them at every moment: does any list stop being shown?"""

import asyncio
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.http import get
from tests.kit.process import ColdServer

ROOMS: tuple[dict[str, Any], ...] = (
    {},
    {"start": [112, 113]},
    {"opening": "swap2"},
    {"opening": "rif", "rules": "renju"},
    {"clock": {"kind": "correspondence", "move_ms": 86_400_000}},
    {"clock": {"kind": "per_move", "move_ms": 60_000}, "rated": True},
    {"visibility": "private", "start": [112, 113, 114]},
    {"level": 1},
    {"rules": "tictactoe", "size": 3},
)
ENDINGS = ("open", "abort", "sit", "begin", "resign")
LISTS = (
    "/api/games?limit=100",
    "/api/leaderboard",
    "/api/patterns",
    "/api/lines",
    "/api/correspondence",
    "/api/scores",
)
STAFF = ("people", "rooms", "games", "jobs", "trees", "reports", "audit", "patterns", "weights", "proofs", "classrooms")
ROOMS_EACH = 4


async def _play(guest: Client, other: Client, wishes: dict[str, Any], end: str) -> None:
    room = await guest.create(**wishes)
    if end == "open":
        return
    if end != "abort" and "level" not in wishes:
        await other.command("sit", room=room)
    if end == "begin":
        await guest.enter(room)
        with suppress(Refusal):
            await guest.move(room, len(wishes.get("start", ())), 0)
    elif end in ("abort", "resign"):
        await guest.command(end, room=room)


def _make_code(db: Path) -> str:
    """A code of the operator's that makes an account the owner's."""
    command = [sys.executable, "-m", "server", "account", "owner", "--db", str(db)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (code,) = re.findall(r"\b\w{4}(?:-\w{4}){3}\b", said)
    return str(code)


async def run(folder: Path) -> Finding:
    """Make and end them, by new guests as the limits of one are reached, and read everything."""
    budgets = {"messages_per_s": 1_000, "message_burst": 1_000, "address_messages_per_s": 10_000}
    server = ColdServer(folder / "tengen.db", bot_pause_ms=0, **budgets)
    await asyncio.to_thread(server.start)
    try:
        made = 0
        async with Client(server.ws) as owner:
            await owner.command("keep_name", name="Zelda", password="a long password of ours")
            owner.token = (await owner.wait(lambda message: message["t"] == "welcome"))["token"]
            await owner.command("claim_owner", code=await asyncio.to_thread(_make_code, server.db))
            for end in ENDINGS:
                for first in range(0, len(ROOMS), ROOMS_EACH):
                    async with Client(server.ws) as guest, Client(server.ws) as other:
                        for wishes in ROOMS[first : first + ROOMS_EACH]:
                            with suppress(Refusal):
                                await _play(guest, other, dict(wishes), end)
                                made += 1
            fallen = [path for path in LISTS if (await get(server.url + path, owner.token))[0] != 200]
            for t in STAFF:
                await owner.send(t=t, id=t)
                answer = await owner.wait(lambda message: message.get("id") in STAFF)
                if answer["t"] == "error":
                    fallen.append(t)
        faults = [line for line in server.complaints() if "fault" in line or "cannot be shown" in line]
        return Finding(not fallen and not faults, {"rooms": made, "lists_fallen": " ".join(fallen) or "none"})
    finally:
        server.kill()


ATTACK = Attack("lists", "no room that a guest can make, ended at any moment, takes a list from anybody", run)
