import assert from "node:assert/strict";
import { test } from "node:test";

import { createTab } from "../../../web_client/lib/tab.js";

function opened() {
  const document = { title: "" };
  const badges = [];
  const navigator = {
    setAppBadge: async (count) => badges.push(count),
    clearAppBadge: async () => badges.push(0),
  };
  return { tab: createTab(document, navigator), document, badges };
}

test("the title says how much waits, and the icon, too", () => {
  const { tab, document, badges } = opened();
  tab.setTitle("Lobby");
  assert.equal(document.title, "Lobby · Tengen");
  tab.setWaiting(2);
  assert.equal(document.title, "(2) Lobby · Tengen");
  tab.setTitle("Settings");
  assert.equal(document.title, "(2) Settings · Tengen");
  tab.setWaiting(0);
  assert.equal(document.title, "Settings · Tengen");
  assert.deepEqual(badges, [0, 2, 0]); // the earlier badge is unknown
});

test("one's turn on the page itself comes first, and counts on the icon", () => {
  const { tab, document, badges } = opened();
  tab.setTitle("● Your turn");
  assert.equal(document.title, "● Your turn · Tengen");
  tab.setWaiting(3);
  assert.equal(document.title, "● Your turn · Tengen");
  tab.setTitle("Ada is to move");
  assert.equal(document.title, "(3) Ada is to move · Tengen");
  tab.setWaiting(0);
  assert.deepEqual(badges, [1, 3, 0]);
});

test("a browser without badges, or that refuses one, does without", async () => {
  const document = { title: "" };
  for (const navigator of [{}, { setAppBadge: () => Promise.reject(new DOMException("no", "NotAllowedError")) }]) {
    const tab = createTab(document, navigator);
    tab.setTitle("Lobby");
    tab.setWaiting(1);
    assert.equal(document.title, "(1) Lobby · Tengen");
  }
  await new Promise(setImmediate); // an unhandled rejection would fail the test
});
