/** Empty board: wood, lines, star points and coordinates. */

import { UNIT, centre, columnName, starPoints } from "../lib/geometry.js";
import { svg } from "../lib/dom.js";

/** @typedef {import("../lib/geometry.js").Frame} Frame */

/**
 * @param {Frame} drawn
 * @param {string} id  prefix of the gradients' ids
 * @returns {SVGGElement}
 */
export function wood(drawn, id) {
  const whole = { x: 0, y: 0, width: drawn.side, height: drawn.side };
  return svg(
    "g",
    { class: "board-wood" },
    svg("rect", { ...whole, fill: `url(#${id}-wood)` }),
    grain(drawn.side),
    svg("rect", { ...whole, fill: `url(#${id}-light)` }),
  );
}

/**
 * Draw straight grain: fine, slightly bowed lines of three strengths. It is the same on every board, so that redrawing
 * does not change it.
 *
 * @param {number} side
 * @returns {SVGGElement}
 */
function grain(side) {
  const next = sequence(20_071);
  const paths = ["", "", ""];
  for (let x = -20; x < side + 20; x += 7 + 26 * next() ** 2) {
    const bow = (next() - 0.5) * 26;
    const drift = (next() - 0.5) * 30;
    const third = side / 3;
    paths[Math.floor(next() * 3)] +=
      `M${x.toFixed(0)}-9c${bow.toFixed(0)} ${third.toFixed(0)} ${(-bow / 2).toFixed(0)} `
      + `${(2 * third).toFixed(0)} ${drift.toFixed(0)} ${(side + 18).toFixed(0)}`;
  }
  return svg(
    "g",
    { class: "board-grain" },
    paths.map((d, strength) => svg("path", { d, class: `board-grain-${strength}` })),
  );
}

/** @param {number} seed @returns {() => number}  numbers in [0, 1), the same for each seed */
function sequence(seed) {
  let value = seed;
  return () => {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
    return value / 2 ** 31;
  };
}

/** @param {Frame} drawn @returns {SVGGElement} */
export function lines(drawn) {
  const { size, margin, side } = drawn;
  const places = Array.from({ length: size - 2 }, (_, index) => margin + (index + 1) * UNIT);
  const outer = { x: margin, y: margin, width: side - 2 * margin, height: side - 2 * margin };
  return svg(
    "g",
    { class: "board-lines" },
    svg("path", {
      d: places.map((at) => `M${at} ${margin}V${side - margin}M${margin} ${at}H${side - margin}`).join(""),
    }),
    svg("rect", { ...outer, class: "board-edge" }),
    starPoints(size).map((point) => {
      const { x, y } = centre(drawn, point);
      return svg("circle", { cx: x, cy: y, r: 10, class: "board-star" });
    }),
  );
}

/** Draw the lines between the cells of noughts and crosses. @param {Frame} drawn @returns {SVGGElement} */
export function cellLines({ size, margin, side }) {
  const start = margin - UNIT / 2;
  const places = Array.from({ length: size - 1 }, (_, index) => start + (index + 1) * UNIT);
  return svg(
    "g",
    { class: "board-lines" },
    svg("path", { d: places.map((at) => `M${at} ${start}V${side - start}M${start} ${at}H${side - start}`).join("") }),
  );
}

/** @param {Frame} drawn @returns {SVGGElement} */
export function coordinates({ size, margin, side }) {
  const away = margin - UNIT * 0.7;
  return svg(
    "g",
    { class: "board-coordinates" },
    Array.from({ length: size }, (_, index) => {
      const along = margin + index * UNIT;
      return [
        svg("text", { x: along, y: side - away }, columnName(index)),
        svg("text", { x: away, y: along }, size - index),
      ];
    }).flat(),
  );
}
