/**
 * Board: an SVG drawing under one ARIA grid. It knows no language and no rules: texts come from `translate`, and the
 * playable points come with the state.
 */

import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { LiveRegion, Note, announcements } from "./announce.js";
import { Grid } from "./grid.js";
import { listen } from "./input.js";
import { cellLabel } from "./messages.js";
import { atEnd, cells, changes, emptyBoard, frameOf, refusal } from "./position.js";
import { View } from "./view.js";

/** @typedef {import("./position.js").BoardState} BoardState */
/** @typedef {import("./position.js").Rules} Rules */
/** @typedef {import("./messages.js").Translate} Translate */

/**
 * @typedef {object} Settings
 * @property {boolean} confirmTouch  a first touch aims, a second one on the same point plays
 */

/**
 * @typedef {object} Options
 * @property {number} size
 * @property {Rules} rules  "tictactoe" draws crosses and noughts in cells
 * @property {Translate} translate  every text of the board; the keys are listed in messages.js
 * @property {(point: number) => void} [onPlay]  called only with a playable point; without it, the board is a picture
 *   that the keyboard can explore
 * @property {(point: number) => string | null} [onAhead]  called with a free point chosen on the opponent's turn;
 *   returns the note to show, null if the point has no effect
 * @property {Partial<Settings>} [settings]
 */

/**
 * @typedef {object} BoardHandle
 * @property {HTMLElement} element
 * @property {(state: Partial<BoardState>) => void} update  omitted properties keep their values; redraws at once, and
 *   only the changed points
 * @property {(settings: Partial<Settings>) => void} configure
 * @property {(onPlay: ((point: number) => void) | undefined) => void} playTo  sets the handler for playable points
 * @property {() => void} focus  focuses the last point of the keyboard, the centre at first
 * @property {() => void} destroy  removes the board from its container
 */

/**
 * Draw an empty board as the last child of `container`, a square of the container's width.
 *
 * @param {HTMLElement} container
 * @param {Options} options
 * @returns {BoardHandle}
 */
export function createBoard(container, { size, rules, translate, onPlay, onAhead, settings }) {
  let { confirmTouch = true } = settings ?? {};
  let state = emptyBoard(size);
  let now = cells(state);
  let view = newView(state);
  let grid = newGrid(state);
  const live = new LiveRegion();
  const note = new Note();
  const element = h("div", { class: "board" });
  const refresh = listen(element, {
    frame: () => view.frame,
    grid: () => grid,
    confirmTouch: () => confirmTouch,
    playable: (point) => onPlay !== undefined && refusal(state, point) === null,
    attempt,
    ghost: (point, aimed) => view.drawGhost(state.marking ? null : point, state.toMove ?? "black", aimed),
    notify,
  });
  assemble();
  container.append(element);

  /** @param {BoardState} shape */
  function newView(shape) {
    return new View(frameOf(shape), rules, shape.showCoordinates);
  }

  /** @param {BoardState} shape */
  function newGrid(shape) {
    return new Grid(shape.size, translate("board.label", { size: shape.size }));
  }

  function assemble() {
    element.replaceChildren(view.element, grid.element, note.element, live.element);
    grid.place(view.frame);
    view.showNumbers(state.showNumbers);
    view.drawMarks(state.marks);
    view.drawRow(row());
    for (const point of now.keys()) draw(point, false);
  }

  /** Return the row that has won, if the board shows it. */
  function row() {
    return atEnd(state) ? state.winningLine : null;
  }

  /** @param {number} point @param {boolean} fresh */
  function draw(point, fresh) {
    const cell = now[point];
    view.drawCell(point, cell, fresh);
    const reason =
      cell.forbidden && translate(`board.forbidden.${cell.forbidden}`, { point: pointName(point, state.size) });
    grid.label(point, cellLabel(cell, point, state.size, rules, translate), reason ?? "");
  }

  /** @param {string} text @param {boolean} [passing]  whether it disappears by itself */
  function show(text, passing = true) {
    note.show(text, { above: grid.current >= now.length / 2, passing });
  }

  /** @param {number} point */
  function attempt(point) {
    if (!onPlay) return;
    const why = refusal(state, point);
    if (why === null) return onPlay(point);
    const parameters = { point: pointName(point, state.size) };
    const ahead = why === "turn" && !state.moves.includes(point) ? onAhead?.(point) : null;
    const text =
      ahead
      ?? translate(
        why === "forbidden" ? `board.forbidden.${state.forbidden[point]}` : `board.refused.${why}`,
        parameters,
      );
    live.say(text);
    return show(text);
  }

  /** @type {import("./input.js").Actions["notify"]} */
  function notify(key, parameters) {
    const text = key === null ? "" : translate(key, parameters);
    show(text, key?.startsWith("board.refused.") ?? false);
    // Typed coordinates are announced by the cell that receives the focus.
    if (text && key !== "board.typed") live.say(text);
  }

  return {
    element,

    update(change) {
      const [before, old] = [state, now];
      state = { ...before, ...change };
      now = cells(state);
      const resized = state.size !== before.size;
      if (resized) grid = newGrid(state);
      if (resized || state.showCoordinates !== before.showCoordinates) {
        const focused = !resized && grid.element.contains(document.activeElement);
        view = newView(state);
        assemble();
        if (focused) grid.focus();
      } else {
        const added = state.shown - before.shown === 1;
        for (const point of changes(old, now)) draw(point, added && old[point].color === null && now[point].last);
        if (state.marks !== before.marks) view.drawMarks(state.marks);
        view.drawRow(row());
        view.showNumbers(state.showNumbers);
      }
      const said = announcements(before, state, rules);
      for (const { key, parameters } of said) live.say(translate(key, parameters));
      refresh(said.length > 0, state.mode !== before.mode || state.canPlay !== before.canPlay);
    },

    configure(change) {
      ({ confirmTouch = confirmTouch } = change);
    },

    playTo(listener) {
      onPlay = listener;
      refresh(false);
    },

    focus: () => grid.focus(),

    destroy() {
      note.hide();
      element.remove();
    },
  };
}
