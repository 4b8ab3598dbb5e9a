/** Stones, crosses and noughts, drawn around (0, 0). */

import { svg } from "../lib/dom.js";

/** @typedef {import("./position.js").Color} Color */
/** @typedef {import("./position.js").Rules} Rules */

/** Radius of a stone; two lines are 100 apart. */
const RADIUS = 47.5;

/**
 * @param {Color} color
 * @param {Rules} rules
 * @param {string} id  prefix of the gradients' ids
 * @returns {SVGElement}
 */
export function piece(color, rules, id) {
  if (rules !== "tictactoe") return svg("circle", { r: RADIUS, class: "board-disc", fill: `url(#${id}-${color})` });
  if (color === "black") return svg("path", { class: "board-cross", d: "M-25-25L25 25M25-25L-25 25" });
  return svg("circle", { class: "board-nought", r: 27 });
}

/** @param {string} id @returns {SVGElement} */
export const shadow = (id) => svg("circle", { cx: 4, cy: 8, r: 55, fill: `url(#${id}-shadow)` });

/**
 * Define the gradients of a board. Their colours are set by classes, so that a theme can change them.
 *
 * @param {string} id
 * @returns {SVGDefsElement}
 */
export function gradients(id) {
  const lit = { cx: "50%", cy: "50%", r: "52%", fx: "34%", fy: "27%" };
  return svg(
    "defs",
    null,
    svg("radialGradient", { id: `${id}-black`, ...lit }, stops("black", [0, 0.28, 0.72, 1])),
    svg("radialGradient", { id: `${id}-white`, ...lit }, stops("white", [0, 0.45, 0.82, 1])),
    svg("radialGradient", { id: `${id}-shadow` }, stops("shadow", [0.45, 0.8, 1])),
    svg(
      "linearGradient",
      { id: `${id}-wood`, x1: "0", y1: "0", x2: "1", y2: "0.25" },
      stops("wood", [0, 0.35, 0.7, 1]),
    ),
    svg("radialGradient", { id: `${id}-light`, cx: "30%", cy: "20%", r: "95%" }, stops("light", [0, 0.6, 1])),
  );
}

/** @param {string} name @param {number[]} offsets */
function stops(name, offsets) {
  return offsets.map((offset, index) => svg("stop", { offset, class: `board-stop-${name}-${index}` }));
}
