import assert from "node:assert/strict";
import { test } from "node:test";

import { PRESETS, customClock } from "../../../web_client/lib/clocks.js";

const fields = { kind: "fischer", minutes: 15, increment: 10, seconds: 45 };

test("a clock of one's own", () => {
  assert.deepEqual(customClock(fields), { kind: "fischer", initial_ms: 900_000, increment_ms: 10_000 });
  assert.deepEqual(customClock({ ...fields, kind: "per_move" }), { kind: "per_move", move_ms: 45_000 });
});

test("what the server would refuse is brought within its limits", () => {
  assert.deepEqual(customClock({ ...fields, minutes: 0, increment: 999 }), { kind: "fischer", initial_ms: 1_000, increment_ms: 180_000 });
  assert.deepEqual(customClock({ ...fields, minutes: 1e9, increment: NaN }), { kind: "fischer", initial_ms: 10_800_000, increment_ms: 0 });
  assert.deepEqual(customClock({ ...fields, kind: "per_move", seconds: -3 }), { kind: "per_move", move_ms: 1_000 });
});

test("presets have names of their own", () => {
  assert.equal(new Set(PRESETS.map(({ name }) => name)).size, PRESETS.length);
});
