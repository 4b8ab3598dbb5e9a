/** Learned trap as a picture: its points and its blocking points. Pure. */

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
 * Compute the picture, with the trap in the centre of a square.
 *
 * @param {Pick<PatternInfo, "width" | "height" | "cells" | "blocking">} pattern
 * @param {Color} mine  the attacker's colour
 * @returns {Picture}
 */
export function pictureOf({ width, height, cells, blocking }, mine) {
  const size = Math.max(LEAST, width + 2 * BORDER, height + 2 * BORDER);
  const left = Math.floor((size - width) / 2);
  const top = Math.floor((size - height) / 2);
  const weights = [...new Set(blocking.map(({ weight }) => weight))].sort((a, b) => b - a);
  const blocks = new Set(blocking.map(({ x, y }) => `${x} ${y}`));
  const cellSpots = cells
    .filter(({ x, y }) => !blocks.has(`${x} ${y}`))
    .map(({ x, y, kind }) => {
      /** @type {Spot} */
      const spot = { x: left + x, y: top + y, kind: kind === "attacker" || kind === "defender" ? "stone" : kind };
      if (kind === "attacker") spot.color = mine;
      if (kind === "defender") spot.color = mine === "black" ? "white" : "black";
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
  return { size, spots: [...cellSpots, ...blockSpots] };
}

/** Tell whether some blocking points are better than others. @param {Pick<PatternInfo, "blocking">} pattern */
export const isOrdered = ({ blocking }) => blocking.some(({ weight }) => weight !== blocking[0].weight);
