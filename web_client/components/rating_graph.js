import { t } from "../i18n/index.js";
import { dayText } from "../i18n/words.js";
import { h, svg } from "../lib/dom.js";
import { graphRating } from "../lib/rating.js";

/** @import {PoolRating} from "../protocol.js" */

const WIDTH = 640;
const HEIGHT = 220;
const BOX = { left: 72, right: WIDTH - 16, top: 18, bottom: HEIGHT - 36 };
const FIGURES = 20;

/**
 * Graph of a rating over time with its deviation, and the same figures as text for screen readers.
 *
 * @param {PoolRating} rating  with at least one point of history
 * @returns {Node[]}
 */
export function ratingGraph({ pool, history }) {
  const { levels, band, line, dots } = graphRating(history, BOX);
  const [first, last] = [history[0][0], history[history.length - 1][0]];
  const days = [dayText(first), dayText(last)];
  const foot = { class: "strength-text", y: HEIGHT - 8 };
  return [
    svg(
      "svg",
      {
        class: "strength rating-graph",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": t("rating.graph", { pool: t(`pool.${pool}`) }),
      },
      levels.map(({ y, rating }) =>
        svg(
          "g",
          null,
          svg("path", { class: "strength-grid", d: `M${BOX.left} ${y}H${BOX.right}` }),
          svg("text", { class: "strength-text", x: BOX.left - 8, y: y + 5, "text-anchor": "end" }, String(rating)),
        ),
      ),
      svg("path", { class: "rating-band", d: band }),
      svg("path", { class: "strength-line", d: line }),
      dots.length <= 40 && dots.map(([cx, cy]) => svg("circle", { class: "strength-point", cx, cy, r: 4 })),
      svg("text", { ...foot, x: BOX.left, "text-anchor": "start" }, days[0]),
      days[1] !== days[0] && svg("text", { ...foot, x: BOX.right, "text-anchor": "end" }, days[1]),
    ),
    h(
      "details",
      { class: "small", "data-key": `figures-${pool}` },
      h("summary", null, t("bot.figures")),
      h(
        "ul",
        { class: "list" },
        history
          .slice(-FIGURES)
          .reverse()
          .map(([at, rating, deviation]) =>
            h("li", { class: "numeric" }, t("rating.point", { date: dayText(at), rating, deviation })),
          ),
      ),
    ),
  ];
}
