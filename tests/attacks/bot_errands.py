"""Floods of hints and of analyses: what they cost in memory, and whom they keep waiting."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from websockets.exceptions import ConnectionClosed

from tests.attacks._crowd import Opponent, gone, resident_mib, seated
from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.http import bots_ready
from tests.kit.process import ServerProcess

ASKERS = 12
GAMES_EACH = 4
QUIET_SECONDS = 4.0
SECONDS = 8.0
MOST_MS = 1000
MOST_MIB = 1024
RULES = [(rules, size) for rules in ("freestyle", "standard", "renju", "caro") for size in (15, 19, 20)]
MIDDLE = {15: 112, 19: 180, 20: 210}

Asking = Callable[[ServerProcess, int], Awaitable[None]]


async def _hints(server: ServerProcess, number: int) -> None:
    """Ask for one hint after the other in four games, as fast as messages are taken, until cancelled."""
    rules, size = RULES[number % len(RULES)]
    client = await Client(server.ws, source=f"127.0.1.{number + 1}").open()
    rooms = [await client.create(rules=rules, size=size, level=1, visibility="link") for _ in range(GAMES_EACH)]
    for room in rooms:
        await client.send(t="enter", room=room)
        await client.send(t="move", id=f"m{room}", room=room, ply=0, point=MIDDLE[size])
    asked = 0
    while True:
        for room in rooms:
            asked += 1
            await client.send(t="hint", id=f"h{asked}", room=room)
        client.heard.clear()
        await asyncio.sleep(GAMES_EACH / 18)


async def _analyses(server: ServerProcess, number: int) -> None:
    """Finish one game after the other and have each analysed, of all rules and sizes in turn, until cancelled."""
    client = await Client(server.ws, source=f"127.0.1.{number + 1}").open()
    for played in range(1_000_000):
        rules, size = RULES[(number + played) % len(RULES)]
        room = await client.create(rules=rules, size=size, level=1, visibility="link")
        await client.enter(room)
        for ply in (0, 2, 4):
            free = [MIDDLE[size] + step for step in (0, 1, size, size + 1, -1, -size, 2, 2 * size)]
            for n, point in enumerate(free):
                with suppress(Refusal):
                    await client.command("move", id=f"{played}.{ply}.{n}", room=room, ply=ply, point=point)
                    break
            await client.wait(lambda message, ply=ply: any(e.get("ply") == ply + 1 for e in message.get("events", ())))  # type: ignore[misc]
        await client.command("resign", room=room)
        with suppress(Refusal):
            await client.command("analyse", game=room)
        await client.send(t="leave", room=room)
        client.heard.clear()


async def _attack(folder: Path, asking: Asking) -> Finding:
    server = ServerProcess(folder / "tengen.db", log_level="error", bot_pause_ms=0).start()
    try:
        await bots_ready(server.url)
        idle = resident_mib(server)
        undisturbed, _ = await _answered(server, QUIET_SECONDS)
        floods = [asyncio.ensure_future(_until_cut_off(asking(server, number))) for number in range(ASKERS)]
        await asyncio.sleep(2)
        taken, peak = await _answered(server, SECONDS)
        cut_off = sum(flood.done() for flood in floods)
        for flood in floods:
            flood.cancel()
        await asyncio.gather(*floods, return_exceptions=True)
    finally:
        server.kill()
    p95 = _p95_ms(taken)
    figures: dict[str, float | int | str] = {
        "idle_mib": round(idle),
        "most_mib": round(peak),
        "answers": len(taken),
        "p95_ms": p95,
        "undisturbed_p95_ms": _p95_ms(undisturbed),
        "cut_off": cut_off,
    }
    return Finding(peak < MOST_MIB and 0 <= p95 <= MOST_MS and len(taken) > 5, figures)


async def _answered(server: ServerProcess, seconds: float) -> tuple[list[float], float]:
    """Seconds that one person's bot of level 1 takes over each answer for so long, and the most MiB in the meantime."""
    person, peak = Opponent(server.ws, "127.0.2.1", 1, 1, 0, again=True), 0.0
    tasks = await seated([person])
    until = perf_counter() + seconds
    while perf_counter() < until:
        peak = max(peak, resident_mib(server))
        await asyncio.sleep(0.25)
    taken = [*person.answers, *person.waits]
    await gone([person], tasks)
    return taken, peak


def _p95_ms(taken: list[float]) -> int:
    return round(1000 * sorted(taken)[len(taken) * 95 // 100]) if taken else -1


async def _until_cut_off(flood: Awaitable[None]) -> None:
    with suppress(ConnectionClosed, TimeoutError):
        await flood


_AIM = f"less than {MOST_MIB} MiB in all, and 95 of 100 answers of level 1 within {MOST_MS} ms"

ATTACKS = (
    # on a machine that others keep busy this says more about them: to be read beside what the undisturbed took
    Attack(
        "hint-flood", f"{ASKERS} people ask for hints without end: {_AIM}", lambda f: _attack(f, _hints), short=False
    ),
    Attack(
        "analysis-flood", f"{ASKERS} people have games analysed without end: {_AIM}", lambda f: _attack(f, _analyses)
    ),
)
