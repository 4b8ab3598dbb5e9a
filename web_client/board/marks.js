/**
 * Marks over points. A hint is a ring; a score and a weight are discs whose
 * size and opacity grow with the value, the chosen score has a rim; a label is a letter; a colour is a translucent
 * numbered stone. A disc of games has a ring of their results in the stones' colours; an image of it is a dot. A branch
 * is a disc with a rim and its letter. Triangles, squares, circles and crosses come from a file. A move that a bot will
 * not play again is crossed out. Points that cannot be played are shaded.
 */

import { svg } from "../lib/dom.js";
import { piece } from "./pieces.js";

/** @typedef {import("./position.js").Mark} Mark */

/** Radius of a mark, and its growth with the strength; two lines are 100 apart. */
const RADIUS = {
  hint: [36, 0],
  score: [38, 5],
  chosen: [38, 5],
  weight: [28, 10],
  label: [36, 0],
  games: [31, 10],
  image: [11, 0],
  branch: [34, 0],
};

/** Outlines of a file's marks. */
const SHAPES = {
  triangle: "M0-30L27 19L-27 19Z",
  square: "M-23-23H23V23H-23Z",
  circle: "M-26 0A26 26 0 1 1 26 0A26 26 0 1 1-26 0Z",
  cross: "M-22-22L22 22M22-22L-22 22",
};

/** Square around a point, half-way to the next lines. */
const SQUARE = { x: -50, y: -50, width: 100, height: 100 };

/**
 * @param {Mark} mark
 * @param {import("./position.js").Rules} rules
 * @param {string} id  prefix of the gradients' ids
 * @returns {SVGGElement}  centred on (0, 0)
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
  if (kind === "never")
    return svg(
      "g",
      { class: "board-mark board-mark--never" },
      svg("path", { class: "board-never-ground", d: SHAPES.cross }),
      svg("path", { d: SHAPES.cross }),
    );
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
 * Draw a ring of results clockwise from the top: black's wins, draws, white's wins.
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
