import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createIdentity } from "../../../web_client/lib/identity.js";
import { load, remove, save } from "../../../web_client/lib/storage.js";

beforeEach(() => {
  for (const key of ["token", "left_guests"]) remove(key);
});

/** Storage of a tab. */
function memory() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}

test("the tabs of a browser are one, from the next connection on", () => {
  const [one, two] = [createIdentity(memory()), createIdentity(memory())];
  one.opened();
  assert.equal(one.token(), null);
  one.keep("guest", false);
  two.opened();
  assert.equal(two.token(), "guest");
  two.keep("account", true);
  assert.deepEqual([one.own(), one.token(), one.changed], ["guest", "account", true]);
  one.opened();
  assert.deepEqual([one.own(), one.changed], ["account", false]);
});

test("a guest that was left can be gone back to, by one tab alone", () => {
  const tab = memory();
  const [one, two] = [createIdentity(tab), createIdentity(memory())];
  save("token", "guest");
  for (const each of [one, two]) each.opened();
  two.keep("account", true);
  two.leave({ id: "g", name: "Guest 1" });
  assert.deepEqual([one.hasLeft("g"), one.hasLeft("other"), one.hasLeft(undefined)], [true, false, false]);
  one.goBack("g");
  const loaded = createIdentity(tab);
  loaded.opened();
  assert.deepEqual([loaded.token(), two.token(), load("token", null)], ["guest", "account", "account"]);
});

test("a guest who is gone for good takes nobody's place", () => {
  const tab = memory();
  save("token", "guest");
  const one = createIdentity(tab);
  one.opened();
  one.keep("account", true);
  one.leave({ id: "g", name: "Guest 1" });
  one.goBack("g");
  const loaded = createIdentity(tab);
  loaded.opened();
  assert.equal(loaded.keep("stranger", false), false);
  assert.deepEqual([loaded.token(), loaded.hasLeft("g")], ["account", false]);
});

test("two tabs that come for the first time at once are one guest", () => {
  const [one, two] = [createIdentity(memory()), createIdentity(memory())];
  for (const each of [one, two]) each.opened();
  assert.equal(one.keep("first", false), true);
  assert.equal(two.keep("second", false), false);
  assert.equal(two.token(), "first");
});

test("only so many guests are remembered, and what was signed out is forgotten where it is still known", () => {
  const one = createIdentity(memory());
  save("token", "t0");
  one.opened();
  for (let n = 1; n <= 8; n++) {
    one.keep(`t${n}`, true);
    one.leave({ id: `g${n}`, name: "" });
  }
  assert.deepEqual(Object.keys(load("left_guests", {})), ["g4", "g5", "g6", "g7", "g8"]);
  save("token", "another tab's");
  one.forget();
  assert.equal(one.token(), "another tab's");
  one.opened();
  one.forget();
  assert.equal(one.token(), null);
});

test("before its first connection a tab is who it says hello as", () => {
  const tab = memory();
  save("token", "account");
  save("left_guests", { g: { name: "Guest 1", token: "guest", at: Date.now() } });
  createIdentity(tab).goBack("g");
  assert.equal(createIdentity(tab).own(), "guest");
});

test("a guest who was left a month ago is forgotten, and one without a time has a month from now on", () => {
  const day = 24 * 3_600_000;
  let now = 100 * day;
  const known = () => Object.keys(load("left_guests", {}));
  save("left_guests", {
    old: { name: "", token: "a", at: 69 * day },
    young: { name: "", token: "b", at: 71 * day },
    untold: { name: "", token: "c" },
  });
  const one = createIdentity(memory(), () => now);
  assert.deepEqual(known(), ["young", "untold"]);
  assert.equal(one.hasLeft("old"), false);
  now += 10 * day;
  createIdentity(memory(), () => now);
  assert.deepEqual(known(), ["untold"]);
  now += 21 * day;
  createIdentity(memory(), () => now);
  assert.deepEqual(known(), []);
});
