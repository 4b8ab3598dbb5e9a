import { gradients, piece, shadow } from "../board/pieces.js";
import { wood } from "../board/wood.js";
import { t } from "../i18n/index.js";
import { svg } from "../lib/dom.js";
import { UNIT } from "../lib/geometry.js";
import { pictureOf } from "../lib/trap.js";

/** @import {PatternInfo} from "../lib/api.js" */
/** @import {Spot} from "../lib/trap.js" */

let pictures = 0;

/**
 * A piece cut out of a board, its lines running on beyond the edges: the trap's stones, the points that must be free,
 * and those that break the line, diamonds, with their weights where these differ.
 *
 * @param {PatternInfo} pattern
 * @returns {SVGElement}
 */
export function trapPicture(pattern) {
  const id = `trap-${++pictures}`;
  const { size, spots } = pictureOf(pattern);
  const side = size * UNIT;
  const places = Array.from({ length: size }, (_, index) => (index + 0.5) * UNIT);
  const at = (/** @type {Spot} */ { x, y }, /** @type {SVGElement[]} */ ...drawing) =>
    svg("g", { transform: `translate(${places[x]} ${places[y]})` }, drawing);
  const stones = spots.filter(({ kind }) => kind === "stone").length;
  return svg(
    "svg",
    {
      class: "board-drawing trap-picture",
      viewBox: `0 0 ${side} ${side}`,
      role: "img",
      "aria-label": t("traps.picture", { stones, blocks: pattern.blocking.length }),
    },
    gradients(id),
    wood({ size, margin: 0, side }, id),
    svg(
      "g",
      { class: "board-lines" },
      svg("path", { d: places.map((place) => `M${place} 0V${side}M0 ${place}H${side}`).join("") }),
    ),
    spots.map((spot) => {
      if (spot.kind === "stone") return at(spot, shadow(id), piece(spot.color ?? "black", "freestyle", id));
      if (spot.kind === "empty") return at(spot, svg("circle", { class: "trap-empty", r: 11 }));
      if (spot.kind === "other") return at(spot, svg("path", { class: "trap-other", d: "M-17-17L17 17M17-17L-17 17" }));
      return at(
        spot,
        svg("path", { class: "trap-block", d: "M0-30L30 0L0 30L-30 0Z" }),
        ...(spot.weight === undefined
          ? []
          : [svg("text", { class: "trap-weight", y: 9, "text-anchor": "middle" }, String(spot.weight))]),
      );
    }),
  );
}
