import { t } from "../i18n/index.js";
import { h, svg } from "../lib/dom.js";

/** @import {BotPage} from "../lib/api.js" */

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 40;
const TOP = 12;
/** Distance of the grid lines, in Elo. */
const GRID = 200;

/**
 * Graph of a bot's Elo over its lost games, with intervals, and the same figures as text for screen readers.
 *
 * @param {BotPage["curve"]} curve  at least two points
 * @returns {Node[]}
 */
export function strengthCurve(curve) {
  const low = Math.floor(Math.min(...curve.map((point) => point.low)) / GRID) * GRID;
  const high = Math.ceil(Math.max(...curve.map((point) => point.high)) / GRID) * GRID;
  const most = Math.max(1, ...curve.map(({ after }) => after));
  const x = (/** @type {number} */ after) => LEFT + 14 + ((WIDTH - LEFT - 28) * after) / most;
  const y = (/** @type {number} */ elo) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - elo)) / (high - low);
  const levels = Array.from({ length: (high - low) / GRID + 1 }, (_, index) => low + index * GRID);
  const drawn = svg(
    "svg",
    { class: "strength", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("bot.curve_label") },
    levels.map((elo) =>
      svg(
        "g",
        null,
        svg("path", { class: "strength-grid", d: `M${LEFT} ${y(elo)}H${WIDTH}` }),
        svg("text", { class: "strength-text", x: LEFT - 8, y: y(elo) + 5, "text-anchor": "end" }, String(elo)),
      ),
    ),
    curve.map((point) =>
      svg("path", {
        class: "strength-range",
        d: `M${x(point.after)} ${y(point.low)}V${y(point.high)}m-7 0h14M${x(point.after) - 7} ${y(point.low)}h14`,
      }),
    ),
    svg("path", {
      class: "strength-line",
      d: curve.map((point, index) => `${index ? "L" : "M"}${x(point.after)} ${y(point.elo)}`).join(""),
    }),
    curve.map((point) => svg("circle", { class: "strength-point", cx: x(point.after), cy: y(point.elo), r: 5 })),
    curve.map((point) =>
      svg(
        "text",
        { class: "strength-text", x: x(point.after), y: HEIGHT - 14, "text-anchor": "middle" },
        String(point.after),
      ),
    ),
  );
  return [
    h("p", { class: "muted small" }, t("bot.curve_axes")),
    drawn,
    h(
      "details",
      { class: "small", "data-key": "figures" },
      h("summary", null, t("bot.figures")),
      h(
        "ul",
        { class: "list" },
        curve.map((point) =>
          h(
            "li",
            { class: "numeric" },
            t("bot.point", { after: point.after, n: point.games, elo: point.elo, low: point.low, high: point.high }),
          ),
        ),
      ),
    ),
  ];
}
