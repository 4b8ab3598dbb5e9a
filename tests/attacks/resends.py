"""The server dies before anybody has read its answers: all commands are sent again to the next one.

That every command of the protocol is answered as the first time says `tests.server.test_sent_again`, in one process.
"""

import asyncio
from pathlib import Path
from typing import Any

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Message
from tests.kit.process import ServerProcess

SECRET = "correct horse"
SLOW = {"kind": "correspondence", "move_ms": 3 * 86_400_000}
GAME: dict[str, Any] = {"rules": "freestyle", "size": 15, "clock": SLOW}


async def _answer(client: Client, number: int, t: str, fields: dict[str, Any]) -> Message:
    await client.send(t=t, id=f"once{number}", **fields)
    return await client.wait(lambda m: m.get("id") == f"once{number}")


async def _prepare(ada: Client, bob: Client) -> list[tuple[Client, str, dict[str, Any]]]:
    """Commands of two people, each with an effect that would be another one the second time."""
    kept = await ada.command("keep_name", name="Ada Lovell", password=SECRET)
    assert kept["codes"]
    ada.token = next(m["token"] for m in reversed(ada.heard) if m["t"] == "welcome")
    given = [(await ada.command("challenge", to=bob.player, **GAME))["challenge"]]
    await bob.command("decline_challenge", challenge=given[0])
    waiting = (await ada.command("challenge", to=bob.player, **GAME))["challenge"]
    back = (await bob.command("challenge", to=ada.player, **GAME))["challenge"]
    room = await ada.create(clock={"kind": "none"})
    return [
        (bob, "accept_challenge", {"challenge": waiting}),
        (ada, "decline_challenge", {"challenge": back, "reason": "later"}),
        (ada, "withdraw_challenge", {"challenge": given[0]}),
        (ada, "create", {"rules": "renju", "size": 15, "clock": SLOW}),
        (bob, "sit", {"room": room}),
        (bob, "rename", {"name": "Bob Dylan"}),
        (bob, "report", {"about": ada.player, "reason": "spam"}),
        (bob, "block", {"player": ada.player, "on": True}),
        (bob, "code", {}),
        (ada, "recovery_codes", {"password": SECRET}),
        (ada, "change_password", {"old": SECRET, "new": "battery staple"}),
    ]


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", address_messages_per_s=1000, message_burst=1000).start()
    other = {}
    try:
        ada, bob = await Client(server.ws).open(), await Client(server.ws).open()
        sent = await _prepare(ada, bob)
        first = [await _answer(client, n, t, fields) for n, (client, t, fields) in enumerate(sent)]
        await asyncio.gather(ada.drop(), bob.drop())
        server.kill()
        server.start()
        for client in (ada, bob):
            await client.open()
        for n, (client, t, fields) in enumerate(sent):
            second = await _answer(client, n, t, fields)
            if second != first[n] or second["t"] == "error":
                other[t] = second.get("code", "another answer")
        await asyncio.gather(ada.close(), bob.close())
    finally:
        server.kill()
    return Finding(not other, {"commands": len(sent), "answered_otherwise": len(other), "which": str(other or "none")})


ATTACK = Attack(
    "resends",
    "a command that was answered by a server that is no more is answered the same by the next one, and done once",
    _attack,
)
