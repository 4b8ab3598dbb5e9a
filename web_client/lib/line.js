/** A learned line: what stands on the board at each step, and trying another move where it began. Pure. */

import { moverOf } from "./analysis.js";
import { pointName } from "./geometry.js";
import { lineMarks } from "./proof.js";

/** @import {LineInfo} from "./api.js" */
/** @import {Create} from "./terms.js" */
/** @import {Tried} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */

/**
 * @typedef {object} Defence  of the position in which the bot made its mistake
 * @property {number | null} point  that was tried
 * @property {"asked" | "trying" | "held" | "lost"} state
 * @property {readonly number[]} line  that wins after it
 */

/** @param {LineInfo} line */
export const pointsOf = ({ stones, line }) => [...stones, ...line];

/**
 * The first step that is shown: the position in which the bot went wrong, or from where on it was lost.
 *
 * @param {LineInfo} line
 */
export const beginOf = ({ mistake = null, entry }) => mistake ?? Math.max(0, entry - 1);

/**
 * The first move of the win, as a person counts.
 *
 * @param {LineInfo} line
 * @returns {{n: number, point: string}}
 */
export const entryOf = ({ entry, line, size }) => ({
  n: entry + 1,
  point: line.length ? pointName(line[0], size) : "",
});

/** @type {Defence} */
export const untried = { point: null, state: "asked", line: [] };

/** @param {number} point @param {Tried} tried @returns {Defence} */
export const judged = (point, { right, line }) => ({ point, state: right ? "held" : "lost", line: line ?? [] });

/**
 * The stone that was tried, and how it loses where it does.
 *
 * @param {LineInfo} line
 * @param {Defence} defence
 * @returns {Mark[]}
 */
export const defenceMarks = (line, { point, line: rest }) =>
  point === null ? [] : lineMarks([point, ...rest], moverOf(beginOf(line)));

/**
 * A game against the same bot from where it went wrong, on the side that won.
 *
 * @param {LineInfo} line
 * @returns {Create}
 */
export const beatIt = (line) => ({
  t: "create",
  rules: line.rules,
  size: line.size,
  clock: { kind: "none" },
  color: line.winner,
  visibility: "public",
  rated: false,
  level: line.level,
  from_game: line.game,
  from_ply: beginOf(line),
});
