"""Accounts, learning, studies, trees and staff on two servers of one installation."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.accounts.ended_tokens import EndedTokens
from server.accounts.guard import BY_BOTH
from server.config import Config
from server.ratings.ledger import RatingPool
from tests.kit.client import WAIT_S, Client, Message
from tests.kit.installation import Installation, open_installation
from tests.server.accounts.test_registry import SECRET, QuickHashing
from tests.server.test_accounts import become, keep_name, refused, signed_out
from tests.server.test_installation import until


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers notice soon that another leads no more."""
    monkeypatch.setattr("server.leading.LOOK_S", 0.05)


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def test_guesses_on_one_server_wait_on_the_other(two: Installation) -> None:
    ada, eve, mallory = await two.connect(0), await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    two.cut(0)  # the bus is not needed for it
    for _ in range(BY_BOTH.free):
        assert await refused(eve, "sign_in", name="Ada", password="wrong wrong wrong") == "bad_sign_in"
    await until(lambda: any(each.count >= BY_BOTH.free for each in two.apps[1].registry.guard._failures.values()))
    assert await refused(mallory, "sign_in", name="Ada", password="wrong wrong wrong") == "wait"


async def play(black: Client, white: Client) -> str:
    """A rated game that black wins by five; both look on."""
    room = await black.create(rated=True)
    await black.enter(room)
    await white.enter(room)
    await white.command("sit", room=room)
    for ply in range(9):
        await (black, white)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    return room


def changed(message: Message) -> bool:
    return message["t"] == "ratings" and "shifts" in message["rating"]


async def read_rating(two: Installation, number: int, player: str) -> tuple[int, int]:
    """The games and the rounded rating of a player, as a server remembers it."""
    held = (await two.apps[number].ratings.read(player))[RatingPool("gomoku", False)]
    return held.games, round(held.rating.value)


async def test_one_server_counts_and_both_show_it(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    await play(ada, bob)
    for client in (ada, bob):
        assert (await client.wait(changed))["rating"]["shifts"][0]["after"] > 1500
    assert await read_rating(two, 0, ada.player) == await read_rating(two, 1, ada.player)

    await play(bob, ada)
    for client in (ada, bob):
        await client.wait(changed)
    found = [await read_rating(two, number, ada.player) for number in (0, 1)]
    assert found[0] == found[1]
    assert found[0][0] == 2

    two.cut(1)
    more = await two.connect(0, bob.token)
    await play(ada, more)
    await ada.wait(changed)
    assert (await read_rating(two, 0, ada.player))[0] == 3
    assert (await read_rating(two, 1, ada.player))[0] == 2  # as far as it has heard
    two.mend(1)
    await until_equal(two, ada.player, 3)


async def until_equal(two: Installation, player: str, games: int) -> None:
    """Until both servers remember as many games of a player."""
    async with asyncio.timeout(WAIT_S):
        while [(await read_rating(two, number, player))[0] for number in (0, 1)] != [games, games]:
            await asyncio.sleep(0.01)


async def test_another_server_counts_once_one_is_gone(two: Installation) -> None:
    ada, bob = await two.connect(1), await two.connect(1)
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    two.kill(0)
    await play(ada, bob)
    await bob.wait(changed)
    rows = await two.apps[1].store.fetch("SELECT count(*) FROM rating_changes")
    assert rows[0][0] == 2


async def test_devices_signed_out_while_the_bus_is_away_are_closed(two: Installation) -> None:
    ada, phone = await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    await become(phone, "sign_in", name="Ada", password=SECRET)
    other, third = await two.connect(1), await two.connect(1, phone.token)
    await until(lambda: len(two.apps[0].sessions.anywhere(ada.player)) == 3)
    two.cut(1)
    await ada.command("change_password", old=SECRET, new="one two three four")
    for client in (phone, third):
        await signed_out(client)
    assert (ada.closed, other.closed) == (None, None)


@pytest.mark.parametrize("code", ["deleted", "banned"])
async def test_whoever_may_not_be_here_while_the_bus_is_away_is_closed(two: Installation, code: str) -> None:
    ada = await two.connect(0)
    phone = await two.connect(1, ada.token)
    two.cut(1)
    if code == "deleted":
        await ada.command("delete_player")
    else:
        await two.apps[0].store.execute(("UPDATE players SET banned_at = 1 WHERE id = ?", (ada.player,)))
    assert (await phone.wait(lambda m: m["t"] == "bye"))["code"] == code
    await phone.wait_closed()


async def test_whoever_gets_another_token_stays(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    for client, name in ((ada, "Ada"), (bob, "Bob")):
        await keep_name(client, name)
        await client.command("change_password", old=SECRET, new="one two three four")
    await until(lambda: two.apps[0].sessions.online == 2)
    for app in two.apps:
        ended = EndedTokens(two.buses[0], app.store, app.sessions, app.now)
        await ended.check()
    assert (ada.closed, bob.closed) == (None, None)
