/** Drawing of the board. It keeps the elements of each point, so that a change redraws only that point. */

import { UNIT, centre } from "../lib/geometry.js";
import { svg } from "../lib/dom.js";
import { drawMark } from "./marks.js";
import { gradients, piece, shadow } from "./pieces.js";
import { cellLines, coordinates, lines, wood } from "./wood.js";

/** @typedef {import("./position.js").Cell} Cell */
/** @typedef {import("./position.js").Color} Color */
/** @typedef {import("./position.js").Rules} Rules */

let drawings = 0;

export class View {
  /** @param {import("../lib/geometry.js").Frame} drawn @param {Rules} rules @param {boolean} withCoordinates */
  constructor(drawn, rules, withCoordinates) {
    this.frame = drawn;
    this.rules = rules;
    // Ids are unique in the page, which can contain several boards.
    this.id = `board-${++drawings}`;
    /** @type {(SVGElement[] | undefined)[]} */
    this.drawnAt = [];
    this.shadows = svg("g", { class: "board-shadows" });
    this.pieces = svg("g");
    this.marks = svg("g", { class: "board-marks" });
    this.row = svg("g", null);
    /** Points of the row that is drawn. @type {readonly number[] | null} */
    this.rowOf = null;
    this.ghost = svg("g", { class: "board-ghost" });
    this.element = svg(
      "svg",
      {
        class: rules === "tictactoe" ? "board-drawing is-cells" : "board-drawing",
        viewBox: `0 0 ${drawn.side} ${drawn.side}`,
        "aria-hidden": "true",
        focusable: "false",
      },
      gradients(this.id),
      wood(drawn, this.id),
      rules === "tictactoe" ? cellLines(drawn) : lines(drawn),
      withCoordinates && coordinates(drawn),
      this.shadows,
      this.pieces,
      this.row,
      this.marks,
      this.ghost,
    );
  }

  /** @param {number} point @param {Cell} cell @param {boolean} fresh  whether the stone was just placed */
  drawCell(point, cell, fresh) {
    for (const element of this.drawnAt[point] ?? []) element.remove();
    this.drawnAt[point] = [];
    if (cell.color !== null) this.drawPiece(point, cell, cell.color, fresh);
    else if (cell.forbidden !== null) {
      this.keep(point, this.pieces, svg("path", { class: "board-forbidden", d: "M-14-14L14 14M14-14L-14 14" }));
    }
  }

  /** @param {number} point @param {Cell} cell @param {Color} color @param {boolean} fresh */
  drawPiece(point, cell, color, fresh) {
    const inCells = this.rules === "tictactoe";
    if (!inCells && !cell.pending) this.keep(point, this.shadows, shadow(this.id));
    const states = [
      `board-piece board-piece--${color}`,
      cell.last && "is-last",
      cell.pending && "is-pending",
      cell.winning && "is-winning",
      fresh && "is-fresh",
    ];
    this.keep(
      point,
      this.pieces,
      svg(
        "g",
        { class: states.filter(Boolean).join(" ") },
        cell.last && inCells && svg("rect", { class: "board-last-cell", x: -45, y: -45, width: 90, height: 90, rx: 8 }),
        piece(color, this.rules, this.id),
        cell.winning && svg("circle", { class: "board-winning", r: 43 }),
        cell.last && !inCells && svg("circle", { class: "board-last", r: 13 }),
        cell.move > 0 && svg("text", { class: "board-number", "data-digits": String(cell.move).length }, cell.move),
      ),
    );
  }

  /** @param {number} point @param {SVGGElement} layer @param {SVGElement} drawing */
  keep(point, layer, drawing) {
    const placed = this.placed(point, drawing);
    layer.append(placed);
    this.drawnAt[point]?.push(placed);
  }

  /** @param {number} point @param {...SVGElement} drawings */
  placed(point, ...drawings) {
    const { x, y } = centre(this.frame, point);
    return svg("g", { transform: `translate(${x} ${y})` }, drawings);
  }

  /** Draw a line through the row that has won. @param {readonly number[] | null} points  null for none */
  drawRow(points) {
    if (String(points) === String(this.rowOf)) return; // drawn anew, its animation would begin again
    this.rowOf = points;
    if (!points?.length) return this.row.replaceChildren();
    const ends = [Math.min(...points), Math.max(...points)].map((point) => centre(this.frame, point));
    const [{ x, y }, to] = ends;
    const d = `M${x} ${y}L${to.x} ${to.y}`;
    return this.row.replaceChildren(
      svg("path", { class: "board-row-ground", d, pathLength: 1 }),
      svg("path", { class: "board-row-line", d, pathLength: 1 }),
    );
  }

  /** @param {readonly import("./position.js").Mark[]} marks */
  drawMarks(marks) {
    this.marks.replaceChildren(...marks.map((mark) => this.placed(mark.point, drawMark(mark, this.rules, this.id))));
  }

  /**
   * @param {number | null} point  null for none
   * @param {Color} color
   * @param {boolean} aimed  larger and with crosshairs, since a finger hides the point
   */
  drawGhost(point, color, aimed) {
    this.ghost.classList.toggle("is-aimed", aimed);
    if (point === null) return this.ghost.replaceChildren();
    const { side, margin } = this.frame;
    const { x, y } = centre(this.frame, point);
    const reach = UNIT / 2;
    const hair = `M${margin - reach} ${y}H${side - margin + reach}M${x} ${margin - reach}V${side - margin + reach}`;
    const stone = piece(color, this.rules, this.id);
    return this.ghost.replaceChildren(
      ...[
        ...(aimed ? [svg("path", { class: "board-crosshair", d: hair })] : []),
        this.placed(
          point,
          svg("g", { class: "board-ghost-piece" }, stone),
          ...(aimed ? [svg("circle", { class: "board-aim", r: 66 })] : []),
        ),
      ],
    );
  }

  /** @param {boolean} shown */
  showNumbers(shown) {
    this.element.classList.toggle("has-numbers", shown);
  }
}
