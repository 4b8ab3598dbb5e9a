import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { isHeld } from "../lib/solution.js";
import { playback } from "./playback.js";
import { walkChoices, walkText } from "./walk.js";

/** @import {Shown} from "../lib/solution.js" */

/** Describe the shown step of a solution in one sentence. @param {Shown} shown @returns {string} */
export function solutionText({ walk, puzzle, answers, tried }) {
  if (walk) return walkText(walk, puzzle);
  const points = (tried === null ? answers : [tried]).map((point) => pointName(point, puzzle.size)).join(", ");
  return t(tried === null ? "puzzle.holds" : "puzzle.held", { points });
}

/**
 * Build the buttons: choices of an answer, steps, and the way back.
 *
 * @param {Shown} shown
 * @returns {(Node | false)[]}
 */
export function solutionControls(shown) {
  const { walk, puzzle } = shown;
  if (!walk) return [isHeld(shown) && back()];
  return [
    h(
      "div",
      { class: "row playback", role: "group", "aria-label": t("step.label") },
      playback(walk.at, walk.played.length),
    ),
    ...walkChoices(walk, puzzle),
    puzzle.kind === "defence" && back(),
  ];
}

const back = () =>
  h(
    "button",
    { type: "button", class: "button button--small", "data-do": "begin-again", "data-key": "begin-again" },
    t("puzzle.other_move"),
  );
