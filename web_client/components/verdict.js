import { t } from "../i18n/index.js";
import { colorName, listText, searchText } from "../i18n/words.js";
import { bySearch, isLost, moverOf } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { otherColor } from "../lib/proof.js";
import { trapPath } from "../lib/router.js";
import { labelSign } from "./moves.js";

/** @import {LineKind} from "../lib/analysis.js" */
/** @import {MoveReview} from "../lib/api.js" */
/** @import {Rules} from "../lib/messages.js" */

/**
 * What is said of one move: whether a proof loses it, what was not refuted instead, and the proofs to walk through. A press says
 * `data-do="walk"` with the proof in `data-kind`.
 *
 * @param {MoveReview} review
 * @param {number} ply  of the move, from 0
 * @param {{size: number, rules: Rules}} board
 * @returns {Node[]}
 */
export function verdict(review, ply, { size, rules }) {
  const { label = null, forced, win, threat, open = [], undecided = [] } = review;
  const mover = colorName(moverOf(ply), rules);
  const other = colorName(otherColor(moverOf(ply)), rules);
  const names = (/** @type {number[]} */ points) => listText(points.map((point) => pointName(point, size)));
  /** @type {string[]} */
  const sentences = [];
  if (label === "missed_win" && win) sentences.push(t("verdict.missed_win", { color: mover, point: pointName(win.line[0], size), method: t(`method.${win.method}`) }));
  if (isLost(review)) {
    sentences.push(t(`verdict.${label}`, { color: other, method: t(`method.${threat?.method ?? "vct"}`) }));
    for (const { points, ...looked } of bySearch(open)) sentences.push(t("verdict.open", { points: names(points), search: searchText(looked) }));
    if (undecided.length) sentences.push(t("verdict.undecided", { points: names(undecided) }));
  }
  if (forced) sentences.push(t("verdict.forced", { by: t(`method.${forced}`) }));
  return [
    ...sentences.map((sentence, index) => h("p", { class: "verdict" }, index === 0 && label ? [labelSign(label), " "] : null, sentence)),
    ...(win || threat
      ? [h("div", { class: "row row--tight" }, win && walkButton("win", t("verdict.show_win", { color: mover })), threat && walkButton("threat", isLost(review) ? t("verdict.show_threat", { color: other }) : t("verdict.show_pass")))]
      : []),
  ];
}

/**
 * @param {LineKind} kind
 * @param {string} text
 */
const walkButton = (kind, text) => h("button", { type: "button", class: "button button--small", "data-do": "walk", "data-kind": kind, "data-key": `walk-${kind}` }, text);

/**
 * Links to the learned traps that stand in the position shown.
 *
 * @param {string[]} keys
 * @returns {Node[]}
 */
export function trapLinks(keys) {
  return keys.map((key) => h("p", { class: "small" }, h("a", { href: trapPath(key) }, t("verdict.trap"))));
}
