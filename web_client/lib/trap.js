/** Learned trap as a picture: its points and its blocking points. Pure. */

import { otherColor } from "./proof.js";

/** @import {PatternInfo} from "./api.js" */
/** @import {Color} from "./messages.js" */

/** Number of lines drawn around the trap. */
const BORDER = 1;
const LEAST = 5;

/**
 * @typedef {object} Spot
 * @property {number} x  column, from the left of the picture
 * @property {number} y  row, from its top
 * @property {"stone" | "empty" | "other" | "block"} kind  `other`: anything but the attacker's stone
 * @property {Color} [color]  of a stone
 * @property {number} [rank]  of a blocking point, if the weights differ: 1 for the best
 */

/**
 * @typedef {object} Picture
 * @property {number} size  lines in each direction
 * @property {Spot[]} spots
 * @property {(Spot & {color: Color})[]} moves  of the line, the attacker's first
 */

/**
 * Return the attacker's colour in picture and text; if either side can attack, the winner's colour of the line shown
 * with it.
 *
 * @param {Pick<PatternInfo, "attacker">} pattern
 * @param {Color | null} [winner]
 * @returns {Color}
 */
export const attackerOf = ({ attacker }, winner = null) => attacker ?? winner ?? "black";

/**
 * Compute the picture, with the trap and its line, if it is known, in the centre of a square.
 *
 * @param {Pick<PatternInfo, "width" | "height" | "cells" | "blocking" | "line">} pattern
 * @param {Color} mine  the attacker's colour
 * @returns {Picture}
 */
export function pictureOf({ width, height, cells, blocking, line = [] }, mine) {
  const across = span(
    width,
    line.map(({ x }) => x),
  );
  const down = span(
    height,
    line.map(({ y }) => y),
  );
  const size = Math.max(LEAST, across.length + 2 * BORDER, down.length + 2 * BORDER);
  const left = Math.floor((size - across.length) / 2) - across.first;
  const top = Math.floor((size - down.length) / 2) - down.first;
  const weights = [...new Set(blocking.map(({ weight }) => weight))].sort((a, b) => b - a);
  const blocks = new Set(blocking.map(({ x, y }) => `${x} ${y}`));
  const cellSpots = cells
    .filter(({ x, y }) => !blocks.has(`${x} ${y}`))
    .map(({ x, y, kind }) => {
      /** @type {Spot} */
      const spot = { x: left + x, y: top + y, kind: kind === "attacker" || kind === "defender" ? "stone" : kind };
      if (kind === "attacker") spot.color = mine;
      if (kind === "defender") spot.color = otherColor(mine);
      return spot;
    });
  const blockSpots = blocking.map(
    ({ x, y, weight }) =>
      /** @type {Spot} */ ({
        x: left + x,
        y: top + y,
        kind: "block",
        ...(weights.length > 1 ? { rank: weights.indexOf(weight) + 1 } : {}),
      }),
  );
  /** @type {Picture["moves"]} */
  const moves = line.map(({ x, y }, ply) => ({
    x: left + x,
    y: top + y,
    kind: "stone",
    color: ply % 2 ? otherColor(mine) : mine,
  }));
  return { size, spots: [...cellSpots, ...blockSpots], moves };
}

/** @param {number} length  of the trap, from 0 @param {number[]} others  places of its line */
function span(length, others) {
  const first = Math.min(0, ...others);
  return { first, length: Math.max(length - 1, ...others) - first + 1 };
}

/** Tell whether some blocking points are better than others. @param {Pick<PatternInfo, "blocking">} pattern */
export const isOrdered = ({ blocking }) => blocking.some(({ weight }) => weight !== blocking[0].weight);

/** Signs of a picture beside its stones, in the order in which a legend explains them. */
export const SIGNS = /** @type {const} */ (["empty", "block", "best", "other"]);

/**
 * List the signs that the pictures of traps have.
 *
 * @param {readonly Parameters<typeof pictureOf>[0][]} patterns
 * @returns {(typeof SIGNS)[number][]}
 */
export function signsOf(patterns) {
  const spots = patterns.flatMap((pattern) => pictureOf(pattern, "black").spots);
  return SIGNS.filter((sign) =>
    sign === "best" ? spots.some(({ rank }) => rank === 1) : spots.some(({ kind }) => kind === sign),
  );
}
