/**
 * Marks laid over points: a hint is a ring, what is undecided a small dotted one, a score and a weight a disc as large
 * and strong as its value, the chosen one of several scores a disc with a rim, a label a letter, a colour a numbered
 * stone one can see through. A disc of games has a ring of their results, in the colours of the stones; an image of it
 * is a dot. A branch is a disc with a rim, on which its letter stands; triangles, squares, circles and crosses are those
 * of a file. What is outside the points that may be played is shaded.
 */

import { svg } from "../lib/dom.js";
import { piece } from "./pieces.js";

/** @typedef {import("./position.js").Mark} Mark */

/** Radius of a mark's ground, and what its strength adds; two lines are 100 apart. */
const RADIUS = {
  hint: [36, 0],
  undecided: [20, 0],
  score: [38, 5],
  chosen: [38, 5],
  weight: [28, 10],
  label: [36, 0],
  games: [31, 10],
  image: [11, 0],
  branch: [34, 0],
};

/** Outlines that a file lays on points. */
const SHAPES = {
  triangle: "M0-30L27 19L-27 19Z",
  square: "M-23-23H23V23H-23Z",
  circle: "M-26 0A26 26 0 1 1 26 0A26 26 0 1 1-26 0Z",
  cross: "M-22-22L22 22M22-22L-22 22",
};

/** The square around a point, up to the half way to the next line. */
const SQUARE = { x: -50, y: -50, width: 100, height: 100 };

/**
 * @param {Mark} mark
 * @param {import("./position.js").Rules} rules
 * @param {string} id  prefix of the drawing's gradients
 * @returns {SVGGElement}  around (0, 0)
 */
export function drawMark({ kind, text, value = 1, parts }, rules, id) {
  if (kind === "black" || kind === "white") {
    return svg(
      "g",
      { class: `board-mark board-mark--line board-piece--${kind}` },
      svg("g", { class: "board-line-stone" }, piece(kind, rules, id)),
      text && svg("text", { "data-digits": text.length }, text),
    );
  }
  if (kind === "outside") return svg("g", null, svg("rect", { class: "board-outside", ...SQUARE }));
  if (kind in SHAPES)
    return svg(
      "g",
      { class: "board-mark board-mark--shape" },
      svg("path", { d: SHAPES[/** @type {keyof typeof SHAPES} */ (kind)] }),
    );
  const strength = Math.min(1, Math.max(0, value));
  const [radius, growth] = RADIUS[/** @type {keyof typeof RADIUS} */ (kind)];
  return svg(
    "g",
    { class: `board-mark board-mark--${kind}` },
    svg("circle", {
      class: "board-mark-ground",
      r: radius + growth * strength,
      style: { "--strength": String(strength) },
    }),
    ...(parts ? ring(parts, radius + growth * strength) : []),
    text && svg("text", { "data-digits": text.length }, text),
  );
}

const SHADES = ["black", "draw", "white"];

/**
 * Black's part clockwise from the top, then the draws, then white's.
 *
 * @param {readonly number[]} parts
 * @param {number} radius
 * @returns {SVGElement[]}
 */
function ring(parts, radius) {
  const whole = parts.reduce((sum, part) => sum + part, 0) || 1;
  let from = 0;
  return parts.flatMap((part, index) => {
    const length = part / whole;
    if (!length) return [];
    const drawn = svg("circle", {
      class: `board-ring board-ring--${SHADES[index]}`,
      r: radius,
      pathLength: 1,
      "stroke-dasharray": `${length} ${1 - length}`,
      "stroke-dashoffset": -from,
      transform: "rotate(-90)",
    });
    from += length;
    return [drawn];
  });
}
