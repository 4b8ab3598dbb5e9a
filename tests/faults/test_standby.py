"""The database dies, and its standby takes over: what was acknowledged is there, and the games go on."""

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from tests.faults.people import Person, Seen, play
from tests.faults.run import compare, read_stored
from tests.kit.servers import run_servers

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.nats]

ROOMS = 4
LONGEST_S = 4.0
"""Longest wait from the moment at which the standby takes writes; twice the aim, for a busy machine."""


def test_games_go_on_at_the_standby(tmp_path: Path) -> None:
    with run_servers(tmp_path, 0) as servers, servers.postgres.run_standby() as standby:
        name = servers.database.partition("@/")[2].partition("?")[0]
        hosts = f"{servers.postgres.folder},{standby.folder}"
        address = f"postgresql://postgres@/{name}?host={hosts}&target_session_attrs=read-write"
        for _ in range(2):
            servers.add(database=address, messages_per_s=100_000, message_burst=100_000)
        seen = Seen()

        async def run() -> tuple[int, float]:
            stop = asyncio.Event()
            people = [
                (
                    Person(lambda: [each.ws for each in servers.all], 0, seen),
                    Person(lambda: [servers.all[1].ws], 0, seen),
                )
                for _ in range(ROOMS)
            ]
            games = [asyncio.create_task(play(*pair, 0.02, 40, stop)) for pair in people]
            await asyncio.sleep(2)
            began = monotonic()
            await asyncio.to_thread(servers.postgres.stop)
            await asyncio.to_thread(standby.promote)
            outage = monotonic() - began
            for person in (each for pair in people for each in pair):
                person.waits.clear()
            await asyncio.sleep(3)
            waits = [wait for pair in people for person in pair for wait in person.waits]
            stop.set()
            async with asyncio.timeout(60):
                moves = sum(await asyncio.gather(*games))
            for pair in people:
                for person in pair:
                    await person.leave()
            assert waits, "nobody could move again"
            return moves, max(waits) - outage

        moves, longest = asyncio.run(run())
        stored = asyncio.run(read_stored(standby.address(name)))
        assert seen.faults == []
        assert compare(seen, stored) == []
        assert moves > 100
        assert longest < LONGEST_S
