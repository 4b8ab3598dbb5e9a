"""Hundreds of games against the strongest bot, from many addresses; the server is killed and started in their midst."""

import asyncio
from pathlib import Path
from time import perf_counter

from tests.attacks._crowd import Opponent, gone, resident_mib, seated
from tests.attacks.attack import Attack, Finding
from tests.kit.http import bots_ready
from tests.kit.process import ServerProcess

LEVEL = 9
GAMES_EACH = 4
PEOPLE_AN_ADDRESS = 10
MOST_MIB = 1024


async def _peak(server: ServerProcess, seconds: float) -> float:
    """The most memory within so many seconds."""
    peak, until = 0.0, perf_counter() + seconds
    while perf_counter() < until:
        peak = max(peak, resident_mib(server))
        await asyncio.sleep(0.25)
    return peak


async def _attack(folder: Path, games: int, seconds: float) -> Finding:
    server = ServerProcess(folder / "tengen.db", log_level="warning").start()
    try:
        await bots_ready(server.url)
        idle = resident_mib(server)
        people = [
            Opponent(server.ws, f"127.0.{1 + n // PEOPLE_AN_ADDRESS}.1", LEVEL, GAMES_EACH, n)
            for n in range(games // GAMES_EACH)
        ]
        tasks = await seated(people)
        before = await _peak(server, seconds)
        begun, answers = sum(len(person.rooms) for person in people), sum(len(person.answers) for person in people)
        refused = sum(len(person.refused) for person in people)
        server.kill()
        await gone(people, tasks)
        server.start()
        await bots_ready(server.url)
        after = await _peak(server, seconds / 2)  # nobody is there yet
        for person in people:
            await person.come_back()
        tasks = [asyncio.create_task(person.play()) for person in people]
        after = max(after, await _peak(server, seconds))
        await gone(people, tasks)
    finally:
        server.kill()
    answered = sum(len(person.answers) for person in people) - answers
    figures = {
        "games": begun,
        "refused": refused,
        "idle_mib": round(idle),
        "most_mib": round(before),
        "most_mib_after_restart": round(after),
        "answers": answers,
        "answers_after_restart": answered,
    }
    held = max(before, after) < MOST_MIB and answers > 0 and answered > 0
    return Finding(held, dict(figures))


async def _few(folder: Path) -> Finding:
    return await _attack(folder, 120, 5)


async def _many(folder: Path) -> Finding:
    return await _attack(folder, 400, 30)


_AIM = f"the server and all its processes stay below {MOST_MIB} MiB, and bots go on answering"

ATTACKS = (
    Attack("bot-memory", f"120 games of the strongest bot: {_AIM}", _few),
    Attack("bot-memory-400", f"400 games of the strongest bot: {_AIM}", _many, short=False),
)
