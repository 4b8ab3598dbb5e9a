"""Reloads, second tabs, a server that goes away, an opponent who does."""

import asyncio
import re
from collections.abc import Callable
from time import monotonic

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive, meet
from tests.browser.person import NETWORK, Person
from tests.kit.http import get_json
from tests.kit.process import ServerProcess
from tests.kit.wire import Wire

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

End = Callable[[ServerProcess], object]


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    return {"bot_pause_ms": 0, "grace_s": 1}


TOLD_S = 12.0
"""A silent loss of the network is told within this time."""


async def begin(arrive: Arrive, allow: str | None = None) -> tuple[Person, Person, str]:
    """Black, White and their room, one move each."""
    black, white, room = await meet(arrive, allow=allow, clock="10+5")
    await black.play("H8")
    await white.play("I9")
    return black, white, room


async def test_a_reload_keeps_everything(arrive: Arrive) -> None:
    black, white, _ = await begin(arrive)
    await black.press("offer", what="draw")
    await expect(white.page.locator("[data-offer=draw]")).to_be_visible()
    await white.page.reload()
    await white.sees(["H8", "I9"])
    await expect(white.page.locator("[data-offer=draw]")).to_be_visible()
    await black.page.reload()
    await black.sees(["H8", "I9"])
    await expect(black.page.get_by_text("You have offered a draw.")).to_be_visible()
    await black.play("G7")
    await white.sees(["H8", "I9", "G7"])
    await expect(white.seat(0).locator("[data-presence=here]")).to_be_visible()


async def test_a_second_tab_takes_the_game_over_and_gives_it_back(arrive: Arrive) -> None:
    black, white, room = await begin(arrive)
    second = await black.new_page()
    await second.goto(f"/room/{room}")
    await second.sees(["H8", "I9"])
    await expect(black.button("take-over")).to_be_visible()
    await second.play("G7")
    await white.play("F6")
    await black.press("take-over")
    await black.sees(["H8", "I9", "G7", "F6"])
    await expect(second.button("take-over")).to_be_visible()
    await black.play("E5")
    await white.sees(["H8", "I9", "G7", "F6", "E5"])


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/settings"])
async def test_a_silent_loss_of_the_network_is_told(arrive: Arrive, server: ServerProcess, path: str) -> None:
    async with Wire(server.port) as wire:
        person = await arrive(None, allow=NETWORK)
        person.base = f"http://127.0.0.1:{wire.port}"
        await person.goto(path)
        connection = person.page.locator(".connection")
        await expect(connection).to_have_attribute("data-connection", "online")
        wire.cut()
        cut = monotonic()
        await expect(connection).to_have_attribute("data-connection", "offline")
        assert monotonic() - cut < TOLD_S
        wire.mend()
        await expect(connection).to_have_attribute("data-connection", "online", timeout=30_000)
        await person.page.close()


@pytest.mark.parametrize(
    "end",
    [pytest.param(ServerProcess.stop, marks=pytest.mark.slow), ServerProcess.kill],
    ids=["stopped", "killed"],
)
async def test_a_game_goes_on_when_the_server_comes_back(arrive: Arrive, server: ServerProcess, end: End) -> None:
    black, white, room = await begin(arrive, allow=NETWORK)
    host = await arrive(None, allow=NETWORK)
    await host.create(visibility="link")
    await black.page.evaluate("window.notReloaded = true")
    await asyncio.to_thread(end, server)
    lost = "Connection lost, reconnecting…"
    await expect(host.page.get_by_test_id("reconnecting")).to_have_text(lost)  # no game goes on there
    for person in (black, white):
        await expect(person.page.get_by_test_id("reconnecting")).to_have_text(f"{lost} The game goes on meanwhile.")
        await expect(person.page.locator(".connection")).to_have_attribute("data-connection", "offline")
    await black.cell("G7").click()  # while nobody is there to take it
    await expect(black.cell("G7")).to_have_attribute("aria-label", "G7, black, being sent")
    await expect(black.page.get_by_test_id("reconnecting")).to_contain_text(
        "Your move is sent once the connection is back."
    )

    await asyncio.to_thread(server.start)
    for person in (black, white):
        online = expect(person.page.locator(".connection"))
        await online.to_have_attribute("data-connection", "online", timeout=30_000)  # tries are ever further apart
        await person.sees(["H8", "I9", "G7"])
        await expect(person.page.get_by_test_id("reconnecting")).to_be_hidden()
    await white.play("F6")
    await black.play("E5")
    for person in (black, white):
        await person.sees(["H8", "I9", "G7", "F6", "E5"])
    assert await black.page.evaluate("window.notReloaded")

    await white.press("ask-resign")
    await white.press("resign")
    await expect(black.status).to_have_text("You won")
    history = await get_json(f"{server.url}/api/games/{room}")
    assert [event["k"] for event in history["events"]].count("moved") == 5


async def test_an_opponent_who_left_is_seen_and_their_game_claimed(arrive: Arrive) -> None:
    black, white, room = await begin(arrive)
    watcher = await arrive(f"/room/{room}")
    await expect(watcher.seat(1).locator("[data-presence=here]")).to_be_attached()
    await white.page.goto("about:blank")
    await expect(black.seat(1).locator("[data-presence=gone]")).to_have_text("gone")
    await expect(watcher.seat(1).locator("[data-presence=gone]")).to_have_text("gone")
    await expect(black.page.get_by_test_id("gone")).to_contain_text(re.compile("has lost the connection|has been gone"))
    await black.play("G7")  # on one's own turn nobody keeps one waiting
    await black.press("claim", result="win")
    await expect(black.status).to_have_text("You won")
    await expect(black.detail).to_have_text("White left the game.")
    await expect(watcher.status).to_have_text("Black won")


async def test_an_opponent_who_comes_back_is_seen(arrive: Arrive) -> None:
    black, white, room = await begin(arrive)
    await white.context.set_offline(True)
    await white.page.close()
    await expect(black.seat(1).locator("[data-presence=gone]")).to_be_visible()
    await black.play("G7")
    await expect(black.button("claim", result="win")).to_be_visible()
    await white.context.set_offline(False)
    back = await white.new_page()
    await back.goto(f"/room/{room}")
    await expect(black.seat(1).locator("[data-presence=here]")).to_be_attached()
    await expect(black.page.get_by_test_id("gone")).to_be_hidden()
    await back.sees(["H8", "I9", "G7"])


async def test_before_both_have_moved_the_game_of_who_left_can_be_aborted_and_no_claim_is_promised(
    arrive: Arrive,
) -> None:
    black, white, _ = await meet(arrive)
    await white.page.goto("about:blank")
    gone = black.page.get_by_test_id("gone")
    await expect(gone).to_contain_text("you can abort it")
    await expect(gone).not_to_contain_text("claim")
    await black.press("abort")
    await expect(black.button("abort")).to_be_hidden()
    await expect(gone).to_be_hidden()
