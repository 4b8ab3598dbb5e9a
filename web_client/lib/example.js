/** State of an example, on the page of rules or on the path for beginners. Pure. */

import { at, parsePoint, pointName, xy } from "./geometry.js";
import { colorOf, winningLength } from "./rules.js";

/** @import {Color} from "./messages.js" */
/** @import {Example, Step} from "./examples.js" */

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/**
 * @typedef {object} ExampleState
 * @property {Example} example
 * @property {number[]} moves  black's and white's in turn
 * @property {Step | null} step  what is to do; null once the example is solved
 * @property {Color} color  side with the task
 * @property {"right" | "overline" | "enclosed" | "not" | null} result  of the last try
 * @property {Record<number, string>} forbidden  forbidden points found so far
 */

/** @param {Example} example @returns {ExampleState} */
export function beginExample(example) {
  const [black, white] = [example.black, example.white].map((text) =>
    pointsOf(text ? text.split(" ") : [], example.size),
  );
  const moves = black.flatMap((point, index) => (index < white.length ? [point, white[index]] : [point]));
  return { example, moves, step: example.step, color: colorOf(moves.length), result: null, forbidden: {} };
}

/**
 * Return the state after a try: a right point is played, and answered if the example goes on.
 *
 * @param {ExampleState} state
 * @param {number} point
 * @returns {ExampleState}
 */
export function playExample(state, point) {
  const { example, step, moves } = state;
  if (!step) return state;
  const { task, right, forbids, answers = {} } = step;
  if (!pointsOf(right, example.size).includes(point)) {
    const rows = Object.entries(example.rows ?? {}).map(
      ([name, why]) => /** @type {const} */ ([parsePoint(name, example.size), why]),
    );
    return { ...state, result: rows.find(([row]) => row === point)?.[1] ?? "not" };
  }
  const next = answers[pointName(point, example.size)] ?? null;
  const done = { ...state, step: next?.step ?? null, result: /** @type {const} */ ("right") };
  if (task.startsWith("forbidden.")) return { ...done, forbidden: { [point]: task.slice("forbidden.".length) } };
  const forbidden = forbids ? { [pointsOf([forbids], example.size)[0]]: "double-three" } : {};
  return { ...done, forbidden, moves: [...moves, point, ...(next ? pointsOf([next.reply], example.size) : [])] };
}

/**
 * Find the row that the last stone has completed.
 *
 * @param {ExampleState} state
 * @returns {number[] | null}
 */
export function rowOf({ example: { rules, size }, moves }) {
  const last = moves.length - 1;
  if (last < 0) return null;
  const own = new Set(moves.filter((_, index) => index % 2 === last % 2));
  for (const [dx, dy] of DIRECTIONS) {
    /** @param {number} sign @returns {number[]} */
    const run = (sign) => {
      const found = [];
      let { x, y } = xy(moves[last], size);
      do {
        found.push(at(x, y, size));
        [x, y] = [x + sign * dx, y + sign * dy];
      } while (x >= 0 && x < size && y >= 0 && y < size && own.has(at(x, y, size)));
      return found;
    };
    const row = [...run(-1).reverse(), ...run(1).slice(1)];
    if (row.length >= winningLength(rules)) return row;
  }
  return null;
}

/** @param {string[]} names @param {number} size */
function pointsOf(names, size) {
  return names.map((name) => {
    const point = parsePoint(name, size);
    if (point === null) throw new RangeError(name);
    return point;
  });
}
