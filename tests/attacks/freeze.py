"""Everybody at one room that is nobody's: all at once, as it is read, found over, and forgotten again."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client
from tests.kit.pair import Pair
from tests.kit.process import ServerProcess

LASTS_S = 10.0
UNNOTICED_S = 5.0
PAIRS = 8
VISITORS = 30
READ_S = 0.003
"""A room is read in less than this, and somewhere in it lies the instant at which others must come."""

_ids = count()


async def _resign(owner: Client, others: list[Client]) -> None:
    """A guest makes a room and aborts it; two others each give it up eight times at once."""
    room = await owner.create()
    await owner.command("abort", room=room)
    for other in random.sample(others, 2):
        sent = [{"t": "resign", "id": f"r{next(_ids)}", "room": room} for _ in range(8)]
        other.send_at_once(*sent)
        await asyncio.sleep(random.uniform(0, READ_S))
    for other in others:
        other.heard.clear()


async def _open(owner: Client, others: list[Client]) -> None:
    """Everybody opens the link of a private game that is over."""
    room = await owner.create(visibility="private")
    await others[0].command("sit", room=room)
    await others[0].command("resign", room=room)
    await others[0].send(t="leave", room=room)
    for other in others[1:]:
        other.send_at_once({"t": "enter", "room": room})
        if other is others[1]:
            await asyncio.sleep(random.uniform(0, READ_S))
    await asyncio.gather(*(other.wait(lambda m: m.get("room") == room and m["t"] == "error") for other in others[1:]))


async def _attack(
    folder: Path, visitors: int, pause_s: float, crowd: Callable[[Client, list[Client]], Awaitable[None]]
) -> Finding:
    """A crowd again and again while two people play; what the slowest move of theirs took."""
    server = ServerProcess(folder / "tengen.db").start()
    slowest, rounds = 0.0, 0
    try:
        async with AsyncExitStack() as stack:
            owner = await stack.enter_async_context(Client(server.ws))
            others = [await stack.enter_async_context(Client(server.ws)) for _ in range(visitors)]
            pair = await stack.enter_async_context(Pair(server.ws))
            end = asyncio.get_running_loop().time() + LASTS_S
            while asyncio.get_running_loop().time() < end:
                pause = asyncio.create_task(asyncio.sleep(pause_s))
                await crowd(owner, others)
                slowest = max(slowest, await pair.play(1))
                rounds += 1
                await pause
    except (TimeoutError, OSError) as error:
        server.kill()
        return Finding(False, {"rounds": rounds, "ended_by": type(error).__name__})
    finally:
        server.stop()
    return Finding(slowest < UNNOTICED_S, {"rounds": rounds, "slowest_move_ms": round(slowest * 1000)})


ATTACKS = (
    Attack(
        "freeze-resign",
        f"others' moves arrive within {UNNOTICED_S:g} s while a room that is over is given up sixteen times at once",
        lambda folder: _attack(folder, 2 * PAIRS, 1 / PAIRS, _resign),
    ),
    Attack(
        "freeze-open",
        f"others' moves arrive within {UNNOTICED_S:g} s while {VISITORS} open one private game that is over",
        lambda folder: _attack(folder, VISITORS, 0.2, _open),
    ),
)
