import { t } from "../i18n/index.js";
import { colorName, listText, searchText } from "../i18n/words.js";
import { bySearch, moverOf } from "../lib/analysis.js";
import { isTurned, isWinSought } from "../lib/facts.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { otherColor } from "../lib/proof.js";

/** @import {MoveReview} from "../lib/api.js" */
/** @import {Rules} from "../lib/messages.js" */
/** @import {Search} from "../lib/better.js" */

/**
 * Describe the state of the search for the better move in one sentence.
 *
 * @param {MoveReview} review
 * @param {Search} search
 * @param {{size: number, rules: Rules, mine: boolean, played: number}} board  `mine`: the viewer made that move, at
 *   point `played`
 * @returns {string}
 */
export function searchSentence(review, { ply, tried, told }, { size, rules, mine, played }) {
  if (told) return t("better.told");
  const color = colorName(moverOf(ply), rules);
  if (!tried) {
    const words = { color, point: pointName(played, size) };
    if (isTurned(review)) return t("better.ask_turned", words);
    return t(`better.ask${isWinSought(review) ? "_win" : ""}${mine ? ".you" : ""}`, words);
  }
  const words = {
    point: pointName(tried.point, size),
    color: colorName(otherColor(moverOf(ply)), rules),
  };
  return t(`better.${tried.says}`, words);
}

/**
 * Build the buttons: show the answer, or go back to the game.
 *
 * @param {MoveReview} review
 * @param {Search} search
 * @param {{size: number}} board
 * @returns {Node[]}
 */
export function searchChoices(review, { tried, told }, { size }) {
  const found = tried?.says === "open" || tried?.says === "win";
  return [
    ...(told ? [...winSentences(review, size), ...openSentences(review, size)] : []),
    ...(told || found ? [] : [h("p", { class: "muted small" }, t(tried ? "better.again" : "better.hint"))]),
    h(
      "div",
      { class: "row row--tight" },
      !told
        && h(
          "button",
          { type: "button", class: "button button--small", "data-do": "tell", "data-key": "tell" },
          t(found ? "better.answers" : "better.answer"),
        ),
      h(
        "button",
        {
          type: "button",
          class: `button button--small ${told || found ? "button--primary" : ""}`,
          "data-do": "leave-walk",
          "data-key": "leave",
        },
        t("walk.leave"),
      ),
    ),
  ];
}

/**
 * Describe the win that was missed.
 *
 * @param {MoveReview} review
 * @param {number} size
 * @returns {Node[]}
 */
const winSentences = (review, size) =>
  review.win && isWinSought(review)
    ? [
        h(
          "p",
          { class: "verdict" },
          t("better.told_win", {
            point: pointName(review.win.line[0], size),
            method: t(`method.${review.win.method}`),
          }),
        ),
      ]
    : [];

/**
 * List the moves after which no win was found, and fold away how hard it was searched and which moves stay undecided.
 *
 * @param {MoveReview} review
 * @param {number} size
 * @returns {Node[]}
 */
export function openSentences({ open = [], undecided = [] }, size) {
  const names = (/** @type {number[]} */ points) => listText(points.map((point) => pointName(point, size)));
  const groups = bySearch(open);
  return [
    ...(groups.length
      ? [h("p", { class: "verdict" }, t("verdict.open", { points: names(groups.flatMap(({ points }) => points)) }))]
      : []),
    ...(groups.length || undecided.length
      ? [
          h(
            "details",
            { class: "small", "data-key": "effort" },
            h("summary", null, groups.length ? t("verdict.effort") : t("verdict.undecided", { n: undecided.length })),
            groups.map(({ points, ...looked }) =>
              h("p", null, t("verdict.effort.points", { points: names(points), search: searchText(looked) })),
            ),
            undecided.length > 0 && h("p", null, t("verdict.effort.undecided", { points: names(undecided) })),
          ),
        ]
      : []),
  ];
}
