/**
 * Board for screen readers and the keyboard: an ARIA grid of transparent cells over the drawing, with a roving
 * tabindex.
 */

import { UNIT } from "../lib/geometry.js";
import { h } from "../lib/dom.js";

export class Grid {
  /** @param {number} size @param {string} label */
  constructor(size, label) {
    this.cells = Array.from({ length: size * size }, () =>
      h("div", { role: "gridcell", class: "board-cell", tabindex: -1 }),
    );
    const rows = Array.from({ length: size }, (_, y) =>
      h("div", { role: "row", class: "board-row" }, this.cells.slice(y * size, (y + 1) * size)),
    );
    this.element = h("div", { role: "grid", class: "board-grid", "aria-label": label }, rows);
    /** Point that the Tab key reaches. */
    this.current = Math.floor(this.cells.length / 2);
    if (size % 2 === 0) this.current += size / 2;
    this.cells[this.current].tabIndex = 0;
  }

  /** Position the cells over the points of a drawing. @param {import("../lib/geometry.js").Frame} drawn */
  place(drawn) {
    this.element.style.inset = `${(100 * (drawn.margin - UNIT / 2)) / drawn.side}%`;
  }

  /** @param {number} point @param {string} label @param {string} tooltip  "" for none */
  label(point, label, tooltip) {
    const cell = this.cells[point];
    cell.setAttribute("aria-label", label);
    if (tooltip) cell.title = tooltip;
    else cell.removeAttribute("title");
  }

  /** @param {number} point */
  select(point) {
    this.cells[this.current].tabIndex = -1;
    this.current = point;
    this.cells[point].tabIndex = 0;
  }

  /** @param {number} [point] */
  focus(point = this.current) {
    this.select(point);
    this.cells[point].focus({ preventScroll: true });
  }

  /** Tell whether the browser shows the point's focus, as after the use of the keyboard. @param {number} point */
  showsFocus(point) {
    return this.cells[point].matches(":focus-visible");
  }

  /** @param {EventTarget | null} target @returns {number | null}  the point of the cell; null for anything else */
  pointOf(target) {
    const point = this.cells.indexOf(/** @type {HTMLDivElement} */ (target));
    return point < 0 ? null : point;
  }
}
