"""Somebody who knows a password signs in with it as it is changed, or as its account is recovered or closed."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from server.operator.request import ask
from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

SECRET, NEW = "correct horse", "battery staple"
ROUNDS = 3
THIEVES = 8
SPREAD_S = 0.3
"""Within so long they begin, some before the end, which is asked for after a third of it, some while it is made."""
SEED = 20_251

End = Callable[[ServerProcess, Client, str, str], Awaitable[None]]


async def _change(server: ServerProcess, owner: Client, name: str, code: str) -> None:
    await owner.command("change_password", old=SECRET, new=NEW)


async def _recover(server: ServerProcess, owner: Client, name: str, code: str) -> None:
    await owner.command("recover", name=name, code=code, password=NEW)


async def _close(server: ServerProcess, owner: Client, name: str, code: str) -> None:
    await asyncio.to_thread(ask, str(server.db), "account_disable", name, "")


ENDS: dict[str, End] = {"change": _change, "recovery": _recover, "closed": _close}


async def _steal(client: Client, name: str, after_s: float) -> bool:
    """Whether somebody came in."""
    await asyncio.sleep(after_s)
    try:
        await client.command("sign_in", name=name, password=SECRET, join=False)
    except (Refusal, ConnectionClosed):
        return False
    return True


async def _is_alive(client: Client) -> bool:
    """Whether a thief is the account still: on the connection that is there, or on another one by the token."""
    tokens = [message["token"] for message in client.heard if message["t"] == "welcome" and "token" in message]
    try:
        await client.command("consent", named=False)
        connected = True
    except (Refusal, ConnectionClosed):
        connected = False
    await client.close()
    for token in tokens:
        again = Client(client.url, token, client.source)
        await again.open()
        alive = again.welcome["t"] == "welcome" and "account" in again.welcome
        await again.close()
        if alive:
            return True
    return connected and bool(tokens)


async def _round(server: ServerProcess, end: End, number: int, chance: random.Random) -> tuple[int, int]:
    """How many came in at all, and how many are still there afterwards."""
    name = f"person {number}"
    async with Client(server.ws, source=f"127.2.{number}.1") as owner:
        kept = await owner.command("keep_name", name=name, password=SECRET)
        owner.token = next(m["token"] for m in reversed(owner.heard) if m["t"] == "welcome")
        thieves = [await Client(server.ws, source=f"127.2.{number}.{n + 2}").open() for n in range(THIEVES)]
        for thief in thieves:
            thief.heard.clear()

        async def finish() -> None:
            await asyncio.sleep(SPREAD_S / 3)
            await end(server, owner, name, kept["codes"][0])

        tries = [_steal(thief, name, chance.random() * SPREAD_S) for thief in thieves]
        came, _ = await asyncio.gather(asyncio.gather(*tries), finish())
        alive = [await _is_alive(thief) for thief in thieves]
    return sum(came), sum(alive)


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db").start()
    chance = random.Random(SEED)
    figures: dict[str, float | int | str] = {"seed": SEED, "sign_ins": 0}
    left = number = 0
    try:
        for kind, end in ENDS.items():
            alive = 0
            for _ in range(ROUNDS):
                came, still = await _round(server, end, number, chance)
                number += 1
                alive += still
                figures["sign_ins"] = int(figures["sign_ins"]) + came
            figures[f"outlive_{kind}"] = alive
            left += alive
    finally:
        server.kill()
    return Finding(left == 0, figures)


ATTACK = Attack(
    "sign-in-races",
    "no sign-in that is under way outlives a change of the password, a recovery, or a closed account",
    _attack,
)
