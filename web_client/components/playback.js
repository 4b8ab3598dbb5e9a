import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @typedef {"first" | "previous" | "next" | "last"} Step */

/** @type {[Step, string][]} */
const STEPS = [
  ["first", "«"],
  ["previous", "‹"],
  ["next", "›"],
  ["last", "»"],
];

/**
 * Buttons that step through the moves; a press triggers `data-do="step"` with the step in `data-step`.
 *
 * @param {number} shown  number of moves on the board
 * @param {number} plies
 * @returns {Node[]}
 */
export function playback(shown, plies) {
  return STEPS.map(([step, sign]) =>
    h(
      "button",
      {
        type: "button",
        class: "button button--icon",
        "data-do": "step",
        "data-step": step,
        "data-key": step,
        "aria-label": t(`step.${step}`),
        title: t(`step.${step}`),
        "aria-disabled": (step === "first" || step === "previous" ? shown === 0 : shown === plies) ? "true" : null,
      },
      h("span", { "aria-hidden": "true" }, sign),
    ),
  );
}

/**
 * @param {string | undefined} step
 * @param {number} shown
 * @param {number} plies
 * @returns {number}  the ply after the step
 */
export function stepTo(step, shown, plies) {
  if (step === "first") return 0;
  if (step === "previous") return Math.max(0, shown - 1);
  if (step === "next") return Math.min(plies, shown + 1);
  return step === "last" ? plies : shown;
}

/** @type {Record<string, Step>} */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

/**
 * Return the step that a key stands for, unless the key belongs to the focused element: a field, or the board's cursor.
 *
 * @param {KeyboardEvent} event
 * @returns {Step | null}
 */
export function stepOfKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const { target } = event;
  if (target instanceof Element && target.closest("input, select, textarea, [role=grid]")) return null;
  return KEYS[event.key] ?? null;
}
