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
 * @typedef {object} Fault  of a text that somebody has pasted
 * @property {"outside" | "taken" | "unreadable"} why
 * @property {number} n  of the move, from 1
 * @property {string} text  what stands there
 */

/** Of what cannot be read so much is told. */
const TOLD = 12;

/**
 * The moves of a text that somebody has pasted; capitals, blanks and commas may stand in it, as wide as Chinese keyboards
 * write them.
 *
 * @param {string} text
 * @param {number} size
 * @returns {{moves: number[], fault: Fault | null}}  the moves are those before the fault
 */
export function pastedMoves(text, size) {
  /** @type {number[]} */
  const moves = [];
  let rest = text.normalize("NFKC");
  for (;;) {
    rest = rest.replace(/^[\s,、]+/, "");
    if (!rest) return { moves, fault: null };
    const n = moves.length + 1;
    const name = /^[a-z][0-9]+/i.exec(rest)?.[0];
    if (!name) return { moves, fault: { why: "unreadable", n, text: rest.split(/\s/, 1)[0].slice(0, TOLD) } };
    const point = parsePoint(name, size);
    if (point === null) return { moves, fault: { why: "outside", n, text: name } };
    if (moves.includes(point)) return { moves, fault: { why: "taken", n, text: name } };
    moves.push(point);
    rest = rest.slice(name.length);
  }
}
