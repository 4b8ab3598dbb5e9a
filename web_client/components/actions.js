import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {OfferKind} from "../lib/messages.js" */
/** @import {Standing} from "../lib/standing.js" */

/**
 * Button of a room; a press triggers `data-do`.
 *
 * @param {string} does
 * @param {string} text
 * @param {{kind?: "primary" | "danger" | "quiet", what?: OfferKind, result?: "win" | "draw", off?: boolean}} [more]
 *   `off`: visible but disabled
 */
export function actionButton(does, text, { kind, what, result, off = false } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: kind ? `button button--${kind}` : "button",
      "data-do": does,
      "data-what": what,
      "data-result": result,
      "aria-disabled": off ? "true" : null,
      "data-key": [does, what, result].filter(Boolean).join("-"),
    },
    text,
  );
}

/**
 * List the viewer's actions. Resigning, and a take-back that makes the game unrated, ask for confirmation in the same
 * place. During the game, unavailable actions keep their position, so that no other button moves under a finger.
 *
 * @param {Standing} is
 * @param {"resign" | "takeback" | null} asking  the action that awaits confirmation
 * @param {{bot: boolean, rated: boolean, above: string | null, hint: "can" | "off" | null, lesson: boolean}} against
 *   whether a bot plays, whether the game is rated, the name of the next stronger bot (null if there is none), whether a
 *   hint is available now (null if there are no hints), and whether a lesson below has the primary button
 * @returns {Node[]}
 */
export function roomActions({ can, phase, outcome }, asking, { bot, rated, above, hint, lesson }) {
  if (asking === "resign" && can.resign) {
    return [
      h("span", { class: "label", "data-key": "resign-question" }, t("action.resign_question")),
      actionButton("resign", t("action.resign_yes"), { kind: "danger" }),
      actionButton("keep-playing", t("action.resign_no")),
    ];
  }
  if (asking === "takeback" && can.takeback && rated) {
    return [
      h("span", { class: "label", "data-key": "takeback-question" }, t("action.takeback_question")),
      actionButton("offer", t("action.takeback_yes"), { kind: "danger", what: "takeback" }),
      actionButton("keep-playing", t("action.takeback_no")),
    ];
  }
  const onward = above !== null && outcome === "won";
  const playing = phase === "playing" && (can.abort || can.resign);
  return [
    onward && actionButton("next-level", t("room.next_level", { name: above }), { kind: "primary" }),
    can.rematch
      && actionButton("offer", t(bot ? "room.same_again" : "action.rematch"), {
        kind: onward || lesson ? undefined : "primary",
        what: "rematch",
      }),
    hint !== null && actionButton("hint", t("action.hint"), { off: hint === "off" }),
    playing && takeBack(can.takeback, bot, rated),
    playing && !bot && actionButton("offer", t("action.draw"), { what: "draw", off: !can.draw }),
    can.abort && actionButton("abort", t("action.abort")),
    can.resign && actionButton("ask-resign", t("action.resign")),
  ].filter((button) => button !== false);
}

/**
 * Build the take-back button: immediate, with confirmation if it makes the game unrated, or disabled with the reason.
 *
 * @param {boolean} can
 * @param {boolean} bot
 * @param {boolean} rated
 */
function takeBack(can, bot, rated) {
  if (bot && rated) return h("span", { class: "muted small", "data-key": "no-takeback" }, t("action.no_takeback"));
  if (rated) return actionButton("ask-takeback", t("action.takeback"), { off: !can });
  return actionButton("offer", t("action.takeback"), { what: "takeback", off: !can });
}
