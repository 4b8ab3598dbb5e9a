import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {OfferKind} from "../lib/messages.js" */
/** @import {Standing} from "../lib/standing.js" */

/**
 * A button of the room; a press says `data-do`.
 *
 * @param {string} does
 * @param {string} text
 * @param {{kind?: "primary" | "danger" | "quiet", what?: OfferKind, result?: "win" | "draw", off?: boolean}} [more]
 *   `off`: seen, but not to be pressed now
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
 * What the viewer may do now. Resigning asks once more, in the same place. As long as the game goes on, what cannot be
 * done at the moment stays where it is, so that no other button comes under a finger that is about to press again.
 *
 * @param {Standing} is
 * @param {boolean} resigning  whether it is being asked
 * @param {{bot: boolean, above: string | null, hint: "can" | "off" | null}} against  whether a bot plays, the name of
 *   the next stronger one, and whether a hint can be had now; null where there are none
 * @returns {Node[]}
 */
export function roomActions({ can, phase, outcome }, resigning, { bot, above, hint }) {
  if (resigning && can.resign) {
    return [
      h("span", { class: "label", "data-key": "resign-question" }, t("action.resign_question")),
      actionButton("resign", t("action.resign_yes"), { kind: "danger" }),
      actionButton("keep-playing", t("action.resign_no")),
    ];
  }
  const onward = above !== null && outcome === "won";
  const playing = phase === "playing" && (can.abort || can.resign);
  return [
    onward && actionButton("next-level", t("room.next_level", { name: above }), { kind: "primary" }),
    can.rematch
      && actionButton("offer", t(bot ? "room.same_again" : "action.rematch"), {
        kind: onward ? undefined : "primary",
        what: "rematch",
      }),
    hint !== null && actionButton("hint", t("action.hint"), { off: hint === "off" }),
    playing && actionButton("offer", t("action.takeback"), { what: "takeback", off: !can.takeback }),
    playing && !bot && actionButton("offer", t("action.draw"), { what: "draw", off: !can.draw }),
    can.abort && actionButton("abort", t("action.abort")),
    can.resign && actionButton("ask-resign", t("action.resign")),
  ].filter((button) => button !== false);
}
