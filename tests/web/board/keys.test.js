import assert from "node:assert/strict";
import { test } from "node:test";

import { destination, meantKey, typing } from "../../../web_client/board/keys.js";
import { parsePoint, pointName } from "../../../web_client/lib/geometry.js";

const go = (key, from, control = false) => {
  const to = destination(key, control, parsePoint(from, 15), 15);
  return to === null ? null : pointName(to, 15);
};

test("arrows move one step and stop at the edge", () => {
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => go(key, "H8")),
    ["G8", "I8", "H9", "H7"],
  );
  assert.deepEqual(
    ["ArrowLeft", "ArrowUp"].map((key) => go(key, "A15")),
    ["A15", "A15"],
  );
});

test("Home and End go along the row, with Ctrl to the corners, PageUp and PageDown along the column", () => {
  assert.deepEqual(
    ["Home", "End", "PageUp", "PageDown"].map((key) => go(key, "H8")),
    ["A8", "O8", "H15", "H1"],
  );
  assert.deepEqual(
    ["Home", "End"].map((key) => go(key, "H8", true)),
    ["A15", "O1"],
  );
});

test("other keys move nowhere", () => {
  assert.equal(go("Tab", "H8"), null);
});

const typed = (...keys) => keys.reduce((text, key) => typing(text, key) ?? text, "");

test("a letter and at most two digits are typed, a new letter begins anew", () => {
  assert.equal(typed("h", "1", "0"), "H10");
  assert.equal(typed("h", "1", "0", "5"), "H10");
  assert.equal(typed("h", "1", "k"), "K");
  assert.equal(typed("1", "2"), "");
});

test("Backspace takes one back and belongs to nobody on an empty text", () => {
  assert.equal(typed("h", "1", "Backspace"), "H");
  assert.equal(typing("", "Backspace"), null);
});

test("named keys are not letters", () => {
  assert.equal(typing("", "F5"), null);
  assert.equal(typing("H", "Shift"), null);
});

test("a Latin letter is what it says, another is where it lies", () => {
  assert.equal(meantKey({ key: "a", code: "KeyQ" }), "a"); // AZERTY
  assert.equal(meantKey({ key: "ф", code: "KeyA" }), "A");
  assert.equal(meantKey({ key: "!", code: "Digit1", shiftKey: true }), "!");
  assert.equal(meantKey({ key: "é", code: "Digit2" }), "2");
  assert.equal(meantKey({ key: "　", code: "Space" }), " ");
  for (const key of ["Enter", "ArrowUp", "F5", "Dead", "Shift"]) assert.equal(meantKey({ key, code: "KeyA" }), key);
  assert.equal(meantKey({ key: "Process", code: "Enter" }), "Process");
});
