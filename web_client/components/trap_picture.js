import { gradients, piece, shadow } from "../board/pieces.js";
import { wood } from "../board/wood.js";
import { t } from "../i18n/index.js";
import { colorName, sentences } from "../i18n/words.js";
import { svg } from "../lib/dom.js";
import { UNIT, columnName } from "../lib/geometry.js";
import { SIGNS, pictureOf } from "../lib/trap.js";

/** @import {PatternInfo} from "../lib/api.js" */
/** @import {Color} from "../lib/messages.js" */
/** @import {Spot} from "../lib/trap.js" */

/** Room for the coordinates of a large picture. */
const MARGIN = 56;
/** Corners around a point that must be empty: a dot would look like a star point of the board. */
const EMPTY = "M-30-13V-30H-13M13-30H30V-13M30 13V30H13M-13 30H-30V13";
const BLOCK = "M0-34L34 0L0 34L-34 0Z";
const NUMBERED = "M0-43L43 0L0 43L-43 0Z";
let pictures = 0;

/**
 * Section of a board with a trap: its stones, the points that must be empty, and the blocking points as diamonds, filled
 * where they are the best of several. Their ranks and the coordinates are legible only in a large picture. Once moves
 * of the line are shown, numbered, the picture has stones instead of signs.
 *
 * @param {PatternInfo} pattern
 * @param {Color} attacker  colour in the picture
 * @param {boolean} large
 * @param {number} [shown]  moves of the line
 * @returns {SVGElement}
 */
export function trapPicture(pattern, attacker, large, shown = 0) {
  const id = `trap-${++pictures}`;
  const { size, spots: all, moves } = pictureOf(pattern, attacker);
  const spots = shown ? all.filter(({ kind }) => kind === "stone") : all;
  const side = size * UNIT;
  const margin = large ? MARGIN : 0;
  const places = Array.from({ length: size }, (_, index) => (index + 0.5) * UNIT);
  const at = (/** @type {Spot} */ { x, y }, /** @type {SVGElement[]} */ ...drawing) =>
    svg("g", { transform: `translate(${places[x]} ${places[y]})` }, drawing);
  const stones = spots.filter(({ kind }) => kind === "stone").length;
  return svg(
    "svg",
    {
      class: "board-drawing trap-picture",
      viewBox: `${-margin} 0 ${side + margin} ${side + margin}`,
      role: "img",
      "aria-label": t("traps.picture", {
        stones,
        color: colorName(attacker, pattern.rules),
        blocks: pattern.blocking.length,
      }),
    },
    gradients(id),
    svg("svg", { width: side, height: side, "aria-hidden": "true" }, wood({ size, margin: 0, side }, id)), // nothing of it beyond its edge
    svg(
      "g",
      { class: "board-lines" },
      svg("path", { d: places.map((place) => `M${place} 0V${side}M0 ${place}H${side}`).join("") }),
    ),
    spots.map((spot) => {
      if (spot.kind === "stone") return at(spot, shadow(id), piece(spot.color ?? "black", "freestyle", id));
      if (spot.kind === "empty") return at(spot, svg("path", { class: "trap-empty", d: EMPTY }));
      if (spot.kind === "other") return at(spot, svg("path", { class: "trap-other", d: "M-18 18L18-18" }));
      const { rank } = spot;
      const numbered = large && rank !== undefined;
      return at(
        spot,
        svg("path", {
          class: rank === 1 ? "trap-block trap-block--best" : "trap-block",
          d: numbered ? NUMBERED : BLOCK,
        }),
        ...(numbered ? [rankText(rank)] : []),
      );
    }),
    moves
      .slice(0, shown)
      .map((move, ply) =>
        at(
          move,
          shadow(id),
          piece(move.color, "freestyle", id),
          svg("text", { class: `small-board-number small-board-number--${move.color}` }, String(ply + 1)),
        ),
      ),
    large
      ? places.flatMap((place, line) => [
          svg("text", { class: "trap-coordinate", x: place, y: side + MARGIN / 2 }, columnName(line)),
          svg("text", { class: "trap-coordinate", x: -MARGIN / 2, y: place }, String(size - line)),
        ])
      : [],
  );
}

/** Number that fits into its diamond. @param {number} rank */
function rankText(rank) {
  const font = rank < 10 ? 48 : 38;
  const at = { y: Math.round(font * 0.36), "font-size": font, "text-anchor": "middle" };
  return svg("text", { class: rank === 1 ? "trap-rank trap-rank--best" : "trap-rank", ...at }, String(rank));
}

/** Explain signs of pictures, by default all. @param {readonly (typeof SIGNS)[number][]} [signs] */
export const signsText = (signs = SIGNS) =>
  sentences(...signs.map((sign) => t(`traps.sign.${sign}`)), t("traps.clear"));
