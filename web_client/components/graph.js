import { LABELS, graphPaths, pliesOf } from "../lib/analysis.js";
import { t } from "../i18n/index.js";
import { svg } from "../lib/dom.js";

/** @import {MoveReview} from "../lib/api.js" */

const WIDTH = 1000;
const HEIGHT = 160;

/**
 * Curve of a game's estimates, Black's advantage upwards, with a dot below for each labelled move. The curve stretches
 * to the available width without scaling the strokes.
 *
 * @param {readonly MoveReview[]} reviews
 * @param {number} shown  number of moves on the board
 * @returns {SVGElement}
 */
export function graph(reviews, shown) {
  const { area, line } = graphPaths(
    reviews.map((review) => review.eval ?? null),
    WIDTH,
    HEIGHT,
  );
  const across = (/** @type {number} */ moves) => (WIDTH * moves) / reviews.length;
  return svg(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT + 40}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("graph.label"),
      "data-do": "graph",
    },
    svg("rect", { class: "graph-ground", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
    svg("path", { class: "graph-area", d: area }),
    svg("path", { class: "graph-middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "graph-line", d: line }),
    svg("path", { class: "graph-shown", d: `M${across(shown)} 0V${HEIGHT + 40}` }),
    // A zero-length stroke with round caps stays a round dot under any stretch.
    LABELS.map((label) =>
      svg("path", {
        class: `graph-dots graph-dots--${label}`,
        d: pliesOf(reviews, label)
          .map((ply) => `M${across(ply + 1)} ${HEIGHT + 22}h0`)
          .join(""),
      }),
    ),
  );
}
