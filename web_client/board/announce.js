/** What is said aloud when the board changes, and the region of the page that says it. */

import { pointName } from "../lib/geometry.js";
import { untilDismissed } from "../lib/dismissed.js";
import { h } from "../lib/dom.js";
import { colorOf } from "../lib/rules.js";
import { pieceOf } from "./messages.js";

/** @typedef {{key: import("./messages.js").BoardMessage, parameters: Record<string, string | number>}} Announcement */

const REMEMBERED = 6;

/**
 * A reply and the move it answers arrive together, so two new moves are both said; of more only the last is.
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

/** Says each text once, in order, when the reader has finished what it is saying. */
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
 * The same, for the eyes: one line on the board. What holds for the moment stays until it does not; what is said in
 * passing leaves by itself, with the next press anywhere, or with Escape.
 */
export class Note {
  constructor() {
    this.element = h("div", { class: "board-note", "aria-hidden": "true", hidden: true });
    /** @type {AbortController | null} */
    this.passing = null;
  }

  /**
   * @param {string} text  "" to hide it
   * @param {{above: boolean, passing: boolean}} how  `above`: at the head of the board, when the point it is about lies
   *   at the foot
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
