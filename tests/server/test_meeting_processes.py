"""Servers as processes of their own: whoever seeks an opponent survives the death of the process that matches."""

import asyncio
from pathlib import Path

import pytest

from tests.kit.client import Client
from tests.kit.process import ServerProcess
from tests.kit.servers import run_servers

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.nats]


def test_seekers_outlive_the_process_that_matches(tmp_path: Path) -> None:
    with run_servers(tmp_path, 1) as servers:  # it leads: there is no other
        servers.add()
        asyncio.run(meet(*servers.all))
        assert not [line for line in servers.all[1].complaints() if "silent" not in line]


async def meet(first: ServerProcess, second: ServerProcess) -> None:
    """Have people meet across two servers, and on one when the other, which matched them, is dead."""
    async with Client(first.ws) as ada, Client(second.ws) as bob:
        here, there = await ada.seek(), await bob.seek()
        told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
        assert [each["seek"] for each in told] == [here, there]
        assert told[0]["room"] == told[1]["room"]
    async with Client(second.ws) as ada, Client(second.ws) as bob:
        seek = await ada.seek()
        first.kill()
        await bob.seek()
        told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
        assert told[0]["seek"] == seek
        assert told[0]["room"] == told[1]["room"]
