"""Settings as the owner changes them while the server runs, over real sockets."""

from contextlib import AsyncExitStack

import pytest

from server.config import Config
from server.lifecycle import start
from server.store import settings
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.server.test_staff import ask, staff
from tests.server.test_talk import Running, look, play


async def read(owner: Client, name: str) -> Message:
    return next(each for each in (await ask(owner, "settings"))["settings"] if each["name"] == name)


async def change(owner: Client, setting: str, value: str | None, **fields: str) -> None:
    await owner.command("change_setting", setting=setting, value=value, **fields)


async def test_talk_of_players_and_of_watchers_changes_at_once(running: Running, join: Connect) -> None:
    ada, bob, cy, owner = await join(), await join(), await join(), await staff(running, join, "owner")
    room = await play(ada, bob)
    assert (await look(cy, room))["level"] == "phrases"
    await change(owner, "talk", "free")
    for each in (ada, cy):
        await each.wait(lambda m: m["t"] == "talk" and m["level"] == "free")
    await change(owner, "talk_watchers", "off")
    await cy.wait(lambda m: m["t"] == "talk" and m["level"] == "off")
    await ada.command("say", room=room, text="hello there")
    with pytest.raises(Refusal) as caught:
        await cy.command("say", room=room, phrase="hello")
    assert caught.value.message["detail"] == {"level": "off"}
    assert await read(owner, "talk") == {
        "name": "talk",
        "value": "free",
        "default": "phrases",
        "names": ["off", "phrases", "free"],
        "changed": True,
    }
    await change(owner, "talk", None)
    assert (await read(owner, "talk")).get("changed") is None
    await ada.wait(lambda m: m["t"] == "talk" and m["level"] == "phrases")


async def test_registration_and_limits_hold_for_what_comes(running: Running, join: Connect) -> None:
    ada, owner = await join(), await staff(running, join, "owner")
    await change(owner, "registration", "closed")
    assert (await ada.wait(lambda m: m["t"] == "registration_changed"))["registration"] == "closed"
    assert (await join()).welcome["registration"] == "closed"
    with pytest.raises(Refusal, match="registration_closed"):
        await ada.command("keep_name", name="Ada", password="correct horse")
    await change(owner, "rooms_per_player", "1")
    await ada.create()
    with pytest.raises(Refusal, match="too_many_rooms"):
        await ada.create()
    await change(owner, "rooms_per_player", None)
    await change(owner, "bot_games", "0")
    with pytest.raises(Refusal, match="bot_games_full"):
        await ada.create(level=1)
    await change(owner, "bot_games", "1")
    await ada.create(level=1)


async def test_each_change_is_noted_once(running: Running, join: Connect) -> None:
    owner = await staff(running, join, "owner")
    for _ in range(2):
        await change(owner, "talk", "OFF", id="once", note="exams")
    for setting, value in (("talk", "loud"), ("bot_games", "many"), ("bot_games", "-1"), ("rooms_per_player", "0")):
        with pytest.raises(Refusal) as caught:
            await change(owner, setting, value)
        assert caught.value.code == "bad_setting"
        assert caught.value.message["detail"]["takes"]
    with pytest.raises(Refusal, match="bad_message"):
        await change(owner, "metrics_token", "secret")
    (act,) = (await ask(owner, "audit"))["acts"]
    assert (act["action"], act["data"]) == (
        "setting",
        {"setting": "talk", "old": "phrases", "value": "off", "note": "exams"},
    )
    assert (await read(owner, "bot_games"))["span"] == [0, 100_000]


async def test_a_change_outlives_the_server(config: Config, caplog: pytest.LogCaptureFixture) -> None:
    async with AsyncExitStack() as stack:
        app = App((await start(config, stack))[0])
        await app.store.execute(
            settings.keep("talk", "free", 1), settings.keep("bot_games", "lots", 1), settings.keep("gone", "x", 1)
        )
    async with AsyncExitStack() as stack:
        app = App((await start(config, stack))[0])
        assert app.talk.level == "free"
        assert app.rooms.policy.bot_games == config.bot_games
    assert [record.levelname for record in caplog.records if "bot_games" in record.message] == ["WARNING"]
