import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, createServerTime, isLow, leftNow } from "../../../web_client/lib/time.js";

test("the server's time is taken from the message that came fastest", () => {
  let local = 1000;
  const time = createServerTime(() => local);
  time.learn(5_000); // took an unknown while
  assert.equal(time.now(), 5_000);
  local = 2000;
  time.learn(5_900); // a slower one
  assert.equal(time.now(), 6_000);
  time.learn(6_050); // a faster one
  local = 2100;
  assert.equal(time.now(), 6_150);
});

test("a new connection starts anew", () => {
  const time = createServerTime(() => 0);
  time.learn(5_000);
  time.forget();
  time.learn(4_000);
  assert.equal(time.now(), 4_000);
});

test("the running clock counts down from its message, the other stands, none is null", () => {
  const room = { left: [60_000, 30_000], running: 1, now: 1_000 };
  assert.equal(leftNow(room, 0, 9_000), 60_000);
  assert.equal(leftNow(room, 1, 9_000), 22_000);
  assert.equal(leftNow(room, 1, 99_000), 0);
  assert.equal(leftNow(room, 1, 500), 30_000, "a clock never gains time");
  assert.equal(leftNow({ left: [null, null], running: null, now: 0 }, 0, 5), null);
});

test("clocks as they are shown", () => {
  const shown = [[0, "0.0"], [940, "0.9"], [9_999, "9.9"], [10_000, "0:10"], [59_001, "1:00"], [300_000, "5:00"], [299_000, "4:59"], [3_600_000, "1:00:00"], [3_723_000, "1:02:03"]];
  for (const [ms, text] of shown) assert.equal(clockText(ms), text);
});

test("time is low in the last half minute, or the last fifth of a short clock", () => {
  const long = { kind: "fischer", initial_ms: 600_000, increment_ms: 0 };
  assert.deepEqual([isLow(30_000, long), isLow(29_999, long)], [false, true]);
  const short = { kind: "per_move", move_ms: 30_000 };
  assert.deepEqual([isLow(6_000, short), isLow(5_999, short)], [false, true]);
  assert.equal(isLow(0, { kind: "none" }), false);
});
