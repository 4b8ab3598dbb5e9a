"""Two servers of one installation: people of both meet as if there were one."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from server.config import Config
from tests.kit.client import WAIT_S
from tests.kit.installation import Installation, open_installation


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def until(true: Callable[[], bool]) -> None:
    """Let the loop run until something is true."""
    async with asyncio.timeout(WAIT_S):
        while not true():
            await asyncio.sleep(0.001)


async def test_people_of_two_servers_play(two: Installation) -> None:
    black, white = await two.connect(0), await two.connect(1)
    room = await black.create(color="black")
    await black.enter(room)
    await white.command("sit", room=room)
    await black.event("seated")
    await black.move(room, 0, 112)
    assert (await white.event("moved"))["point"] == 112
    await black.event("moved")
    await white.move(room, 1, 113)
    assert (await black.event("moved"))["point"] == 113
    await white.command("resign", room=room)
    assert (await black.event("ended"))["reason"] == "resigned"


async def test_the_lobby_lists_the_rooms_and_people_of_all_servers(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await bob.send(t="lobby", on=True)
    assert (await bob.wait(lambda m: m["t"] == "lobby"))["rooms"] == []
    room = await ada.create()
    change = await bob.wait(lambda m: m["t"] == "lobby_change" and bool(m["rooms"]))
    assert [line["room"] for line in change["rooms"]] == [room]
    await until(lambda: two.apps[1].sessions.online == 2)


async def test_a_name_is_new_everywhere_and_a_deleted_player_is_nobody(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    room = await ada.create()
    await ada.enter(room)
    await bob.enter(room)
    other = await two.connect(1, ada.token)
    await ada.command("keep_name", name="Countess", password="one two three four")
    assert (await other.wait(lambda m: m["t"] == "renamed"))["player"]["name"] == "Countess"
    table = two.apps[1].rooms.tables.get(room)
    assert table is not None
    await until(lambda: [who.name for who in table.room.seats if who is not None] == ["Countess"])


async def test_devices_signed_out_on_one_server_leave_the_other(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await until(lambda: two.apps[0].sessions.online == 2)
    await two.apps[0].live.player_signed_out(bob.player)
    assert (await bob.wait(lambda m: m["t"] == "bye"))["code"] == "signed_out"
    await bob.wait_closed()
    await until(lambda: two.apps[0].sessions.online == 1)
    assert ada.closed is None
