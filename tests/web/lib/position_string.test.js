import assert from "node:assert/strict";
import { test } from "node:test";

import { movesText, pastedMoves, readMoves } from "../../../web_client/lib/position_string.js";

test("moves are written as people paste them, and read back", () => {
  assert.equal(movesText([112, 113, 0], 15), "h8i8a15");
  assert.deepEqual(readMoves("H8, i8 A15", 15), [112, 113, 0]);
  assert.deepEqual(readMoves("h8i8h8a1", 15), [112, 113], "up to a point that is taken");
  assert.deepEqual(readMoves("h8z9a1", 15), [112], "up to a point that is none");
  assert.deepEqual(readMoves("", 15), []);
});

test("what is pasted may have capitals, blanks and commas, as wide as Chinese keyboards write them", () => {
  for (const text of [" H8, i8\n", "h8i8", "Ｈ８，ｉ８、"])
    assert.deepEqual(pastedMoves(text, 15), { moves: [112, 113], fault: null });
  assert.deepEqual(pastedMoves("", 15), { moves: [], fault: null });
});

test("what is wrong with a pasted text is told with the move and what stands there", () => {
  const fault = (/** @type {string} */ text, size = 15) => pastedMoves(text, size).fault;
  assert.deepEqual(fault("h8 i9 h99"), { why: "outside", n: 3, text: "h99" });
  assert.deepEqual(fault("h8p1"), { why: "outside", n: 2, text: "p1" });
  assert.deepEqual(fault("h8p1", 19), null);
  assert.deepEqual(fault("h8i9H8a1"), { why: "taken", n: 3, text: "H8" });
  assert.deepEqual(fault("h8!i9"), { why: "unreadable", n: 2, text: "!i9" });
  assert.deepEqual(fault("hello world"), { why: "unreadable", n: 1, text: "hello" });
  assert.deepEqual(fault("h8".padEnd(2000, "x")), { why: "unreadable", n: 2, text: "x".repeat(12) });
  assert.deepEqual(pastedMoves("h8i9h8", 15).moves, [112, 98], "the moves before it are there");
});
