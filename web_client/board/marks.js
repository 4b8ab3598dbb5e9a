/**
 * Marks laid over points: a hint is a ring, what is undecided a small dotted one, a score and a weight a disc as large and strong as its value,
 * the chosen one of several scores a disc with a rim, a label a letter, a colour a numbered stone one can see through.
 */

import { svg } from "../lib/dom.js";
import { piece } from "./pieces.js";

/** @typedef {import("./position.js").Mark} Mark */

/** Radius of a mark's ground, and what its strength adds; two lines are 100 apart. */
const RADIUS = { hint: [36, 0], undecided: [20, 0], score: [38, 5], chosen: [38, 5], weight: [28, 10], label: [36, 0] };

/**
 * @param {Mark} mark
 * @param {import("./position.js").Rules} rules
 * @param {string} id  prefix of the drawing's gradients
 * @returns {SVGGElement}  around (0, 0)
 */
export function drawMark({ kind, text, value = 1 }, rules, id) {
  if (kind === "black" || kind === "white") {
    return svg("g", { class: `board-mark board-mark--line board-piece--${kind}` },
      svg("g", { class: "board-line-stone" }, piece(kind, rules, id)),
      text && svg("text", { "data-digits": text.length }, text));
  }
  const strength = Math.min(1, Math.max(0, value));
  const [radius, growth] = RADIUS[kind];
  return svg("g", { class: `board-mark board-mark--${kind}` },
    svg("circle", { class: "board-mark-ground", r: radius + growth * strength, style: { "--strength": String(strength) } }),
    text && svg("text", { "data-digits": text.length }, text),
  );
}
