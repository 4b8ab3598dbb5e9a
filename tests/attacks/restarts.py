"""Many games on a server that is killed again and again: nothing acknowledged is lost, and there is no false alarm."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from server.operator import check
from server.store.file.database_file import open_to_read
from tests.attacks.attack import Attack, Finding
from tests.kit.process import ServerProcess
from tests.server.test_crash import World, check_library, series

ALARMS = ("is damaged", "is older than it was", "has gone back", "cannot be brought back", "cannot be read")


async def run(folder: Path, games: int, seconds: float, pause_s: float) -> Finding:
    """Play ``games`` at once for so long, with a SIGKILL about every ``pause_s``; then end them all and look."""
    server = ServerProcess(
        folder / "tengen.db",
        bot_pause_ms=0,
        messages_per_s=100_000,
        message_burst=100_000,
        address_messages_per_s=1_000_000,
        connections_per_address=10_000,
        bot_games_per_address=10_000,
        backup_every=0,
    )
    random = Random(5)
    try:
        world = World(await asyncio.to_thread(server.start), 5)
        world.up.set()
        lost = await _survive(world, games, seconds, partial(random.uniform, pause_s / 2, pause_s))
        for player in world.players:
            await player.client.close()
    finally:
        server.kill()
    alarms = [line for line in server.log().splitlines() if any(alarm in line for alarm in ALARMS)]
    with open_to_read(server.db) as connection:
        alarms += [*check.find_faults(connection), *check.find_behind(connection, server.db)]
    return Finding(
        not lost and not alarms and len(world.kills) > 0,
        {
            "kills": len(world.kills),
            "acknowledged": world.done,
            "games": len(world.rooms),
            "at_once": max(world.at_once, default=0),
            "lost": lost or "none",
            "alarms": len(alarms),
        },
    )


async def _survive(world: World, games: int, seconds: float, pause: Callable[[], float]) -> str:
    """Return what was lost or wrong, in words; empty if nothing was."""

    async def kill() -> None:
        end = monotonic() + seconds
        while monotonic() < end:
            await asyncio.sleep(pause())
            await world.kill_and_restart()
        world.ending.set()

    work: list[Coroutine[Any, Any, None]] = [series(world, number) for number in range(games)]
    lost = ""
    try:
        async with asyncio.TaskGroup() as tasks:
            for each in (*work, kill()):
                tasks.create_task(each)
        await check_library(world)
    except* AssertionError as errors:
        lost = str(errors.exceptions[0])[:500] or "something that was told"
    return lost


ATTACKS = (
    Attack(
        "restarts",
        "20 s of 20 games and SIGKILLs: no acknowledged move is lost, no false alarm",
        partial(run, games=20, seconds=20, pause_s=4),
    ),
    Attack(
        "restarts-long",
        "15 minutes of 100 games and SIGKILLs: no acknowledged move is lost, no false alarm",
        partial(run, games=100, seconds=900, pause_s=20),
        short=False,
    ),
)
