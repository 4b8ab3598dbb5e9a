/** The clocks a game can be made with. Pure. */

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
  { name: "1d", clock: { kind: "per_move", move_ms: 86_400_000 } },
];

/**
 * The clock of the form's own fields, held within what the server takes.
 *
 * @param {{kind: string, minutes: number, increment: number, seconds: number}} fields
 * @returns {ClockSpec}
 */
export function customClock({ kind, minutes, increment, seconds }) {
  if (kind === "per_move") return { kind: "per_move", move_ms: within(seconds * 1000, 1_000, 86_400_000) };
  return {
    kind: "fischer",
    initial_ms: within(minutes * 60_000, 1_000, 10_800_000),
    increment_ms: within(increment * 1000, 0, 180_000),
  };
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const within = (value, least, most) => Math.round(Math.min(most, Math.max(least, Number.isFinite(value) ? value : least)));
