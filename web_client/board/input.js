/** Mouse, touch and keyboard input. It determines the point; the caller decides whether the point is playable. */

import { nearestPoint, parsePoint, pointName } from "../lib/geometry.js";
import { destination, meantKey, typing, writes } from "./keys.js";

/** @typedef {"board.confirm" | "board.typed" | "board.refused.unknown" | "board.refused.changed"} Notice */

const MOST_TYPED = 8;

/**
 * @typedef {object} Actions
 * @property {() => import("../lib/geometry.js").Frame} frame
 * @property {() => import("./grid.js").Grid} grid
 * @property {() => boolean} confirmTouch
 * @property {(point: number) => boolean} playable
 * @property {(point: number) => void} attempt  plays there, or explains why not
 * @property {(point: number | null, aimed: boolean) => void} ghost  shows the stone that would be played
 * @property {(key: Notice | null, parameters: Record<string, string>) => void} notify
 */

/**
 * Listen for input on the element. Call the returned function after each change of the board, with `moved` if stones
 * came or went and `other` if a press now has another meaning: it updates the ghost and cancels a press in progress.
 *
 * @param {HTMLElement} element
 * @param {Actions} actions
 * @returns {(moved: boolean, other?: boolean) => void}
 */
export function listen(element, actions) {
  /** @type {number | null} */
  let hovered = null;
  /** @type {number | null} */
  let aimed = null;
  let typed = "";
  let pointer = "mouse";
  /** Whether a finger is down, and whether the board has changed since. */
  let down = false;
  let changed = false;

  const showGhost = () => {
    const point = aimed ?? hovered;
    actions.ghost(point !== null && actions.playable(point) ? point : null, aimed !== null);
  };
  const clear = () => {
    aimed = null;
    typed = "";
    actions.notify(null, {});
  };
  const pointAt = (/** @type {MouseEvent} */ event) => {
    const box = element.getBoundingClientRect();
    return nearestPoint(
      actions.frame(),
      (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height,
    );
  };
  const hover = (/** @type {number | null} */ point) => {
    if (point === hovered) return;
    hovered = point;
    showGhost();
  };
  const play = (/** @type {number} */ point) => {
    clear();
    actions.attempt(point);
    showGhost();
  };

  element.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    down = true;
    changed = false;
  });
  element.addEventListener("pointercancel", () => (down = false));
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") hover(pointAt(event));
  });
  element.addEventListener("pointerleave", () => hover(null));

  element.addEventListener("click", (event) => {
    // A click without coordinates comes from assistive technology and targets the cell itself.
    const point = event.detail === 0 ? actions.grid().pointOf(event.target) : pointAt(event);
    const stale = event.detail > 0 && down && changed;
    down = false;
    if (point === null) return;
    actions.grid().focus(point);
    if (stale) {
      clear();
      return actions.notify("board.refused.changed", {});
    }
    const touched = event.detail > 0 && pointer === "touch";
    if (!touched) return play(point);
    hovered = null;
    if (!actions.confirmTouch() || aimed === point || !actions.playable(point)) return play(point);
    clear();
    aimed = point;
    actions.notify("board.confirm", { point: pointName(point, actions.frame().size) });
    return showGhost();
  });

  element.addEventListener("focusin", (event) => {
    const point = actions.grid().pointOf(event.target);
    if (point === null) return;
    actions.grid().select(point);
    if (actions.grid().showsFocus(point)) hover(point);
  });
  element.addEventListener("focusout", (event) => {
    if (actions.grid().pointOf(event.relatedTarget) !== null) return;
    clear();
    hovered = null;
    showGhost();
  });

  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || handle(event)) return;
    event.preventDefault();
  });

  /** @param {KeyboardEvent} event @returns {boolean}  whether the page handles the key */
  function handle(event) {
    const grid = actions.grid();
    const size = actions.frame().size;
    const to = destination(event.key, event.ctrlKey, grid.current, size);
    if (to !== null) {
      clear();
      grid.focus(to);
      hover(to);
      return false;
    }
    if (event.ctrlKey) return true;
    const key = meantKey(event);
    if (key === "Enter" || key === " ") {
      if (event.isComposing) return true; // belongs to an input method
      if (event.repeat) return false; // a long press counts once
      if (!typed || parsePoint(typed, size) !== null) play(grid.current);
      else {
        const text = typed;
        clear();
        actions.notify("board.refused.unknown", { text });
      }
      return false;
    }
    if (key === "Escape" && (typed || aimed !== null)) {
      clear();
      showGhost();
      return false;
    }
    const text = typing(typed, key);
    if (text === null && !writes(key)) return true;
    const now = text ?? (typed + key).slice(0, MOST_TYPED); // unparsable text names no point, so Enter plays nothing
    clear();
    typed = now;
    const named = parsePoint(typed, size);
    if (named !== null) {
      grid.focus(named);
      hover(named);
    }
    if (typed) actions.notify(text === null ? "board.refused.unknown" : "board.typed", { text: typed });
    return false;
  }

  return (moved, other = false) => {
    if (other || (moved && !typed)) clear();
    changed ||= moved || other;
    showGhost();
  };
}
