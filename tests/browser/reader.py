"""A keyboard and a screen reader at a page: what Tab reaches, what is read, and what is announced."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Error

from tests.browser.person import Person

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

MOST_TABS = 250
PATIENCE_MS = 8_000

LISTEN = """window.heard = [];
const LIVE = "[role=status], [role=log], [role=alert], [aria-live=polite], [aria-live=assertive], output";
new MutationObserver((records) => {
  const fresh = new Set(); // a region that comes with its words, or is shown with them, may stay unread
  for (const { target, addedNodes, type } of records) {
    if (type === "attributes" && target.matches(LIVE)) fresh.add(target);
    for (const node of addedNodes) {
      if (node.nodeType !== 1) continue;
      for (const each of [node, ...node.querySelectorAll(LIVE)]) if (each.matches(LIVE)) fresh.add(each);
    }
  }
  const regions = new Set(fresh);
  for (const { target } of records) {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    if (region) regions.add(region);
  }
  for (const region of regions)
    if (region.checkVisibility() && (!fresh.has(region) || region.role === "alert" || region.matches("[role=alert]")))
      window.heard.push(region.textContent);
}).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
document.addEventListener("focusin", ({ target }) => {
  const by = target.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id)?.textContent);
  window.heard.push(target.getAttribute("aria-label") ?? by?.join(" ") ?? target.textContent);
});"""
"""Keeps what a screen reader says by itself: changes in live regions, and what receives the focus."""

FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  window.stops ??= [];
  const known = window.stops.indexOf(element);
  if (known < 0) window.stops.push(element);
  const drawn = element.matches("[type=radio], [type=checkbox], [type=file]") && element.closest("label, .drop");
  const shown = drawn || element;
  const ringed = (each) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && outlineColor !== "rgba(0, 0, 0, 0)";
  };
  const box = shown.getClientRects()[0] ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const at = (part) => [box.left + part * (box.right - box.left), box.top + part * (box.bottom - box.top)];
  const there = [0.05, 0.5, 0.95].map((part) => document.elementFromPoint(...at(part)));
  let scrolled = 0;
  for (let around = element.parentElement; around; around = around.parentElement) scrolled += around.scrollTop;
  return {
    number: known < 0 ? window.stops.length - 1 : known,
    known: known >= 0,
    words: [element.tagName, element.id, (element.ariaLabel ?? element.textContent).trim().slice(0, 40)].join(" "),
    ringed: ringed(shown) || ringed(element),
    seen: there.some((each) => each !== null && (shown.contains(each) || each.contains(shown))),
    left: box.left, right: box.right, top: box.top + scrolled, bottom: box.bottom + scrolled,
    fixed: element.closest("header, .skip-link, dialog") !== null,
  };
}"""
"""The focused element: whether it is marked and seen, and its place on the page."""

UNREACHED = """() => [...(document.querySelector("dialog[open]") ?? document).querySelectorAll(
  "a[href], button, select, input, textarea, summary, [data-do], [tabindex='0']"
)]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && !each.closest("[inert]"))
  .filter((each) => !each.closest("[role=grid], [role=tablist]") && each.type !== "radio")
  .filter((each) => !(window.stops ?? []).includes(each))
  .map((each) => `${each.tagName} ${each.textContent.trim().slice(0, 40)}`)"""
"""Controls that Tab does not reach; one of the cells of a board, of tabs and of a choice is enough."""

SOMEWHERE = "() => document.activeElement !== document.body && document.activeElement.checkVisibility()"

