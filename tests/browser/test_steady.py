"""Every page: nothing on it moves while it comes, and nothing is cut off, also magnified to twice its size."""

import json
from typing import Any

import pytest

pytest.importorskip("playwright.async_api")

from tests.browser.conftest import PHONE, Arrive
from tests.browser.places import furnish
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True

MOST_SHIFT = 0.02

WINDOWS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1366, "height": 768}},
    "laptop at 200 %": {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2},
    "tablet": {"viewport": {"width": 768, "height": 1024}},
    "small tablet": PHONE | {"viewport": {"width": 600, "height": 960}},
    "large phone": PHONE | {"viewport": {"width": 430, "height": 932}},
    "phone": PHONE,
}

WATCH = """window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (!entry.hadRecentInput) {
      const elements = entry.sources.map(({ node }) => (node?.nodeType === 1 ? node : node?.parentElement));
      const moved = elements.map((element) => element?.className ?? "");
      window.shifts.push([entry.value, moved]);
    }
}).observe({ type: "layout-shift", buffered: true });"""

SHIFTS = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.shifts))))"
"""All shifts so far; the observer is told of those of a frame after it."""

UNSEEN = ".visually-hidden, .skip-link, .room-title, svg, option, .board-grid"
CUT_OFF = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cuts = (value) => value === "hidden" || value === "clip";
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!text.data.trim() || element.closest("${UNSEEN}")) continue;
    if (!element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    if (right - left < 1) continue;
    for (let around = element; ; around = around.parentElement) {
      const style = getComputedStyle(around);
      const box = around === document.documentElement
        ? { left: 0, right: innerWidth, top: -1e6, bottom: 1e6 }
        : around.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      if (scrolls && around !== document.documentElement) break;
      const wide = (cuts(style.overflowX) || around === document.documentElement)
        && (left < box.left - 1 || right > box.right + 1) && style.textOverflow !== "ellipsis";
      const high = cuts(style.overflowY) && (top < box.top - 2 || bottom > box.bottom + 2);
      if (wide || high) found.push(`${text.data.trim().slice(0, 40)} in ${around.tagName}.${around.className}`);
      if (around === document.documentElement) break;
    }
  }
  return found;
}""".replace("${UNSEEN}", UNSEEN)
"""Texts that are beyond the window, or beyond an element that cuts them off without an ellipsis."""

UNEVEN = """() => {
  const found = [];
  for (const card of document.querySelectorAll(".card.stack")) {
    const bottoms = [...card.children].map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 0);
    const last = Math.max(...bottoms.map(({ bottom }) => bottom));
    const { paddingBottom, borderBottomWidth } = getComputedStyle(card);
    const room = card.getBoundingClientRect().bottom - parseFloat(paddingBottom) - parseFloat(borderBottomWidth) - last;
    if (Number.isFinite(room) && room > 1) found.push(`${room} below ${card.textContent.slice(0, 40)}`);
  }
  const board = document.querySelector(".play-board")?.getBoundingClientRect();
  const portrait = innerHeight > innerWidth;
  for (const card of portrait && board?.width ? document.querySelectorAll(".play .card") : [])
    if (card.getBoundingClientRect().width > board.width + 1) found.push(`wider than the board: ${card.className}`);
  return found;
}"""
"""Cards that keep room for nothing below, or are wider than the board above them."""


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN", "zh-TW"])
async def test_following_somebody_moves_nothing(arrive: Arrive, server: ServerProcess, locale: str) -> None:
    places = await furnish(server)
    person = await arrive(None, locale=locale, **PHONE)
    await places["player"].visit(person)
    actions = person.page.get_by_test_id("profile-actions")
    await person.expect(person.button("follow")).to_be_enabled()
    before = await actions.bounding_box()
    await person.press("follow")
    await person.expect(actions.locator("[data-presence]")).to_be_visible()
    assert await actions.bounding_box() == before


@pytest.mark.parametrize("window", WINDOWS)
async def test_every_page_is_steady_and_whole(arrive: Arrive, server: ServerProcess, window: str) -> None:
    places = await furnish(server)
    person = await arrive(None, allow="404", **WINDOWS[window])
    await person.context.add_init_script(WATCH)
    shifts: dict[str, list[list[object]]] = {}
    cut: dict[str, list[str]] = {}
    uneven: dict[str, list[str]] = {}
    for name, place in places.items():
        await place.visit(person)
        await person.page.wait_for_load_state("networkidle")
        moved = await person.page.evaluate(SHIFTS)
        if sum(value for value, _ in moved) > MOST_SHIFT:
            shifts[name] = moved
        cut[name] = await person.page.evaluate(CUT_OFF)
        uneven[name] = await person.page.evaluate(UNEVEN)
        if await person.overflow():
            cut[name].append("the page is wider than the window")
    found = {
        "moved": shifts,
        "cut off": {name: texts for name, texts in cut.items() if texts},
        "uneven": {name: cards for name, cards in uneven.items() if cards},
    }
    assert not any(found.values()), json.dumps(found, indent=1)
