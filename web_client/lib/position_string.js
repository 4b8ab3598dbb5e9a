/** Position string "h8i9g7", which people paste into chats: the moves in order, black's first. Pure. */

import { parsePoint, pointName } from "./geometry.js";

/**
 * @param {readonly number[]} moves
 * @param {number} size
 * @returns {string}  "h8i9g7"
 */
export const movesText = (moves, size) => moves.map((point) => pointName(point, size).toLowerCase()).join("");

/**
 * Parse the moves of a text up to the first invalid name or occupied point.
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
 * @typedef {object} Fault  in a pasted text
 * @property {"outside" | "taken" | "unreadable"} why
 * @property {number} n  number of the move, from 1
 * @property {string} text  the offending part
 */

/** Maximum number of characters quoted from an unreadable text. */
const TOLD = 12;

/**
 * Parse a pasted text; it may contain capitals, blanks and commas, also full-width ones from Chinese keyboards.
 *
 * @param {string} text
 * @param {number} size
 * @returns {{moves: number[], fault: Fault | null}}  the moves before the fault
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