NAMED = {
    *("button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "spinbutton", "tab"),
    *("gridcell", "grid", "dialog", "img", "navigation", "region", "tabpanel", "tablist", "menuitem", "switch"),
    *("DisclosureTriangle", "listbox", "heading", "timer"),
}
"""Roles that say nothing without a name."""


@dataclass
class Node:
    """An element as a screen reader has it."""

    role: str
    name: str
    level: int


def goes_back(last: dict[str, Any], stop: dict[str, Any]) -> bool:
    """Tell whether the eye must go up, or left in a line, from a control to the next. The header stays where it is."""
    if last["fixed"] != stop["fixed"]:
        return False
    above = stop["bottom"] <= last["top"] + 1
    beside = stop["bottom"] > last["top"] + 1 and stop["top"] < last["bottom"] - 1
    return bool((above and stop["left"] < last["right"]) or (beside and stop["right"] <= last["left"] + 1))


class Reader:
    """Reads a person's page, and goes about it by keys."""

    def __init__(self, person: Person, session: CDPSession) -> None:
        self.person = person
        self.page = person.page
        self.session = session

    @classmethod
    async def of(cls, person: Person) -> Reader:
        """The reader of a person who has not come to a page yet."""
        await person.context.add_init_script(LISTEN)
        return cls(person, await person.context.new_cdp_session(person.page))

    async def tree(self) -> list[Node]:
        """Everything on the page, in the order in which it is read."""
        tree: dict[str, Any] = await self.session.send("Accessibility.getFullAXTree")
        found = []
        for node in tree["nodes"]:
            if node.get("ignored"):
                continue
            level = next((p["value"]["value"] for p in node.get("properties", ()) if p["name"] == "level"), 0)
            found.append(Node(node["role"]["value"], node.get("name", {}).get("value", "").strip(), level))
        return found

    async def faults_of_tree(self) -> list[str]:
        """Everything that leaves the page unclear to who hears it."""
        nodes = await self.tree()
        found = [f"{node.role} without a name" for node in nodes if node.role in NAMED and not node.name]
        roles = [node.role for node in nodes]
        found += [f"not one {role}" for role in ("main", "banner") if roles.count(role) != 1]
        levels = [node.level for node in nodes if node.role == "heading"]
        if levels.count(1) != 1:
            found.append(f"{levels.count(1)} headings of level 1")
        found += [f"a heading of level {b} follows one of {a}" for a, b in pairwise(levels) if b > a + 1]
        return found

    async def faults_of_tabs(self) -> list[str]:
        """Everything that is wrong on the way that Tab takes through the page."""
        found: list[str] = []
        last = await self.page.evaluate(FOCUS)
        for _ in range(MOST_TABS):
            await self.page.keyboard.press("Tab")
            stop = await self.page.evaluate(FOCUS)
            if stop is None:  # beyond the last
                last = None
                continue
            if stop["known"]:
                if last and stop["number"] == last["number"]:  # a part of a date
                    continue
                break
            if not stop["ringed"]:
                found.append(f"no ring: {stop['words']}")
            if not stop["seen"]:
                found.append(f"hidden: {stop['words']}")
            if last and goes_back(last, stop):
                found.append(f"back from {last['words']} to {stop['words']}")
            last = stop
        else:
            found.append("Tab does not come to an end")
        return found + [f"not reached: {words}" for words in await self.page.evaluate(UNREACHED)]

    async def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is there; where there are several, at any of them."""
        await self.page.locator(selector).first.wait_for(state="attached")
        for _ in range(MOST_TABS):
            await self.page.keyboard.press("Tab")
            if await self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"{selector} cannot be reached by Tab")

    async def press(self, *keys: str) -> None:
        """Press keys. Where something had the focus, something that is shown has it soon after each."""
        for key in keys:
            nowhere = await self.page.evaluate("window.heard = [], document.activeElement === document.body")
            await self.page.keyboard.press(key)
            if not nowhere:
                await self.until(SOMEWHERE, f"the focus is lost by {key}")

    async def write(self, text: str) -> None:
        """Write into what has the focus, in place of what is there."""
        await self.page.evaluate("window.heard = []; document.activeElement.select?.()")
        await self.page.keyboard.type(text)

    async def hear(self, pattern: str) -> None:
        """Wait until a screen reader has said this by itself since the last key."""
        try:
            await self.until(f"() => window.heard.some((words) => /{pattern}/.test(words))", "")
        except AssertionError:
            pytest.fail(f"{pattern!r} is not heard, but {await self.page.evaluate('window.heard')}")

    async def come(self, pattern: str) -> None:
        """Wait for another page, which is heard from its heading on."""
        await self.page.wait_for_url(re.compile(pattern))
        await self.until("() => document.activeElement.matches('h1, [data-arrive]')", "the heading has not the focus")

    async def shut(self, opener: str) -> None:
        """Find the open dialog whole, and shut it: the focus is back at what opened it."""
        await self.until("() => document.querySelector('dialog[open]')?.contains(document.activeElement)", "no dialog")
        faults = await self.faults_of_tabs()
        faults += [f"{node.role} without a name" for node in await self.tree() if node.role in NAMED and not node.name]
        assert not faults, faults
        await self.page.keyboard.press("Escape")
        await self.until("() => !document.querySelector('dialog')", "the dialog stays")
        await self.until(f"() => document.activeElement.matches({json.dumps(opener)})", "the focus is not where it was")

    async def until(self, holds: str, otherwise: str) -> None:
        """Wait until something holds on the page."""
        try:
            await self.page.wait_for_function(holds, timeout=PATIENCE_MS)
        except Error:
            found = await self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
            raise AssertionError(f"{otherwise}; the focus: {found}") from None
