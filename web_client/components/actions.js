import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {OfferKind} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Standing} from "../lib/standing.js" */

/**
 * A button of the room; a press says `data-do`.
 *
 * @param {string} does
 * @param {string} text
 * @param {{kind?: "primary" | "danger" | "quiet", what?: OfferKind, result?: "win" | "draw"}} [more]
 */
export function actionButton(does, text, { kind, what, result } = {}) {
  return h("button", {
    type: "button",
    class: kind ? `button button--${kind}` : "button",
    "data-do": does,
    "data-what": what,
    "data-result": result,
    "data-key": [does, what, result].filter(Boolean).join("-"),
  }, text);
}

/**
 * What the viewer may do now. Resigning asks once more, in the same place.
 *
 * @param {Standing} is
 * @param {boolean} resigning  whether it is being asked
 * @returns {Node[]}
 */
export function roomActions({ can }, resigning) {
  if (resigning && can.resign) {
    return [
      h("span", { class: "label", "data-key": "resign-question" }, t("action.resign_question")),
      actionButton("resign", t("action.resign_yes"), { kind: "danger" }),
      actionButton("keep-playing", t("action.resign_no")),
    ];
  }
  return [
    can.rematch && actionButton("offer", t("action.rematch"), { kind: "primary", what: "rematch" }),
    can.takeback && actionButton("offer", t("action.takeback"), { what: "takeback" }),
    can.draw && actionButton("offer", t("action.draw"), { what: "draw" }),
    can.abort && actionButton("abort", t("action.abort")),
    can.resign && actionButton("ask-resign", t("action.resign")),
  ].filter((button) => button !== false);
}

/**
 * Offers that wait for an answer, the other's and the viewer's own.
 *
 * @param {Standing} is
 * @param {string} other  name of the other player
 * @returns {Node[]}
 */
export function offers({ asked, offered }, other) {
  return [
    ...asked.map((what) =>
      h("div", { class: "notice offer", "data-key": `asked-${what}`, "data-offer": what },
        h("p", null, t(`offer.${what}.asked`, { name: other })),
        h("div", { class: "row" },
          actionButton("accept", t("offer.accept"), { kind: "primary", what }),
          actionButton("decline", t("offer.decline"), { what })))),
    ...offered.map((what) =>
      h("div", { class: "notice offer", "data-key": `offered-${what}` },
        h("p", null, t(`offer.${what}.offered`)),
        h("div", { class: "row" }, actionButton("decline", t("offer.withdraw"), { kind: "quiet", what })))),
  ];
}

/**
 * Whose opponent has left: since when, and what can be done about it.
 *
 * @param {Standing} is
 * @param {string} other
 * @returns {Node | null}
 */
export function goneNotice({ claimInMs, can }, other) {
  if (claimInMs === null) return null;
  return h("div", { class: "notice notice--warn offer", "data-testid": "gone", "data-key": "gone" },
    h("p", { role: "status" }, t(can.claim ? "gone.claim" : "gone.waiting", { name: other })),
    !can.claim && claimInMs > 0 && h("p", { class: "muted small numeric", role: "timer" }, t("gone.countdown", { n: Math.ceil(claimInMs / 1000) })),
    can.claim && h("div", { class: "row" },
      actionButton("claim", t("gone.win"), { kind: "primary", result: "win" }),
      actionButton("claim", t("gone.draw"), { result: "draw" })));
}

/**
 * How the series stands, from the viewer's side or seat 0's.
 *
 * @param {Room} room
 * @returns {[number, number] | null}  half points; null before anything was scored
 */
export function seriesScore({ score, you }) {
  if (score[0] + score[1] === 0) return null;
  return you === 1 ? [score[1], score[0]] : score;
}
