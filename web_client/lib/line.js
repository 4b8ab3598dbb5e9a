/** Learned line: the position at each step, and tries of another move at its start. Pure. */

import { moverOf } from "./analysis.js";
import { pointName } from "./geometry.js";
import { lineMarks } from "./proof.js";

/** @import {LineInfo} from "./api.js" */
/** @import {Create} from "./terms.js" */
/** @import {Tried} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */

/**
 * @typedef {object} Defence  try in the position of the bot's mistake
 * @property {number | null} point  tried move
 * @property {"asked" | "trying" | "held" | "lost"} state
 * @property {readonly number[]} line  winning line after it
 */

/** @param {LineInfo} line */
export const pointsOf = ({ stones, line }) => [...stones, ...line];

/**
 * Return the first step to show: the position of the bot's mistake, or else the start of the win.
 *
 * @param {LineInfo} line
 */
export const beginOf = ({ mistake = null, entry }) => mistake ?? Math.max(0, entry - 1);

/** Return the first move of the win, counted from 1. @param {LineInfo} line @returns {{n: number, point: string}} */
export const entryOf = ({ entry, line, size }) => ({
  n: entry + 1,
  point: line.length ? pointName(line[0], size) : "",
});

/** @type {Defence} */
export const untried = { point: null, state: "asked", line: [] };

/** @param {number} point @param {Tried} tried @returns {Defence} */
export const judged = (point, { right, line }) => ({ point, state: right ? "held" : "lost", line: line ?? [] });

/**
 * Mark the tried stone and, if it loses, the winning line.
 *
 * @param {LineInfo} line
 * @param {Defence} defence
 * @returns {Mark[]}
 */
export const defenceMarks = (line, { point, line: rest }) =>
  point === null ? [] : lineMarks([point, ...rest], moverOf(beginOf(line)));

/**
 * Cross out the bot's move that lost, from its position on.
 *
 * @param {LineInfo} line
 * @param {number} shown  number of moves on the board
 * @param {string} words  of the mark
 * @returns {Mark[]}
 */
export const neverMarks = (line, shown, words) =>
  shown < beginOf(line) ? [] : [{ point: pointsOf(line)[beginOf(line)], kind: "never", text: words }];

/** Make a game against the same bot from its mistake, on the winner's side. @param {LineInfo} line @returns {Create} */
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
