import assert from "node:assert/strict";
import { test } from "node:test";

import { movesText, pastedMoves, readMoves } from "../../../web_client/lib/position_string.js";

test("moves are written as people paste them, and read back", () => {
  assert.equal(movesText([112, 113, 0], 15), "h8i8a15");
  assert.deepEqual(readMoves("H8, i8 A15", 15), [112, 113, 0]);
  assert.deepEqual(readMoves("h8i8h8a1", 15), [112, 113], "up to a point that is taken");
  assert.deepEqual(readMoves("h8z9a1", 15), [112], "up to a point that is none");
  assert.deepEqual(readMoves("", 15), []);
  assert.deepEqual(pastedMoves(" H8, i8\n", 15), [112, 113]);
  assert.deepEqual(pastedMoves("", 15), []);
  for (const text of ["h8h8", "h8z9", "h8!", "hello"]) assert.equal(pastedMoves(text, 15), null);
});
