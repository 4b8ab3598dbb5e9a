/** Clocks that a game can be made with. Pure. */

import { DAY_MS } from "./slow.js";

/** @import {ClockSpec} from "./messages.js" */

/** @type {readonly {name: string, clock: ClockSpec}[]} */
export const PRESETS = [
  { name: "none", clock: { kind: "none" } },
  { name: "3+2", clock: { kind: "fischer", initial_ms: 180_000, increment_ms: 2_000 } },
  { name: "5+3", clock: { kind: "fischer", initial_ms: 300_000, increment_ms: 3_000 } },
  { name: "10+5", clock: { kind: "fischer", initial_ms: 600_000, increment_ms: 5_000 } },
  { name: "20+10", clock: { kind: "fischer", initial_ms: 1_200_000, increment_ms: 10_000 } },
  { name: "30s", clock: { kind: "per_move", move_ms: 30_000 } },
  { name: "60s", clock: { kind: "per_move", move_ms: 60_000 } },
  { name: "10+3x30s", clock: { kind: "byo_yomi", main_ms: 600_000, period_ms: 30_000, periods: 3 } },
  { name: "10+15/5", clock: { kind: "canadian", main_ms: 600_000, period_ms: 300_000, stones: 15 } },
];

/**
 * @typedef {"minutes" | "increment" | "cap" | "seconds" | "periods" | "period" | "stones" | "days" | "bank" | "in_all"}
 *   ClockField
 */

/** @type {Record<string, readonly (ClockField | "weekends")[]>}  fields of each kind of custom clock */
export const CLOCK_FIELDS = {
  fischer: ["minutes", "increment", "cap"],
  absolute: ["minutes"],
  byo_yomi: ["minutes", "seconds", "periods"],
  canadian: ["minutes", "period", "stones"],
  per_move: ["seconds"],
  correspondence: ["days", "bank", "in_all", "weekends"],
};

/** Maximum time of one side: three hours, in milliseconds. */
const LONGEST = 10_800_000;

/** Maximum time of one move at one sitting: one hour, in seconds. Longer times are for games by correspondence. */
export const LONGEST_MOVE_S = 3_600;

/** Maximum number of days of a clock. */
const MOST_DAYS = 365;

/**
 * Build a custom clock from the form's fields, clamped to the server's limits.
 *
 * @param {{kind: string, weekends?: boolean} & Record<ClockField, number>} fields
 *   `minutes`, `cap` (0 for none) and `period` in minutes, `increment` and `seconds` in seconds; `days` per move (0 for
 *   no limit), `bank` and `in_all` (0 for none) in days; the others are counts
 * @returns {ClockSpec}
 */
export function customClock(fields) {
  const { kind, minutes, increment, cap, seconds, periods, period, stones } = fields;
  const main_ms = within(minutes * 60_000, 0, LONGEST);
  switch (kind) {
    case "per_move":
      return { kind, move_ms: within(seconds, 1, LONGEST_MOVE_S) * 1000 };
    case "absolute":
      return { kind, total_ms: within(minutes * 60_000, 1_000, LONGEST) };
    case "byo_yomi":
      return { kind, main_ms, period_ms: within(seconds * 1000, 1_000, 600_000), periods: within(periods, 1, 20) };
    case "canadian":
      return { kind, main_ms, period_ms: within(period * 60_000, 1_000, 3_600_000), stones: within(stones, 1, 50) };
    case "correspondence":
      return slowClock(fields);
  }
  const initial_ms = within(minutes * 60_000, 1_000, LONGEST);
  const increment_ms = within(increment * 1000, 0, 180_000);
  if (!(cap > 0)) return { kind: "fischer", initial_ms, increment_ms };
  return { kind: "fischer", initial_ms, increment_ms, cap_ms: within(cap * 60_000, initial_ms, LONGEST) };
}

/** @param {{days: number, bank: number, in_all: number, weekends?: boolean}} fields @returns {ClockSpec} */
function slowClock({ days, bank, in_all, weekends = false }) {
  const total = in_all > 0;
  const move = days > 0 || !total;
  return {
    kind: "correspondence",
    ...(move ? { move_ms: within(days, 1, MOST_DAYS) * DAY_MS } : {}),
    ...(move && bank > 0 ? { bank_ms: within(bank, 1, MOST_DAYS) * DAY_MS } : {}),
    ...(total ? { total_ms: within(in_all, 1, MOST_DAYS) * DAY_MS } : {}),
    ...(weekends ? { weekends_free: true } : {}),
  };
}

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) =>
  Math.round(Math.min(most, Math.max(least, Number.isFinite(value) ? value : least)));
