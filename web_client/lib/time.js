/** Clocks and durations for display. */

/** @import {ClockSpec} from "./messages.js" */
/** @import {Room} from "./room.js" */

/** Delay that no message has: after more than this, the server's time has stood still meanwhile. */
const STOOD_MS = 1_000;

/**
 * Estimate the server time. Messages are delayed, so the fastest one is the most accurate. The server's time stands
 * still while its machine does.
 *
 * @param {() => number} [local]  milliseconds, monotonic
 */
export function createServerTime(local = () => performance.now()) {
  let offset = Date.now() - local();
  let known = false;
  return {
    /** @returns {number}  server time, in milliseconds since 1970 */
    now: () => local() + offset,
    /** @param {number} now  of a message that has just arrived */
    learn(now) {
      const told = now - local();
      offset = known && told >= offset - STOOD_MS ? Math.max(offset, told) : told;
      known = true;
    },
    /** Restart the estimate: a new connection may have another latency, and the machine may have slept. */
    forget() {
      known = false;
    },
  };
}

/** @typedef {ReturnType<typeof createServerTime>} ServerTime */

/**
 * Return a seat's time on the clock; the running clock counts down from its last message.
 *
 * @param {Room} room
 * @param {number} seat
 * @param {number} now  server time
 * @returns {number | null}  milliseconds; null without a clock
 */
export function leftNow(room, seat, now) {
  const left = room.left[seat];
  if (left === null || room.running !== seat) return left;
  // In games by correspondence the server may charge nothing for days; it sends the time of the flag instead.
  if (room.flagAt !== null) return Math.max(0, Math.min(left, room.flagAt - now));
  return Math.max(0, left - Math.max(0, now - room.now));
}

/**
 * Return a seat's time for the whole game, beside its clock, in a game by correspondence.
 *
 * @param {Room} room
 * @param {number} seat
 * @param {number} now  server time
 * @returns {number | null}
 */
export function reserveNow(room, seat, now) {
  const [reserve, left] = [room.reserve?.[seat] ?? null, room.left[seat]];
  if (reserve === null || left === null) return reserve;
  return Math.max(0, reserve - (left - (leftNow(room, seat, now) ?? left)));
}

const LOW_MS = 30_000;
const LOW_SLOW_MS = 6 * 3_600_000;

/** @typedef {{what: "main" | "periods" | "stones", n: number}} Overtime */

/**
 * @typedef {object} Face
 * @property {number} ms  the displayed time: main time while there is any, then the current period's
 * @property {Overtime | null} overtime  remaining periods or stones, including the current one; "main" before overtime,
 *   with their full number; null for a clock without overtime
 * @property {boolean} low  whether time runs short: the last 30 seconds, or the last fifth of a shorter clock
 */

/**
 * Compute the clock face from the time until the flag.
 *
 * @param {number} left  milliseconds until the flag
 * @param {ClockSpec} clock
 * @param {number | null} [reserve]
 * @returns {Face}
 */
export function clockFace(left, clock, reserve = null) {
  if (clock.kind === "byo_yomi") {
    const main = left - clock.period_ms * clock.periods;
    if (main > 0) return { ms: main, overtime: { what: "main", n: clock.periods }, low: false };
    const n = Math.max(1, Math.ceil(left / clock.period_ms));
    const ms = left - (n - 1) * clock.period_ms;
    return { ms, overtime: { what: "periods", n }, low: n === 1 && isShort(ms, clock.period_ms) };
  }
  if (clock.kind === "canadian") {
    const main = left - clock.period_ms;
    if (main > 0 && !reserve) return { ms: main, overtime: { what: "main", n: clock.stones }, low: false };
    return { ms: left, overtime: { what: "stones", n: reserve || clock.stones }, low: isShort(left, clock.period_ms) };
  }
  if (clock.kind === "correspondence") return { ms: left, overtime: null, low: left < LOW_SLOW_MS };
  return { ms: left, overtime: null, low: isShort(left, wholeTime(clock)) };
}

/** @param {Exclude<ClockSpec, {kind: "byo_yomi" | "canadian" | "correspondence"}>} clock */
function wholeTime(clock) {
  switch (clock.kind) {
    case "fischer":
      return clock.initial_ms;
    case "absolute":
      return clock.total_ms;
    case "per_move":
      return clock.move_ms;
    case "none":
      return 0;
  }
}

/** @param {number} ms @param {number} whole */
const isShort = (ms, whole) => ms < Math.min(LOW_MS, whole / 5);

/**
 * Format a time as "1:02:03" or "4:59"; below ten seconds with tenths, "9.3". Whole seconds are rounded up, so a full
 * clock shows its full time.
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

/** Format a waiting time in whole seconds. @param {number} ms */
export function waitText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
