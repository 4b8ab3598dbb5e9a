import assert from "node:assert/strict";
import { test } from "node:test";

import { PRESETS } from "../../../web_client/lib/clocks.js";
import { DAY_MS, SLOW_PRESETS, daysOf, isSlow } from "../../../web_client/lib/slow.js";

test("days, hours and minutes never show more than there is", () => {
  assert.deepEqual(daysOf(3 * DAY_MS), { days: 3, hours: 0, minutes: 0 });
  assert.deepEqual(daysOf(3 * DAY_MS - 1), { days: 2, hours: 23, minutes: 59 });
  assert.deepEqual(daysOf(59_999), { days: 0, hours: 0, minutes: 0 });
});

test("slow clocks are chosen among others, by names of their own", () => {
  assert.ok(SLOW_PRESETS.every(({ clock }) => isSlow(clock)));
  assert.ok(!PRESETS.some(({ clock }) => isSlow(clock)));
  const days = PRESETS.filter(({ clock }) => clock.kind === "per_move" && clock.move_ms >= DAY_MS);
  assert.deepEqual(days, [], "at the board who goes away for half a minute may lose the game");
  const names = [...PRESETS, ...SLOW_PRESETS].map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});
