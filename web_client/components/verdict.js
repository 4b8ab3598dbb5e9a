import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { isLost, moverOf } from "../lib/analysis.js";
import { isAsked, isWinMissed } from "../lib/better.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { otherColor } from "../lib/proof.js";
import { trapPath } from "../lib/router.js";
import { openSentences } from "./better.js";
import { labelSign } from "./moves.js";

/** @import {LineKind} from "../lib/analysis.js" */
/** @import {MoveReview} from "../lib/api.js" */
/** @import {Color, Rules} from "../lib/messages.js" */

/**
 * What is said of one move: whether a proof loses it, what was not refuted instead, and the proofs to walk
 * through. A press says `data-do="walk"` with the proof in `data-kind`, or `data-do="seek"` with the ply.
 *
 * @param {MoveReview} review
 * @param {number} ply  of the move, from 0
 * @param {{size: number, rules: Rules}} board
 * @param {Color | null} mine  the reader's own colour
 * @returns {Node[]}
 */
export function verdict(review, ply, { size, rules }, mine) {
  const { label = null, forced, win, threat } = review;
  const taken = label === null && win?.line.length === 1; // the move that made the row: nothing is left to show
  const passing = forced && !win; // whoever could win by force had to answer nothing
  const own = mine === moverOf(ply) ? ".you" : "";
  const mover = colorName(moverOf(ply), rules);
  const other = colorName(otherColor(moverOf(ply)), rules);
  /** @type {string[]} */
  const sentences = [];
  if (label === "missed_win" && win)
    sentences.push(
      t(own ? "verdict.missed_win.you" : "verdict.missed_win", {
        color: mover,
        point: pointName(win.line[0], size),
        method: t(`method.${win.method}`),
      }),
    );
  if (isLost(review)) {
    sentences.push(t(`verdict.${label}${own}`, { color: other, method: t(`method.${threat?.method ?? "vct"}`) }));
  }
  if (passing) sentences.push(t(`verdict.forced${own}`, { by: t(`method.${forced}`) }));
  return [
    ...sentences.map((sentence, index) =>
      h("p", { class: "verdict" }, index === 0 && label ? [labelSign(label), " "] : null, sentence),
    ),
    // to who made the move it is not given away: it is to be found
    ...(isLost(review) && !(own && isAsked(review)) ? openSentences(review, size) : []),
    ...((win && !taken) || (threat && (isLost(review) || passing))
      ? [
          h(
            "div",
            { class: "row row--tight" },
            isAsked(review)
              && h(
                "button",
                {
                  type: "button",
                  class: "button button--small button--primary",
                  "data-do": "seek",
                  "data-ply": ply,
                  "data-key": "seek",
                },
                t(isWinMissed(review) ? "better.button_win" : "better.button"),
              ),
            win && walkButton("win", t("verdict.show_win", { color: mover })),
            threat
              && (isLost(review) || passing)
              && walkButton(
                "threat",
                isLost(review) ? t("verdict.show_threat", { color: other }) : t("verdict.show_pass"),
              ),
          ),
        ]
      : []),
  ];
}

/**
 * @param {LineKind} kind
 * @param {string} text
 */
const walkButton = (kind, text) =>
  h(
    "button",
    { type: "button", class: "button button--small", "data-do": "walk", "data-kind": kind, "data-key": `walk-${kind}` },
    text,
  );

/**
 * Links to the learned traps that stand in the position shown.
 *
 * @param {string[]} keys
 * @returns {Node[]}
 */
export function trapLinks(keys) {
  return keys.map((key) => h("p", { class: "small" }, h("a", { href: trapPath(key) }, t("verdict.trap"))));
}
