import assert from "node:assert/strict";
import { test } from "node:test";

import { CLOCK_FIELDS, PRESETS, customClock } from "../../../web_client/lib/clocks.js";

const fields = {
  ...{ kind: "fischer", minutes: 15, increment: 10, cap: 0, seconds: 45, periods: 3, period: 5, stones: 20 },
  ...{ days: 2, bank: 0, in_all: 0 },
};

test("a clock of one's own", () => {
  assert.deepEqual(customClock(fields), { kind: "fischer", initial_ms: 900_000, increment_ms: 10_000 });
  assert.deepEqual(customClock({ ...fields, kind: "per_move" }), { kind: "per_move", move_ms: 45_000 });
});

test("clocks with overtime", () => {
  assert.deepEqual(customClock({ ...fields, kind: "absolute" }), { kind: "absolute", total_ms: 900_000 });
  assert.deepEqual(customClock({ ...fields, kind: "byo_yomi" }), {
    kind: "byo_yomi",
    main_ms: 900_000,
    period_ms: 45_000,
    periods: 3,
  });
  assert.deepEqual(customClock({ ...fields, kind: "canadian", minutes: 0 }), {
    kind: "canadian",
    main_ms: 0,
    period_ms: 300_000,
    stones: 20,
  });
});

test("days of one's own", () => {
  const day = 86_400_000;
  const slow = (change) => customClock({ ...fields, kind: "correspondence", ...change });
  const kind = "correspondence";
  assert.deepEqual(slow({}), { kind, move_ms: 2 * day });
  assert.deepEqual(slow({ bank: 5, weekends: true }), {
    ...{ kind, move_ms: 2 * day, bank_ms: 5 * day },
    weekends_free: true,
  });
  assert.deepEqual(slow({ in_all: 60 }), { kind, move_ms: 2 * day, total_ms: 60 * day });
  assert.deepEqual(slow({ days: 0, bank: 5, in_all: 60 }), { kind, total_ms: 60 * day }, "a bank goes with a limit");
  assert.deepEqual(slow({ days: 0 }), { kind, move_ms: day }, "something has to be limited");
  assert.deepEqual(slow({ days: 999, bank: 999, in_all: 999 }), {
    ...{ kind, move_ms: 365 * day, bank_ms: 365 * day, total_ms: 365 * day },
  });
});

test("a cap is no less than the time at the beginning, and none where none is said", () => {
  const clock = { kind: "fischer", initial_ms: 900_000, increment_ms: 10_000 };
  assert.deepEqual(customClock({ ...fields, cap: 20 }), { ...clock, cap_ms: 1_200_000 });
  assert.deepEqual(customClock({ ...fields, cap: 5 }), { ...clock, cap_ms: 900_000 });
  assert.deepEqual(customClock({ ...fields, cap: NaN }), clock);
});

test("every kind of clock has its fields", () => {
  for (const kind of Object.keys(CLOCK_FIELDS)) assert.equal(customClock({ ...fields, kind }).kind, kind);
});

test("what the server would refuse is brought within its limits", () => {
  assert.deepEqual(customClock({ ...fields, minutes: 0, increment: 999 }), {
    kind: "fischer",
    initial_ms: 1_000,
    increment_ms: 180_000,
  });
  assert.deepEqual(customClock({ ...fields, minutes: 1e9, increment: NaN }), {
    kind: "fischer",
    initial_ms: 10_800_000,
    increment_ms: 0,
  });
  assert.deepEqual(customClock({ ...fields, kind: "per_move", seconds: -3 }), { kind: "per_move", move_ms: 1_000 });
  assert.deepEqual(customClock({ ...fields, kind: "per_move", seconds: 86_400 }), {
    kind: "per_move",
    move_ms: 3_600_000,
  });
});

test("presets have names of their own", () => {
  assert.equal(new Set(PRESETS.map(({ name }) => name)).size, PRESETS.length);
});
