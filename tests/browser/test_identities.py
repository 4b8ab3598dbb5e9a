"""Several tabs of one player, and a browser that signs in while a game goes on: no tab shows what is not so."""

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive, meet
from tests.browser.person import NETWORK, Person
from tests.browser.test_account import SECRET
from tests.kit.client import Client
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    window.sockets.push(this);
  }
};
"""


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    return {"bot_pause_ms": 0, "grace_s": 1}


async def begin(arrive: Arrive) -> tuple[Person, Person, str]:
    """Black, White and their room, two moves each: it is Black's turn. Black's connections can be cut."""
    black, white, room = await meet(arrive, allow=NETWORK, clock="10+5")
    await black.context.add_init_script(SOCKETS)
    await black.page.reload()
    for who, point in ((black, "H8"), (white, "I9"), (black, "G7"), (white, "J10")):
        await who.play(point)
    return black, white, room


async def lose_connection(person: Person) -> None:
    """End the connection of a tab, which comes back by itself."""
    await person.page.evaluate("window.sockets.at(-1).close()")


async def open_account(server: ServerProcess, name: str) -> None:
    """Somebody has kept a name elsewhere."""
    async with Client(server.ws) as client:
        await client.command("keep_name", name=name, password=SECRET)


async def sign_in(person: Person, name: str, *, join: bool) -> None:
    """Sign in in another tab of the same browser."""
    await person.goto("/settings")
    summary = person.page.locator("summary", has_text="Sign in")
    await summary.click()
    form = person.page.locator("details.account-form", has=summary)
    lost = form.get_by_test_id("seats-lost")
    await expect(lost).to_be_hidden()
    if not join:
        await form.get_by_role("checkbox").uncheck()
        await expect(lost).to_have_text(
            "You have a running game. Bring it along, or you lose your seat while you are signed in."
        )
    await form.locator("[name=username]").fill(name)
    await form.locator("[name=current-password]").fill(SECRET)
    await form.locator("[type=submit]").click()
    await expect(person.page.get_by_text(f"Welcome back, {name}.")).to_be_visible()


async def test_the_first_tab_has_the_game_again_when_the_second_closes(arrive: Arrive) -> None:
    black, white, room = await begin(arrive)
    second = await black.new_page()
    await second.goto(f"/room/{room}")
    await expect(black.button("take-over")).to_be_visible()
    await second.play("F6")
    await lose_connection(black)  # it comes back behind the other
    await expect(black.button("take-over")).to_be_visible()
    await second.page.close()
    await expect(black.button("take-over")).to_have_count(0)
    await black.sees(["H8", "I9", "G7", "J10", "F6"])
    await expect(white.seat(0).locator("[data-presence=here]")).to_be_visible()
    await expect(white.page.get_by_test_id("gone")).to_have_count(0)
    await white.play("K11")
    await black.play("E5")


async def test_nothing_is_claimed_on_ones_own_turn(arrive: Arrive) -> None:
    black, white, _ = await begin(arrive)
    await white.goto("/")
    gone = black.page.get_by_test_id("gone")
    await expect(gone).to_contain_text("It is your move.")
    await expect(black.button("claim")).to_have_count(0)
    await black.play("F6")
    await black.button("claim", result="win").click()
    await expect(black.status).to_have_text("You won")


async def test_a_claim_that_comes_before_its_time_is_made_when_it_is_due(arrive: Arrive) -> None:
    black, white, _ = await begin(arrive)
    await white.goto("/")
    await expect(black.page.get_by_test_id("gone")).to_be_visible()
    await black.play("F6")
    # a page is ahead of a server whose machine has stood
    await black.page.evaluate(
        "{ const now = performance.now.bind(performance); performance.now = () => now() + 2000; }"
    )
    await black.show_tab("details")
    await black.press("numbers")  # any change shows the button at once
    await black.button("claim", result="win").click()
    await expect(black.status).to_have_text("You won")


async def test_a_seat_is_not_lost_with_a_sign_in_in_another_tab(arrive: Arrive, server: ServerProcess) -> None:
    await open_account(server, "Mira")
    black, white, _ = await begin(arrive)
    name = await black.seat(0).locator(".player-name").inner_text()
    other = await black.new_page()
    await sign_in(other, "Mira", join=False)
    await black.play("F6")  # this tab is who it was
    await lose_connection(black)
    await expect(black.page.locator(".own-name").first).to_have_text("Mira")
    await expect(black.detail).to_contain_text("You are watching.")
    await white.play("K11")
    await expect(black.status).to_have_text(f"{name} is to move")
    await black.press("go-back")
    await expect(black.page.locator(".own-name").first).to_have_text(name)
    await black.play("E5")
    await other.page.reload()
    await expect(other.page.locator(".own-name").first).to_have_text("Mira")
    await white.sees(["H8", "I9", "G7", "J10", "F6", "K11", "E5"])


async def test_a_tab_follows_when_its_guest_is_joined(arrive: Arrive, server: ServerProcess) -> None:
    await open_account(server, "Nadia")
    black, white, _ = await begin(arrive)
    other = await black.new_page()
    await sign_in(other, "Nadia", join=True)
    await expect(black.page.locator(".own-name").first).to_have_text("Nadia")
    await expect(black.page.get_by_text("signed out")).to_be_hidden()
    await black.play("F6")
    await expect(white.seat(0)).to_contain_text("Nadia")
    await other.press("sign-out")
    await expect(black.detail).to_contain_text("You are watching.")
    await expect(black.page.get_by_text("This device was signed out")).to_be_hidden()


async def test_a_code_says_what_becomes_of_the_seat(arrive: Arrive) -> None:
    black, _, _ = await begin(arrive)
    await black.goto("/code")
    await expect(black.page.get_by_test_id("seats-lost")).to_contain_text("You have a running game.")
