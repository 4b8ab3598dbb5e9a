/** State of an example, on the page of rules or on the path for beginners. Pure. */

import { parsePoint, pointName } from "./geometry.js";
import { colorOf } from "./rules.js";

/** @import {Color} from "./messages.js" */
/** @import {Example, Step} from "./examples.js" */

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
  const { task, right, answers = {} } = step;
  if (!pointsOf(right, example.size).includes(point)) {
    const rows = Object.entries(example.rows ?? {}).map(
      ([name, why]) => /** @type {const} */ ([parsePoint(name, example.size), why]),
    );
    return { ...state, result: rows.find(([row]) => row === point)?.[1] ?? "not" };
  }
  const next = answers[pointName(point, example.size)] ?? null;
  const done = { ...state, step: next?.step ?? null, result: /** @type {const} */ ("right") };
  if (task.startsWith("forbidden.")) return { ...done, forbidden: { [point]: task.slice("forbidden.".length) } };
  return { ...done, moves: [...moves, point, ...(next ? pointsOf([next.reply], example.size) : [])] };
}

/** @param {string[]} names @param {number} size */
function pointsOf(names, size) {
  return names.map((name) => {
    const point = parsePoint(name, size);
    if (point === null) throw new RangeError(name);
    return point;
  });
}
