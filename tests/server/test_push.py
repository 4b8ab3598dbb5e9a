"""Notices on devices over real sockets: subscribed, sent by a push service, read by the browser."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from server.config import Config
from server.lifecycle import start
from tests.kit.app import App
from tests.kit.client import WAIT_S, Client, Refusal
from tests.kit.push_service import Browser, PushService, open_service
from tests.kit.settable_time import SettableTime

MONDAY = 1_795_424_400_000
DAY_MS = 86_400_000
DAYS = {"kind": "correspondence", "move_ms": 2 * DAY_MS}
CONTACT = "mailto:me@example.org"


@dataclass
class House:
    """A server in this process, with a time that is set, and the push service that it uses."""

    app: App
    url: str
    time: SettableTime
    service: PushService

    async def come(self, token: str | None = None) -> Client:
        return await Client(self.url, token).open()

    async def told(self, browser: Browser) -> dict[str, Any]:
        """Return the next notice."""
        pushed = await self.service.next()
        assert browser.endpoint.endswith(pushed.path)
        return browser.read(pushed.body)

    async def gone(self, client: Client) -> None:
        """A client leaves, and the server knows it."""
        await client.close()
        async with asyncio.timeout(WAIT_S):
            while self.app.sessions.of_player(client.player):
                await asyncio.sleep(0.005)

    async def outbox(self) -> list[str]:
        """The kinds of the notices that wait, once there is one."""
        async with asyncio.timeout(WAIT_S):
            while True:
                rows = await self.app.store.fetch("SELECT kind FROM push_outbox WHERE sent_at IS NULL")
                if rows:
                    return [row["kind"] for row in rows]
                await asyncio.sleep(0.005)


@pytest.fixture
async def house(tmp_path: Path, template: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    service, listening = await open_service(tmp_path, monkeypatch)
    time = SettableTime(MONDAY)
    monkeypatch.setattr("server.feature.SteadyTime", lambda: time)
    shutil.copy(template, tmp_path / "tengen.db")
    async with listening, AsyncExitStack() as stack:
        config = Config(port=0, db=tmp_path / "tengen.db", bot_pause_ms=0, push_contact=CONTACT, puzzles="off")
        core, server = await start(config, stack)
        app = App(core)
        port = next(iter(server.sockets)).getsockname()[1]
        yield House(app, f"ws://127.0.0.1:{port}/ws", time, service)


async def test_whose_move_it_is_and_whose_time_runs_out(house: House) -> None:
    ada, bob = await house.come(), await house.come()
    browser = Browser("/bob")
    assert ada.welcome["push"] == house.app.push.public_key
    await bob.command("rename", name="Bob")
    await ada.command("rename", name="Ada")
    await bob.command("subscribe", lang="zh-Hans", **browser.subscription)
    room = await ada.create(clock=DAYS, color="white")
    await bob.command("sit", room=room)
    await bob.enter(room)
    await bob.move(room, 0, 112)
    await bob.close()
    await ada.enter(room)
    await ada.move(room, 1, 113)
    told = await house.told(browser)
    assert told == {"kind": "your_move", "name": "Ada", "path": f"/room/{room}", "lang": "zh-Hans", "tag": f"your_move-{room}"}  # fmt: skip # noqa: E501
    await house.app.push.remind()
    house.time.advance(int(1.6 * DAY_MS))
    await house.app.push.remind()
    assert (await house.told(browser))["kind"] == "deadline"
    house.time.advance(DAY_MS // 10)
    await house.app.push.remind()  # once is enough
    bob = await house.come(bob.token)
    await bob.enter(room)
    await bob.move(room, 2, 114)
    await bob.close()
    await ada.event("moved", room)
    house.time.advance(DAY_MS // 10)
    await ada.move(room, 3, 115)
    assert (await house.told(browser))["kind"] == "your_move"  # and nothing in between
    await house.app.push.remind()
    house.time.advance(int(1.7 * DAY_MS))
    await house.app.push.remind()
    assert (await house.told(browser))["kind"] == "deadline"
    await ada.close()


async def test_a_challenge_reaches_who_is_away_and_the_game_its_giver(house: House) -> None:
    ada, bob = await house.come(), await house.come()
    hers, his = Browser("/ada"), Browser("/bob")
    await ada.command("rename", name="Ada")
    await ada.command("subscribe", **hers.subscription)
    await bob.command("subscribe", **his.subscription)
    await bob.close()
    given = await ada.command("challenge", to=bob.player, rules="freestyle", size=15, clock=DAYS, color="black")
    told = await house.told(his)
    assert (told["kind"], told["name"], told["path"]) == ("challenge", "Ada", "/")
    await ada.close()
    bob = await house.come(bob.token)
    room = (await bob.command("accept_challenge", challenge=given["challenge"]))["room"]
    assert (await house.told(hers))["path"] == f"/room/{room}"
    await bob.close()


async def test_an_offer_and_a_rematch_reach_who_is_away_outside_quiet_hours(house: House) -> None:
    ada, bob = await house.come(), await house.come()
    browser = Browser("/bob")
    await ada.command("rename", name="Ada")
    await bob.command("subscribe", **browser.subscription)
    room = await ada.create(clock=DAYS)
    await bob.command("sit", room=room)
    await ada.move(room, 0, 112)
    await bob.move(room, 1, 113)
    await house.gone(bob)
    await ada.command("offer", room=room, what="draw")
    told = await house.told(browser)
    assert told == {"kind": "offer", "name": "Ada", "path": f"/room/{room}", "lang": "en", "tag": f"offer-{room}"}
    await ada.command("answer", room=room, what="draw", accept=False)

    bob = await house.come(bob.token)
    minute = MONDAY // 60_000 % 1440
    quiet = [(minute - 60) % 1440, (minute + 60) % 1440]
    await bob.command("set_push", kinds=["offer", "rematch"], quiet=quiet, zone="UTC", offset=0)
    await house.gone(bob)
    await ada.command("offer", room=room, what="takeback")
    assert await house.outbox() == ["offer"]
    await house.app.push.send_due()
    assert house.service.pushed.empty()  # nothing in the quiet hours ...
    await ada.command("answer", room=room, what="takeback", accept=False)
    house.time.advance(2 * 3_600_000)
    await house.app.push.send_due()
    assert await house.app.store.fetch("SELECT * FROM push_outbox") == []  # ... after which it was withdrawn
    await ada.command("resign", room=room)
    await ada.command("offer", room=room, what="rematch")
    assert (await house.told(browser))["kind"] == "rematch"
    await ada.close()


async def test_settings_are_kept_for_the_player_and_a_subscription_for_the_device(house: House) -> None:
    ada = await house.come()
    phone = await house.come(ada.token)

    async def read(client: Client) -> dict[str, Any]:
        await client.send(t="push", id="read")
        return await client.wait(lambda m: m["t"] == "push")

    everything = ["challenge", "deadline", "lesson", "offer", "rematch", "your_move"]
    assert await read(ada) == {"t": "push", "id": "read", "here": False, "kinds": everything}
    browser = Browser("/ada")
    await ada.command("subscribe", **browser.subscription)
    await ada.command("set_push", kinds=["lesson"], quiet=[1320, 420], zone="Asia/Shanghai", offset=480)
    found = await read(phone)
    assert (found["here"], found["kinds"], found["quiet"]) == (True, ["lesson"], [1320, 420])  # the same device
    await phone.command("unsubscribe", endpoint=browser.endpoint)
    assert (await read(ada))["here"] is False
    for wrong in (
        {"endpoint": "https://127.0.0.1/a"},
        {"endpoint": "http://push.example.org/a"},
        {"public": "A" * 87},
        {"secret": "A" * 24},
    ):
        with pytest.raises(Refusal) as refused:
            await ada.command("subscribe", **browser.subscription | wrong)
        assert refused.value.code == "bad_subscription"
    for client in (ada, phone):
        await client.close()


async def test_a_server_that_sends_none_takes_no_subscription(join: Any) -> None:
    ada = await join()
    assert "push" not in ada.welcome
    with pytest.raises(Refusal) as refused:
        await ada.command("subscribe", **Browser("/a").subscription)
    assert refused.value.code == "push_off"
