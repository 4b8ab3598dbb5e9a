"""People deleted, or joined to an account, by another server have nothing more: a server that has not heard of it
stores nothing of theirs, and acknowledges nothing that would be lost.

The protocol says which commands there are: `tests.server.test_sent_again` makes each.
"""

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.config import Config
from server.store import joining
from server.store.people import players
from tests.conftest import Connect
from tests.kit.client import Client, Message, Refusal
from tests.kit.installation import Installation, open_installation
from tests.kit.stores import ON_FILE
from tests.server.test_accounts import keep_name
from tests.server.test_installation import until
from tests.server.test_sent_again import COMMANDS, QUESTIONS, REASONS, Makers, answer, snapshot

OF_THE_GAME = {"abort", "answer", "move", "offer", "resign"}
"""Commands that change a game, which is the other player's as well and goes on without the name."""
OTHERWISE = {
    "redeem": "the client becomes the player of the code",
    "unseek": "it notes that the seek is no game, until the note is old",
}
"""Commands that store something all the same, and why."""
OF_THE_ACCOUNT = {"tree_new"}
"""Commands whose result goes to the account that a guest has joined, so that nothing is lost."""


@pytest.fixture
def config(config: Config) -> Config:
    """So many commands come from one address as none would send."""
    return replace(
        config,
        address_messages_per_s=10_000,
        messages_per_s=1000,
        message_burst=10_000,
        push_contact="mailto:staff@example.org",
    )


@pytest.fixture
async def two(config: Config, template: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Installation]:
    """Two servers, of which the second does not hear who is gone."""
    monkeypatch.setattr("server.accounts.ended_tokens.PAUSE_S", 3600.0)
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


def join(two: Installation) -> Connect:
    """Connects people to the second server."""

    async def connect(token: str | None = None) -> Client:
        return await two.connect(1, token)

    return connect


@ON_FILE  # compares all tables, as it lists them
@pytest.mark.parametrize("how", ["deleted", "joined"])
async def test_who_is_gone_stores_nothing(two: Installation, how: str, database: str) -> None:
    running = (two.apps[1], two.addresses[1])
    makers, store, now = Makers(running, join(two)), two.apps[0].store, two.apps[0].now
    ada = await two.connect(0)
    await keep_name(ada, "Ada")
    two.cut(1)
    wrong: dict[str, tuple[Message, set[str]]] = {}
    for tag in sorted(set(COMMANDS) - set(REASONS) - QUESTIONS - OF_THE_GAME - set(OTHERWISE)):
        client, fields = await makers.make(tag)
        if how == "deleted":
            games = [row["id"] for row in await store.fetch("SELECT id FROM games")]
            await players.delete(store, client.player, now(), besides=games)
        elif tag in OF_THE_ACCOUNT or await store.fetch("SELECT 1 FROM accounts WHERE player = ?", (client.player,)):
            continue
        else:
            await joining.join(store, client.player, ada.player, now())
        before = await snapshot(running, client.player)
        told = await answer(client, tag, fields)
        after = await snapshot(running, client.player)
        changed = {table for table in after if after[table] != before[table]}
        if changed:
            wrong[tag] = told, changed
    assert wrong == {}


async def test_whoever_is_gone_is_told_so(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    other = await two.connect(1, ada.token)
    two.cut(1)
    await ada.command("delete_player")
    with pytest.raises(Refusal, match="no_player"):
        await other.create()
    with pytest.raises(Refusal, match="no_player"):
        await other.command("hide_me", on=True)
    with pytest.raises(Refusal, match="no_player"):
        await other.command("follow", player=bob.player, on=True)


async def test_a_name_that_a_joined_guest_takes_elsewhere_stays_free(two: Installation) -> None:
    ada, guest = await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    two.cut(1)
    await joining.join(two.apps[0].store, guest.player, ada.player, two.apps[0].now())
    with pytest.raises(Refusal, match="no_player"):
        await guest.command("rename", name="Countess")
    assert (await ada.command("rename", name="Countess"))["name"] == "Countess"


async def test_the_waiting_room_of_a_deleted_player_closes_on_every_server(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    other = await two.connect(1, ada.token)
    room = await other.create()
    await bob.enter(room)
    await ada.command("delete_player")
    assert (await bob.event("ended", room))["reason"] == "aborted"
    await until(lambda: two.apps[0].rooms.tables.get(room) is None)
    for app in two.apps:
        assert app.lobby.list_open() == []
