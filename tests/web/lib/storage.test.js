import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { load, remove, save } from "../../../web_client/lib/storage.js";

/** @param {object} descriptor  property of globalThis.localStorage */
const browserWith = (descriptor) =>
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...descriptor });

function memory() {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
}

afterEach(() => {
  remove("theme");
  delete globalThis.localStorage;
});

test("a value comes back, and its absence is the fallback", () => {
  const storage = memory();
  browserWith({ value: storage });
  assert.equal(load("theme", "system"), "system");
  save("theme", { name: "dark" });
  assert.deepEqual(load("theme", "system"), { name: "dark" });
  assert.deepEqual([...storage.kept.keys()], ["tengen.theme"]);
  remove("theme");
  assert.equal(load("theme", "system"), "system");
});

test("what somebody else wrote there and is no JSON is the fallback", () => {
  const storage = memory();
  storage.kept.set("tengen.theme", "{dark");
  browserWith({ value: storage });
  assert.equal(load("theme", "system"), "system");
});

test("where storage is denied a value lasts as long as the page", () => {
  browserWith({
    get: () => {
      throw new Error("SecurityError");
    },
  });
  assert.equal(load("theme", "system"), "system");
  save("theme", "dark");
  assert.equal(load("theme", "system"), "dark");
  remove("theme");
  assert.equal(load("theme", "system"), "system");
});

test("a full store does not hide the newer value", () => {
  const storage = memory();
  browserWith({ value: storage });
  save("theme", "light");
  storage.setItem = () => {
    throw new Error("QuotaExceededError");
  };
  save("theme", "dark");
  assert.equal(load("theme", "system"), "dark");
});
