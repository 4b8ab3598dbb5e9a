/**
 * Marks laid over points: a hint is a ring, a score and a weight a disc as large and strong as its value,
 * the chosen one of several scores a disc with a rim, a label a letter.
 */

import { svg } from "../lib/dom.js";

/**
 * @param {import("./position.js").Mark} mark
 * @returns {SVGGElement}  around (0, 0)
 */
export function drawMark({ kind, text, value = 1 }) {
  const strength = Math.min(1, Math.max(0, value));
  return svg("g", { class: `board-mark board-mark--${kind}` },
    svg("circle", { class: "board-mark-ground", r: kind === "weight" ? 28 + 10 * strength : kind === "score" || kind === "chosen" ? 38 + 5 * strength : 36, style: { "--strength": String(strength) } }),
    text && svg("text", { "data-digits": text.length }, text),
  );
}
