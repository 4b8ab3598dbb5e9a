import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { moverOf } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { factsOf, saidOf } from "../lib/facts.js";
import { pointName } from "../lib/geometry.js";
import { otherColor } from "../lib/proof.js";
import { trapPath } from "../lib/router.js";
import { openSentences } from "./better.js";
import { labelSign } from "./moves.js";

/** @import {LineKind} from "../lib/analysis.js" */
/** @import {MoveReview} from "../lib/api.js" */
/** @import {Offer} from "../lib/facts.js" */
/** @import {Color, Rules} from "../lib/messages.js" */

/**
 * Describe one move: whether it loses by a proof, buttons to the proofs, and the open moves instead. A press triggers
 * `data-do="walk"` with the proof in `data-kind`, or `data-do="seek"` with the ply.
 *
 * @param {MoveReview} review
 * @param {number} ply  of the move, from 0
 * @param {number} played  its point
 * @param {{size: number, rules: Rules}} board
 * @param {Color | null} mine  the viewer's colour
 * @param {boolean} checked  whether a longer search has checked the analysis
 * @returns {Node[]}
 */
export function verdict(review, ply, played, { size, rules }, mine, checked) {
  const own = mine === moverOf(ply);
  const { sign, sentences, offers, names } = saidOf(factsOf(review, own, played));
  const words = verdictWords(review, ply, { size, rules });
  const { mover, other } = words;
  /** @type {Record<Offer, () => Node>} */
  const buttons = {
    seek: () => seekButton(ply, t("better.button")),
    seek_win: () => seekButton(ply, t("better.button_win")),
    show_win: () => walkButton("win", t("verdict.show_win", { color: mover })),
    show_threat: () => walkButton("threat", t("verdict.show_threat", { color: other })),
    show_pass: () => walkButton("threat", t("verdict.show_pass")),
  };
  const [said, ...rest] = sentences.map((sentence, index) =>
    h(
      "p",
      { class: "verdict" },
      index === 0 && sign ? [labelSign(sign), " "] : null,
      own && !checked && sentence === "lost_here"
        ? t(UNCHECKED, words)
        : t(`verdict.${sentence}${own ? ".you" : ""}`, words),
    ),
  );
  return [
    ...(said ? [said] : []),
    ...(offers.length
      ? [
          h(
            "div",
            { class: "row row--tight" },
            offers.map((offer) => buttons[offer]()),
          ),
        ]
      : []),
    ...rest,
    ...(names ? openSentences(review, size) : []),
  ];
}

/** That the move loses is proven; that another would have saved the viewer is not. */
const UNCHECKED = "verdict.lost_here.unchecked";

/**
 * Return the words of the sentences about a move.
 *
 * @param {MoveReview} review
 * @param {number} ply  of the move, from 0
 * @param {{size: number, rules: Rules}} board
 */
export const verdictWords = ({ forced, win, threat }, ply, { size, rules }) => ({
  mover: colorName(moverOf(ply), rules),
  other: colorName(otherColor(moverOf(ply)), rules),
  point: win ? pointName(win.line[0], size) : "",
  win: t(`method.${win?.method ?? "vct"}`),
  method: t(`method.${threat?.method ?? "vct"}`),
  by: t(`method.${forced ?? "vct"}`),
});

/** @param {number} ply @param {string} text */
const seekButton = (ply, text) =>
  h(
    "button",
    {
      type: "button",
      class: "button button--small button--primary",
      "data-do": "seek",
      "data-ply": ply,
      "data-key": "seek",
    },
    text,
  );

/** @param {LineKind} kind @param {string} text */
const walkButton = (kind, text) =>
  h(
    "button",
    { type: "button", class: "button button--small", "data-do": "walk", "data-kind": kind, "data-key": `walk-${kind}` },
    text,
  );

/** Link to the learned traps in the shown position. @param {string[]} keys @returns {Node[]} */
export function trapLinks(keys) {
  return keys.map((key) => h("p", { class: "small" }, h("a", { href: trapPath(key) }, t("verdict.trap"))));
}
