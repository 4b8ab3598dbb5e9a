"""The process that writes is killed at any moment: what it had acknowledged is there."""

import random
import select
import subprocess
import sys
from pathlib import Path
from time import monotonic

from server.store.games import room_log
from server.store.store import Store

ROOT = Path(__file__).resolve().parents[3]
ROOMS = 8

WRITE = """if True:
    import asyncio, itertools, sys
    from pathlib import Path
    from server.protocol.values import Who
    from server.store.games import room_log
    from server.store.writes import Append
    from server.store.store import Store
    from tests.server.store.examples import moved, new_room

    async def play(store, room, serial, v):
        for v in itertools.count(v):
            await store.commit(Append(serial, moved(v, v % 225), f"c{v}", 1))
            print(room, v, flush=True)

    async def main():
        store = await Store.open(Path(sys.argv[1]))
        rooms = {room.id: room for room in await room_log.list_live_rooms(store)}
        async with asyncio.TaskGroup() as group:
            for number in range(int(sys.argv[2])):
                id = f"room{number:08d}"
                if id in rooms:
                    serial, v = rooms[id].serial, rooms[id].events[-1].v + 1
                else:
                    serial, v = await new_room(store, id, Who(level=1)), 2
                group.create_task(play(store, id, serial, v))

    asyncio.run(main())
"""


def acknowledged_until_killed(path: Path, wait_s: float) -> dict[str, int]:
    """Let a process write, kill it ``wait_s`` after its first acknowledgement; the last version that each room saw."""
    command = [sys.executable, "-c", WRITE, str(path), str(ROOMS)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        end = monotonic() + wait_s
        while (left := end - monotonic()) > 0:
            select.select([process.stdout], [], [], left)
            lines.append(process.stdout.readline())
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    seen: dict[str, int] = {}
    for line in lines:
        if line.endswith(b"\n"):
            room, v = line.decode().split()
            seen[room] = int(v)
    return seen


async def test_everything_acknowledged_survives_a_kill(path: Path) -> None:
    chance = random.Random(20)
    total: dict[str, int] = {}
    for _ in range(6):
        seen = acknowledged_until_killed(path, chance.uniform(0, 0.25))
        assert seen
        total |= seen
        store = await Store.open(path)
        rooms = {room.id: room for room in await room_log.list_live_rooms(store)}
        for id, v in total.items():
            versions = [event.v for event in rooms[id].events]
            assert versions == list(range(1, len(versions) + 1))
            assert versions[-1] >= v
            assert rooms[id].commands[f"c{v}"] == v
        await store.close()
    assert sum(total.values()) > 100
