/** Games by correspondence, with days per move. Pure. */

/** @import {ClockSpec} from "./messages.js" */

export const DAY_MS = 86_400_000;

/** @type {readonly {name: string, clock: ClockSpec}[]} */
export const SLOW_PRESETS = [
  { name: "1d", clock: { kind: "correspondence", move_ms: DAY_MS } },
  { name: "1d+7d", clock: { kind: "correspondence", move_ms: DAY_MS, bank_ms: 7 * DAY_MS } },
  { name: "3d", clock: { kind: "correspondence", move_ms: 3 * DAY_MS } },
  { name: "3d-weekends", clock: { kind: "correspondence", move_ms: 3 * DAY_MS, weekends_free: true } },
  { name: "7d", clock: { kind: "correspondence", move_ms: 7 * DAY_MS } },
  { name: "135d", clock: { kind: "correspondence", total_ms: 135 * DAY_MS, move_ms: 21 * DAY_MS } },
];

/** @param {ClockSpec} clock */
export const isSlow = (clock) => clock.kind === "correspondence";

/**
 * @param {number} ms
 * @returns {{days: number, hours: number, minutes: number}}  rounded down, so that nobody counts on time they lack
 */
export const daysOf = (ms) => ({
  days: Math.floor(ms / DAY_MS),
  hours: Math.floor((ms % DAY_MS) / 3_600_000),
  minutes: Math.floor((ms % 3_600_000) / 60_000),
});
