import { frame, centre, UNIT } from "../lib/geometry.js";
import { h, svg } from "../lib/dom.js";

/** @import {Rules} from "../lib/messages.js" */

/**
 * Small drawing of a position: lines, stones, and the last of them marked. A picture without texts.
 *
 * @param {{rules: Rules, size: number}} game
 * @param {readonly number[]} moves  points, black's and white's in turn
 * @returns {HTMLElement}
 */
export function smallBoard({ size }, moves) {
  const drawn = frame(size, false);
  const [first, last] = [drawn.margin, drawn.margin + (size - 1) * UNIT];
  const lines = Array.from({ length: size }, (_, line) => {
    const at = drawn.margin + line * UNIT;
    return `M${first} ${at}H${last}M${at} ${first}V${last}`;
  });
  return h(
    "span",
    { class: "small-board", "aria-hidden": "true" },
    svg(
      "svg",
      { viewBox: `0 0 ${drawn.side} ${drawn.side}`, focusable: "false" },
      svg("path", { class: "small-board-lines", d: lines.join("") }),
      moves.map((point, ply) => {
        const { x, y } = centre(drawn, point);
        const color = ply % 2 ? "white" : "black";
        const newest = ply === moves.length - 1 ? " is-last" : "";
        return svg("circle", { class: `small-board-stone small-board-stone--${color}${newest}`, cx: x, cy: y, r: 46 });
      }),
    ),
  );
}
