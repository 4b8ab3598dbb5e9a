/** Clocks and durations as they are shown. */

/** @import {ClockSpec} from "./messages.js" */
/** @import {Room} from "./room.js" */

/**
 * Keeps the server's time. A message takes a while to come, so the one that came fastest is nearest to the truth.
 *
 * @param {() => number} [local]  milliseconds that only ever rise
 */
export function createServerTime(local = () => performance.now()) {
  let offset = Date.now() - local();
  let known = false;
  return {
    /** @returns {number}  the server's time, in milliseconds since 1970 */
    now: () => local() + offset,
    /** @param {number} now  of a message that has just come */
    learn(now) {
      offset = known ? Math.max(offset, now - local()) : now - local();
      known = true;
    },
    /** A new connection may have another latency, and the machine may have slept. */
    forget() {
      known = false;
    },
  };
}

/** @typedef {ReturnType<typeof createServerTime>} ServerTime */

/**
 * What a seat has on its clock; the running one counts down from the message that told of it.
 *
 * @param {Room} room
 * @param {number} seat
 * @param {number} now  the server's time
 * @returns {number | null}  null without a clock
 */
export function leftNow(room, seat, now) {
  const left = room.left[seat];
  if (left === null || room.running !== seat) return left;
  return Math.max(0, left - Math.max(0, now - room.now));
}

const LOW_MS = 30_000;

/**
 * Whether time runs short: the last half minute, or the last fifth of a shorter clock.
 *
 * @param {number} left
 * @param {ClockSpec} clock
 * @returns {boolean}
 */
export function isLow(left, clock) {
  if (clock.kind === "none") return false;
  const whole = clock.kind === "fischer" ? clock.initial_ms : clock.move_ms;
  return left < Math.min(LOW_MS, whole / 5);
}

/**
 * "1:02:03", "4:59"; below ten seconds with tenths: "9.3". Whole seconds are rounded up, so a full clock shows full.
 *
 * @param {number} ms
 * @returns {string}
 */
export function clockText(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
