/** State of an example on the page of rules. Pure. */

import { parsePoint } from "./geometry.js";
import { colorOf } from "./rules.js";

/** @import {Color} from "./messages.js" */
/** @import {Example} from "./examples.js" */

/**
 * @typedef {object} ExampleState
 * @property {Example} example
 * @property {number[]} moves  black's and white's in turn
 * @property {number} step  number of completed steps
 * @property {Color} color  side with the task
 * @property {"right" | "overline" | "enclosed" | "not" | null} result  of the last try
 * @property {Record<number, string>} forbidden  forbidden points found so far
 */

/** @param {Example} example @returns {ExampleState} */
export function beginExample(example) {
  const [black, white] = [example.black, example.white].map((text) => pointsOf(text.split(" "), example.size));
  const moves = black.flatMap((point, index) => (index < white.length ? [point, white[index]] : [point]));
  return { example, moves, step: 0, color: colorOf(moves.length), result: null, forbidden: {} };
}

/** @param {ExampleState} state */
export const isSolved = ({ example, step }) => step >= example.steps.length;

/**
 * Return the state after a try: a right point is played, and answered if only one answer exists.
 *
 * @param {ExampleState} state
 * @param {number} point
 * @returns {ExampleState}
 */
export function playExample(state, point) {
  const { example, step, moves } = state;
  if (isSolved(state)) return state;
  const { task, right, reply } = example.steps[step];
  if (!pointsOf(right, example.size).includes(point)) {
    const rows = Object.entries(example.rows ?? {}).map(
      ([name, why]) => /** @type {const} */ ([parsePoint(name, example.size), why]),
    );
    return { ...state, result: rows.find(([row]) => row === point)?.[1] ?? "not" };
  }
  const done = { ...state, step: step + 1, result: /** @type {const} */ ("right") };
  if (task.startsWith("forbidden.")) return { ...done, forbidden: { [point]: task.slice("forbidden.".length) } };
  return { ...done, moves: [...moves, point, ...(reply ? pointsOf([reply], example.size) : [])] };
}

/** @param {string[]} names @param {number} size */
function pointsOf(names, size) {
  return names.map((name) => {
    const point = parsePoint(name, size);
    if (point === null) throw new RangeError(name);
    return point;
  });
}
