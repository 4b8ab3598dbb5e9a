/**
 * The 26 patterns of renju's first three stones, by number: white's stone touches the centre in a line (direct, D1 to
 * D13) or at a corner (indirect, I1 to I13), black's second is at most two lines away. Patterns that are rotations or
 * reflections of each other count as one. Tests compare them with the server's. Pure.
 */

import { parsePoint, xy } from "./geometry.js";
import { isFives } from "./rules.js";

/** @import {Rules} from "./messages.js" */

const SIZE = 15;

/** Third stone of each pattern, by number, with the first on H8 and the second on H9 or I9. */
const THIRD = {
  D: { second: "H9", third: "H10 I10 J10 I9 J9 I8 J8 H7 I7 J7 H6 I6 J6" },
  I: { second: "I9", third: "J10 J9 J8 J7 J6 I8 I7 I6 H7 H6 G7 G6 F6" },
};

/** @param {string} name */
const point = (name) => parsePoint(name, SIZE) ?? 0;

/**
 * Patterns with their stones, direct ones first.
 *
 * @type {{number: string, stones: [number, number, number]}[]}  points of a 15x15 board
 */
export const PATTERNS = Object.entries(THIRD).flatMap(([letter, { second, third }]) =>
  third.split(" ").map((name, index) => ({
    number: `${letter}${index + 1}`,
    stones: /** @type {[number, number, number]} */ ([point("H8"), point(second), point(name)]),
  })),
);

/** Columns and rows between two points. @typedef {[number, number]} Way */

/** @type {((way: Way) => Way)[]} */
const IMAGES = [
  ([x, y]) => [x, y],
  ([x, y]) => [-x, y],
  ([x, y]) => [x, -y],
  ([x, y]) => [-x, -y],
  ([x, y]) => [y, x],
  ([x, y]) => [-y, x],
  ([x, y]) => [y, -x],
  ([x, y]) => [-y, -x],
];

/** Numbers by the differences from the first stone to the other two. */
const NUMBERS = new Map(
  PATTERNS.flatMap(({ number, stones: [first, second, third] }) =>
    IMAGES.map(
      (image) =>
        /** @type {const} */ ([String([image(way(first, second, SIZE)), image(way(first, third, SIZE))]), number]),
    ),
  ),
);

/** @param {number} from @param {number} to @param {number} size @returns {Way} */
function way(from, to, size) {
  const [a, b] = [xy(from, size), xy(to, size)];
  return [b.x - a.x, b.y - a.y];
}

/**
 * Return the number of the pattern that the first three stones of a game make, around the black stone in the centre, or
 * around the first stone if the centre is empty. Null if they make none, or if five in a row do not win.
 *
 * @param {{rules: Rules, size: number}} game
 * @param {readonly number[]} moves
 * @returns {string | null}
 */
export function patternOf({ rules, size }, moves) {
  if (moves.length < 3 || !isFives(rules)) return null;
  let [first, second, third] = moves;
  if (size % 2 && third === (size * size - 1) / 2) [first, third] = [third, first];
  return NUMBERS.get(String([way(first, second, size), way(first, third, size)])) ?? null;
}
