/** The winner's attack to be found, in the review of a game whose loser has no better move known. */

import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { moverOf } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { puzzleStatus } from "./puzzle_words.js";

/** @import {Color, Rules} from "../lib/messages.js" */
/** @import {Attempt, Posed} from "../lib/puzzle.js" */

/**
 * Build the button that begins the search for the attack.
 *
 * @param {number} entry  number of moves before it
 * @param {{rules: Rules, mine: Color | null}} game  `mine`: the viewer's colour
 */
export const attackButton = (entry, { rules, mine }) =>
  h(
    "button",
    { type: "button", class: "button button--primary", "data-do": "attack", "data-key": "attack" },
    beatViewer(entry, mine) ? t("attack.button.you") : t("attack.button", { color: colorName(moverOf(entry), rules) }),
  );

/**
 * Describe the state of the search in one sentence.
 *
 * @param {Attempt<Posed>} attempt
 * @param {{rules: Rules, mine: Color | null}} game
 * @returns {string}
 */
export function attackSentence(attempt, { rules, mine }) {
  if (attempt.asked !== null || attempt.state !== "solving" || attempt.played.length) return puzzleStatus(attempt);
  const entry = attempt.puzzle.stones.length;
  const words = { color: colorName(moverOf(entry), rules), n: entry + 1 };
  return beatViewer(entry, mine) ? t("attack.ask.you", words) : t("attack.ask", words);
}

/**
 * Build the hint and the buttons: take a wrong move back, show the answer, or go back to the game.
 *
 * @param {Attempt<Posed>} attempt
 * @returns {(Node | false)[]}
 */
export const attackChoices = ({ state, asked }) => [
  state === "solving" && h("p", { class: "muted small", "data-key": "hint" }, t("attack.hint")),
  h(
    "div",
    { class: "row row--tight", "data-key": "buttons" },
    state === "wrong" && button("retry", t("puzzle.again"), true),
    asked === null && button("show-attack", t("better.answer")),
    button("leave-walk", t("walk.leave"), state === "solved"),
  ),
];

/** @param {number} entry @param {Color | null} mine */
const beatViewer = (entry, mine) => mine !== null && mine !== moverOf(entry);

/** @param {string} does @param {string} text @param {boolean} [primary] */
const button = (does, text, primary = false) =>
  h(
    "button",
    {
      type: "button",
      class: `button button--small${primary ? " button--primary" : ""}`,
      "data-do": does,
      "data-key": does,
    },
    text,
  );
