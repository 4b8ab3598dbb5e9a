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
  // by correspondence the server may charge nothing for days; it says when the flag falls
  if (room.flagAt !== null) return Math.max(0, Math.min(left, room.flagAt - now));
  return Math.max(0, left - Math.max(0, now - room.now));
}

/**
 * What a seat has left for the whole game beside its clock, by correspondence.
 *
 * @param {Room} room
 * @param {number} seat
 * @param {number} now  the server's time
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
 * @property {number} ms  what the clock shows: main time while there is any, then that of the running period
 * @property {Overtime | null} overtime  the periods or stones that are left, this one counted; "main" before
 *   it, with the number of them that will be; null for a clock without
 * @property {boolean} low  whether time runs short: the last half minute, or the last fifth of a shorter clock
 */

/**
 * What a clock shows of the time until its flag.
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

/**
 * How long somebody has waited, in whole seconds: nobody is in a hurry.
 *
 * @param {number} ms
 */
export function waitText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
