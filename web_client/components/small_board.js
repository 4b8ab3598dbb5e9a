import { frame, centre, UNIT } from "../lib/geometry.js";
import { h, svg } from "../lib/dom.js";

/**
 * Small drawing of a position: lines, stones, and the last of them marked. A picture without texts.
 *
 * @param {{size: number}} game
 * @param {readonly number[]} moves  points, black's and white's in turn
 * @param {{from: number, never?: number} | null} [line]  the moves after the first `from` come one by one with their numbers, and
 *   the point `never` is crossed out
 * @returns {HTMLElement}
 */
export function smallBoard({ size }, moves, line = null) {
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
        const newest = !line && ply === moves.length - 1 ? " is-last" : "";
        const stone = svg("circle", {
          class: `small-board-stone small-board-stone--${color}${newest}`,
          cx: x,
          cy: y,
          r: 46,
        });
        if (!line || ply < line.from) return stone;
        return svg(
          "g",
          { class: "small-board-move", style: { "--turn": String(ply - line.from) } },
          stone,
          point === line.never
            ? svg("path", { class: "small-board-never", d: cross(x, y) })
            : svg("text", { class: `small-board-number small-board-number--${color}`, x, y }, ply + 1),
        );
      }),
    ),
  );
}

/** @param {number} x @param {number} y */
const cross = (x, y) => `M${x - 26} ${y - 26}L${x + 26} ${y + 26}M${x + 26} ${y - 26}L${x - 26} ${y + 26}`;

/** Let the moves of the lines inside `element` come once more. @param {HTMLElement} element */
export function playAgain(element) {
  for (const played of element.querySelectorAll(".is-played")) {
    played.classList.remove("is-played");
    played.getBoundingClientRect(); // without a layout in between, nothing begins anew
    played.classList.add("is-played");
  }
}
