import assert from "node:assert/strict";
import { test } from "node:test";

import { clockFace, clockText, createServerTime, leftNow, reserveNow, waitText } from "../../../web_client/lib/time.js";

test("the server's time is taken from the message that came fastest", () => {
  let local = 1000;
  const time = createServerTime(() => local);
  time.learn(5_000); // with an unknown delay
  assert.equal(time.now(), 5_000);
  local = 2000;
  time.learn(5_900); // slower
  assert.equal(time.now(), 6_000);
  time.learn(6_050); // faster
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
  const room = { left: [60_000, 30_000], running: 1, now: 1_000, flagAt: null };
  assert.equal(leftNow(room, 0, 9_000), 60_000);
  assert.equal(leftNow(room, 1, 9_000), 22_000);
  assert.equal(leftNow(room, 1, 99_000), 0);
  assert.equal(leftNow(room, 1, 500), 30_000, "a clock never gains time");
  assert.equal(leftNow({ left: [null, null], running: null, now: 0 }, 0, 5), null);
});

test("by correspondence nobody has more than there is until the flag, and a weekend may leave as much for longer", () => {
  const room = { left: [5_000, 9_000], running: 0, now: 0, flagAt: 20_000 };
  assert.deepEqual([leftNow(room, 0, 0), leftNow(room, 0, 15_000), leftNow(room, 0, 18_000)], [5_000, 5_000, 2_000]);
  assert.equal(leftNow(room, 1, 18_000), 9_000);
});

test("what is left for the whole game passes with the clock", () => {
  const room = { left: [5_000, 9_000], reserve: [60_000, 70_000], running: 0, now: 0, flagAt: 5_000 };
  assert.deepEqual(
    [reserveNow(room, 0, 0), reserveNow(room, 0, 2_000), reserveNow(room, 0, 9_000)],
    [60e3, 58e3, 55e3],
  );
  assert.equal(reserveNow(room, 1, 2_000), 70_000);
  assert.equal(reserveNow({ ...room, reserve: null }, 0, 2_000), null);
});

test("clocks as they are shown", () => {
  const shown = [
    [0, "0.0"],
    [940, "0.9"],
    [9_999, "9.9"],
    [10_000, "0:10"],
    [59_001, "1:00"],
    [300_000, "5:00"],
    [299_000, "4:59"],
    [3_600_000, "1:00:00"],
    [3_723_000, "1:02:03"],
  ];
  for (const [ms, text] of shown) assert.equal(clockText(ms), text);
});

test("time is low in the last half minute, or the last fifth of a short clock", () => {
  const isLow = (left, clock) => clockFace(left, clock).low;
  const long = { kind: "fischer", initial_ms: 600_000, increment_ms: 0 };
  assert.deepEqual([isLow(30_000, long), isLow(29_999, long)], [false, true]);
  const short = { kind: "per_move", move_ms: 30_000 };
  assert.deepEqual([isLow(6_000, short), isLow(5_999, short)], [false, true]);
  assert.equal(isLow(0, { kind: "none" }), false);
});

test("byo-yomi shows main time, then the running period and how many there are with it", () => {
  const clock = { kind: "byo_yomi", main_ms: 60_000, period_ms: 30_000, periods: 3 };
  const shown = [
    [150_000, 60_000, "main", 3, false],
    [90_001, 1, "main", 3, false],
    [90_000, 30_000, "periods", 3, false],
    [60_001, 1, "periods", 3, false],
    [60_000, 30_000, "periods", 2, false],
    [30_000, 30_000, "periods", 1, false],
    [5_999, 5_999, "periods", 1, true],
    [0, 0, "periods", 1, true],
  ];
  for (const [left, ms, what, n, low] of shown)
    assert.deepEqual(clockFace(left, clock), { ms, overtime: { what, n }, low });
});

test("a Canadian clock shows main time, then its period and the stones still to lay in it", () => {
  const clock = { kind: "canadian", main_ms: 60_000, period_ms: 100_000, stones: 5 };
  assert.deepEqual(clockFace(160_000, clock, 0), { ms: 60_000, overtime: { what: "main", n: 5 }, low: false });
  assert.deepEqual(clockFace(90_000, clock, 0), { ms: 90_000, overtime: { what: "stones", n: 5 }, low: false });
  assert.deepEqual(clockFace(100_000, clock, 5), { ms: 100_000, overtime: { what: "stones", n: 5 }, low: false });
  assert.deepEqual(clockFace(19_000, clock, 2), { ms: 19_000, overtime: { what: "stones", n: 2 }, low: true });
});

test("who waits is told whole seconds", () => {
  assert.deepEqual([-5, 0, 999, 9_500, 60_000, 3_723_000].map(waitText), [
    "0:00",
    "0:00",
    "0:00",
    "0:09",
    "1:00",
    "62:03",
  ]);
});

test("a time that has stood is followed back", () => {
  let local = 1_000;
  const time = createServerTime(() => local);
  time.learn(5_000);
  local = 4_000;
  time.learn(6_500); // the server did not run for 1.5 s
  assert.equal(time.now(), 6_500);
});
