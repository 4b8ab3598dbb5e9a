"""Notices on a device: turned on in the settings, shown by the service worker, and a press on one leads to its page."""

from __future__ import annotations

import json
import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.kit.push_service import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

SUBSCRIBES = """
let held = null;
const keys = %s;
Object.defineProperty(Notification, "permission", { get: () => held || localStorage.held ? "granted" : "default" });
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => localStorage.held ? (held ??= make()) : null;
PushManager.prototype.subscribe = async () => { localStorage.held = "1"; return (held = make()); };
const make = () => ({
  endpoint: keys.endpoint,
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: keys.endpoint, keys: { p256dh: keys.public, auth: keys.secret } }),
  unsubscribe: async () => { held = null; delete localStorage.held; },
});
"""
"""A push service of Chromium's own is out of reach: what the page asks of one is answered here."""


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    return {"bot_pause_ms": 0, "push_contact": "mailto:me@example.org"}


async def test_notices_are_turned_on_and_shown(arrive: Arrive) -> None:
    person = await arrive(
        None, bypass_csp=True, service_workers="allow", permissions=["notifications"], timezone_id="Asia/Shanghai"
    )
    await person.context.add_init_script(SUBSCRIBES % json.dumps(Browser("/ada").subscription))
    page = person.page
    await person.goto("/settings")
    card = page.get_by_role("region", name="Notices on your devices")
    await expect(card).to_contain_text("pass through the servers of your browser's maker")
    await expect(card).to_contain_text("This device gets no notices.")
    assert await grave(person, "notices, off") == []
    await card.get_by_role("button", name="Turn on here").click()
    await expect(card.get_by_role("status")).to_have_text("Notices are on.")
    await card.get_by_label("when the lesson of a game").uncheck()
    await expect(card.get_by_role("status")).to_have_text("Saved.")
    await expect(card.get_by_label("From")).to_be_hidden()
    await card.get_by_label(re.compile("Quiet hours")).check()
    await card.get_by_label("From").fill("23:15")
    await card.get_by_label("From").press("Tab")
    await expect(card.get_by_role("status")).to_have_text("Saved.")
    assert await grave(person, "notices, on") == []
    await page.reload()
    await expect(card).to_contain_text("This device gets notices.")
    await expect(card.get_by_label("when the lesson of a game")).not_to_be_checked()
    await expect(card.get_by_label("when somebody challenges me")).to_be_checked()
    await expect(card.get_by_label("From")).to_have_value("23:15")

    inspector = await person.context.new_cdp_session(page)
    workers: list[str] = []
    inspector.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: workers.extend(each["registrationId"] for each in news["registrations"]),
    )
    await inspector.send("ServiceWorker.enable")
    await page.evaluate("navigator.serviceWorker.ready")
    await page.wait_for_function("navigator.serviceWorker.controller")
    told = {"kind": "your_move", "name": "Bob", "path": "/games", "lang": "en", "tag": "your_move-x"}
    await inspector.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": person.base, "registrationId": workers[-1], "data": json.dumps(told)},
    )
    shown = """async () => {
      const registration = await navigator.serviceWorker.ready;
      for (;;) {
        const [one] = await registration.getNotifications();
        if (one) return `${one.title}: ${one.body}`;
        await new Promise(requestAnimationFrame);
      }
    }"""
    assert await page.evaluate(shown) == "It is your move: In your game against Bob"
    (worker,) = person.context.service_workers
    await worker.evaluate("show('/games').catch(() => {})")  # it may be focused after a press alone
    await expect(page).to_have_url(f"{person.base}/games")

    await person.goto("/settings")
    await card.get_by_role("button", name="Turn off here").click()
    await expect(card.get_by_role("status")).to_have_text("Notices are off.")
    await page.reload()
    await expect(card).to_contain_text("This device gets no notices.")
