import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { answersAt, isDefence, otherColor, winAt } from "../lib/proof.js";

/** @import {Rules} from "../lib/messages.js" */
/** @import {Walk} from "../lib/proof.js" */

/** Maximum number of buttons; beyond it, the points on the board are easier to choose from. */
const BUTTONS = 12;

/**
 * Describe the shown step of a proof in one sentence.
 *
 * @param {Walk} walk
 * @param {{size: number, rules: Rules}} board
 * @returns {string}
 */
export function walkText(walk, { size, rules }) {
  const attacker = colorName(walk.attacker, rules);
  if (walk.at === 0) return t("walk.start", { color: attacker });
  const last = { n: walk.at, point: pointName(walk.played[walk.at - 1], size) };
  if (!isDefence(walk)) return t("walk.answered", { ...last, color: colorName(otherColor(walk.attacker), rules) });
  return t(walk.at === walk.played.length && answersAt(walk).length === 0 ? "walk.end" : "walk.attacked", {
    ...last,
    color: attacker,
  });
}

/**
 * Buttons for the defences; a press triggers `data-do="answer"` with the point in `data-point`.
 *
 * @param {Walk} walk
 * @param {{size: number, rules: Rules}} board
 * @returns {Node[]}
 */
export function walkChoices(walk, { size, rules }) {
  const answers = answersAt(walk);
  const color = colorName(otherColor(walk.attacker), rules);
  if (!answers.length)
    return isDefence(walk) && winAt(walk).threat ? [h("p", { class: "muted small" }, t("walk.any", { color }))] : [];
  return [
    h("p", { class: "muted small" }, t("walk.choose", { color })),
    h(
      "div",
      { class: "row row--tight" },
      answers.slice(0, BUTTONS).map((point) =>
        h(
          "button",
          {
            type: "button",
            class: "button button--small",
            "data-do": "answer",
            "data-point": point,
            "data-key": `answer-${point}`,
            "aria-pressed": String(walk.played[walk.at] === point),
          },
          pointName(point, size),
        ),
      ),
    ),
  ];
}
