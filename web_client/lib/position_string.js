/** The position string "h8i9g7", which people paste into chats: the moves from the first, black's. Pure. */

import { parsePoint, pointName } from "./geometry.js";

/**
 * @param {readonly number[]} moves
 * @param {number} size
 * @returns {string}  "h8i9g7"
 */
export const movesText = (moves, size) => moves.map((point) => pointName(point, size).toLowerCase()).join("");

/**
 * The moves of a text as far as they can be played: up to a name that is none, or a point that is taken.
 *
 * @param {string} text
 * @param {number} size
 * @returns {number[]}
 */
export function readMoves(text, size) {
  /** @type {number[]} */
  const moves = [];
  for (const [name] of text.matchAll(/[a-z][0-9]+/gi)) {
    const point = parsePoint(name, size);
    if (point === null || moves.includes(point)) break;
    moves.push(point);
  }
  return moves;
}

/**
 * The moves of a text that somebody has pasted; capitals, blanks and commas may stand in it.
 *
 * @param {string} text
 * @param {number} size
 * @returns {number[] | null}  null for what cannot be played to its end
 */
export function pastedMoves(text, size) {
  const moves = readMoves(text, size);
  return movesText(moves, size) === text.toLowerCase().replace(/[\s,]/g, "") ? moves : null;
}
