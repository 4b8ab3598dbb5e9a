/** Bot's thoughts before its move: scores as marks on the board. Pure. */

import { few } from "./marks.js";

/** @import {Mark} from "../board/position.js" */
/** @import {Rules} from "./messages.js" */

/** @typedef {Record<string, any>} Why  a bot's reasons, as PROTOCOL.md describes them in `moved` */

/** @type {readonly Mark[]} */
export const NO_MARKS = [];

/** @type {WeakMap<Why, readonly Mark[]>} */
const made = new WeakMap();

/**
 * Mark the best points, the played one emphasised; returns the same array for the same reasons.
 *
 * @param {Why | null | undefined} why
 * @param {Rules} rules
 * @returns {readonly Mark[]}
 */
export function thoughtMarks(why, rules) {
  if (!why) return NO_MARKS;
  const known = made.get(why);
  if (known) return known;
  const marks = few(marksOf(why.candidates ?? [], rules));
  made.set(why, marks);
  return marks;
}

/** @type {WeakMap<Why, {key: string, marks: readonly Mark[]}>} */
const left = new WeakMap();

/**
 * Cross out the moves that have lost here, where the points are still free, before other marks; returns the same array
 * for the same marks.
 *
 * @param {Why | null | undefined} why
 * @param {readonly number[]} taken  points with a stone
 * @param {string} words  of such a mark
 * @param {readonly Mark[]} others
 * @returns {readonly Mark[]}
 */
export function withLosses(why, taken, words, others) {
  /** @type {number[]} */
  const points = few(why?.lost ?? []).filter((point) => !taken.includes(point));
  if (!why || points.length === 0) return others;
  const key = [words, others.length, ...points].join();
  const known = left.get(why);
  if (known?.key === key) return known.marks;
  /** @type {readonly Mark[]} */
  const marks = few([
    ...points.map((point) => /** @type {Mark} */ ({ point, kind: "never", text: words })),
    ...others.filter(({ point }) => !points.includes(point)),
  ]);
  left.set(why, { key, marks });
  return marks;
}

/**
 * Mark the points with strengths by rank, since the scores of some engines differ by powers of ten.
 *
 * @param {[point: number, score: number | null][]} candidates  the played one first
 * @param {Rules} rules
 * @returns {Mark[]}
 */
function marksOf(candidates, rules) {
  const ranks = [...new Set(candidates.map(([, score]) => score ?? -Infinity))].sort((a, b) => b - a);
  return candidates.map(([point, score], index) => ({
    point,
    kind: index === 0 ? "chosen" : "score",
    value: 1 - ranks.indexOf(score ?? -Infinity) / ranks.length,
    text: score === null ? "" : rules === "tictactoe" ? outlook(score) : compact(score),
  }));
}

/** @param {number} score @returns {string}  at most four characters, plus a minus sign: "230", "2.2k", "20k", "1.3M" */
export function compact(score) {
  const size = Math.abs(score);
  if (size < 1000) return sign(score) + Math.round(size);
  if (size < 999_500) return `${sign(score)}${short(size / 1000)}k`;
  return `${sign(score)}${short(size / 1_000_000)}M`;
}

/** @param {number} score */
const sign = (score) => (score < 0 ? "−" : "");

/** @param {number} value */
const short = (value) => String(value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value));

/** Return the sign of the outcome: in noughts and crosses a score states how the game ends. @param {number} score */
const outlook = (score) => (score > 0 ? "+" : score < 0 ? "−" : "=");
