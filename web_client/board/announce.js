/** Announcements of changes on the board, and the live region that speaks them. */

import { pointName } from "../lib/geometry.js";
import { untilDismissed } from "../lib/dismissed.js";
import { h } from "../lib/dom.js";
import { colorOf } from "../lib/rules.js";
import { pieceOf } from "./messages.js";

/** @typedef {{key: import("./messages.js").BoardMessage, parameters: Record<string, string | number>}} Announcement */

const REMEMBERED = 6;

/**
 * List the announcements of a change. A reply and the move that it answers arrive together, so two new moves are both
 * announced; of more only the last is.
 *
 * @param {import("./position.js").BoardState} before
 * @param {import("./position.js").BoardState} after
 * @param {import("./position.js").Rules} rules
 * @returns {Announcement[]}
 */
export function announcements(before, after, rules) {
  const [old, now] = [before.moves.slice(0, before.shown), after.moves.slice(0, after.shown)];
  const kept = old.length <= now.length && old.every((point, ply) => now[ply] === point);
  if (before.size !== after.size || (kept && old.length === now.length)) return [];
  if (!kept && now.length < old.length) return [{ key: "board.taken_back", parameters: { move: now.length } }];
  const first = kept && now.length - old.length <= 2 ? old.length : now.length - 1;
  return now.slice(first).map((point, index) => ({
    key: `board.move.${pieceOf(colorOf(first + index), rules)}`,
    parameters: { point: pointName(point, after.size), move: first + index + 1 },
  }));
}

/**
 * Region of the page that announces each text once, in order, after the screen reader has finished the previous one.
 */
export class LiveRegion {
  constructor() {
    this.element = h("div", { class: "visually-hidden", role: "log", "aria-live": "polite" });
  }

  /** @param {string} text */
  say(text) {
    this.element.append(h("p", null, text));
    while (this.element.childElementCount > REMEMBERED) this.element.firstElementChild?.remove();
  }
}

const PASSING_MS = 5_000;

/**
 * Visible counterpart of the live region: one line at the edge of the board. A lasting note stays until its reason ends; a passing
 * one disappears after a while, at the next press anywhere, or at Escape.
 */
export class Note {
  constructor() {
    this.element = h("div", { class: "board-note", "aria-hidden": "true", hidden: true });
    /** @type {AbortController | null} */
    this.passing = null;
  }

  /**
   * @param {string} text  "" to hide it
   * @param {{above: boolean, passing: boolean}} how  `above`: above the board, if the point in question is at its bottom;
   *   else below it
   */
  show(text, { above, passing }) {
    this.passing?.abort();
    this.element.classList.toggle("is-above", above);
    this.element.textContent = text;
    this.element.hidden = text === "";
    if (passing && text) this.passing = untilDismissed(PASSING_MS, () => this.hide());
  }

  hide() {
    this.passing?.abort();
    this.element.hidden = true;
  }
}
