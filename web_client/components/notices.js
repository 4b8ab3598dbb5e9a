import { t } from "../i18n/index.js";
import { whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { isRated } from "../lib/rating.js";
import { actionButton } from "./actions.js";
import { planNotice, planOverNotice } from "./plan_card.js";

/** @import {App} from "../lib/app.js" */
/** @import {OfferKind} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Standing} from "../lib/standing.js" */

/**
 * @type {Partial<Record<App["status"], "room.stopped" | "connection.refused">>}  messages for connections that do not
 *   reconnect by themselves
 */
const AWAY = { stopped: "room.stopped", refused: "connection.refused" };

/**
 * @typedef {object} Moment
 * @property {boolean} replaced  another page of the viewer has taken over the room
 * @property {boolean} pending  a move was sent and has no answer yet
 * @property {number | null} shown  the earlier position being viewed
 * @property {number} now  the server's time
 * @property {string} hint  text of a hint, "" without one
 * @property {readonly number[] | null} planning  the line being planned
 * @property {boolean} planOver  whether the game has left that line
 */

/**
 * List everything that the viewer should know or answer, the most urgent first: a phone shows one at a time. None of it
 * covers the board.
 *
 * @param {Room} room
 * @param {Standing} is
 * @param {App} app
 * @param {Moment} moment
 * @returns {(Node | null | false)[]}
 */
export function roomNotices(room, is, app, { replaced, pending, shown, now, hint, planning, planOver }) {
  const other = room.you === null ? "" : whoName(room.seats[1 - room.you], app.levels);
  const choosing = Boolean(room.progress?.turn) && room.progress?.turn?.kind !== "stone";
  return [
    replaced
      && h(
        "div",
        { class: "notice notice--warn offer", "data-key": "replaced" },
        h("p", null, t("room.replaced")),
        actionButton("take-over", t("room.take_over"), { kind: "primary" }),
      ),
    app.status !== "online"
      && h(
        "p",
        { class: "notice notice--warn", "data-key": "connection", "data-testid": "reconnecting" },
        t(
          AWAY[app.status]
            ?? (pending ? "room.offline_pending" : is.phase === "playing" ? "room.offline" : "connection.offline"),
        ),
      ),
    ...asked(is, other, isRated(room)),
    app.status === "online" && goneNotice(is, other), // offline, the known presence is outdated
    ...seatLeft(room, app),
    room.firstMoveBy !== null
      && is.yourTurn
      && h(
        "p",
        { class: "notice", "data-key": "first", role: "timer" },
        t(choosing ? "room.first_answer" : "room.first_move", {
          n: Math.max(0, Math.ceil((room.firstMoveBy - now) / 1000)),
        }),
      ),
    planning !== null && shown === null && planNotice(room, planning),
    planOver && planOverNotice(),
    shown !== null
      && h(
        "div",
        { class: "notice offer", "data-key": "review" },
        h("p", null, t("room.looking_back", { n: shown })),
        h(
          "button",
          { type: "button", class: "button button--small", "data-do": "step", "data-step": "last" },
          t("room.back_to_game"),
        ),
      ),
    hint !== "" && h("p", { class: "notice notice--good", "data-key": "hint", "data-testid": "hint" }, hint),
    room.ahead !== null
      && h(
        "p",
        { class: "notice", "data-key": "queue", "data-testid": "queue" },
        t(room.ahead ? "room.queue" : "room.queue_next", { n: room.ahead }),
      ),
    ...offered(is, isRated(room)),
  ];
}

/**
 * Offers of the other player that wait for an answer.
 *
 * @param {Standing} is
 * @param {string} other  name of the other player
 * @param {boolean} rated
 * @returns {Node[]}
 */
const asked = (is, other, rated) =>
  is.asked.map((what) =>
    h(
      "div",
      { class: "notice offer", "data-key": `asked-${what}`, "data-offer": what },
      h("p", null, t(`offer.${what}.asked`, { name: other }), warning(what, rated)),
      h(
        "div",
        { class: "row" },
        actionButton("accept", t("offer.accept"), { kind: "primary", what }),
        actionButton("decline", t("offer.decline"), { what }),
      ),
    ),
  );

/**
 * The viewer's own offers.
 *
 * @param {Standing} is
 * @param {boolean} rated
 * @returns {Node[]}
 */
const offered = (is, rated) =>
  is.offered.map((what) =>
    h(
      "div",
      { class: "notice offer", "data-key": `offered-${what}` },
      h("p", null, t(`offer.${what}.offered`), warning(what, rated)),
      h("div", { class: "row" }, actionButton("decline", t("offer.withdraw"), { kind: "quiet", what })),
    ),
  );

/** State the cost of a take-back, for both players. @param {OfferKind} what @param {boolean} rated */
const warning = (what, rated) => what === "takeback" && rated && ` ${t("offer.takeback.unrated")}`;

/**
 * Tell since when the opponent has been away, and offer the claim.
 *
 * @param {Standing} is
 * @param {string} other
 * @returns {Node | null}
 */
function goneNotice({ goneSince, claimInMs, can }, other) {
  if (goneSince === null) return null;
  return h(
    "div",
    { class: "notice notice--warn offer", "data-testid": "gone", "data-key": "gone" },
    h("p", null, t(can.claim ? "gone.claim" : "gone.waiting", { name: other })),
    claimInMs === null && h("p", { class: "muted small" }, t(can.abort ? "gone.abort" : "gone.your_turn")),
    claimInMs !== null
      && claimInMs > 0
      && h(
        "p",
        { class: "muted small numeric", role: "timer" },
        t("gone.countdown", { n: Math.ceil(claimInMs / 1000) }),
      ),
    can.claim
      && h(
        "div",
        { class: "row" },
        actionButton("claim", t("gone.win"), { kind: "primary", result: "win" }),
        actionButton("claim", t("gone.draw"), { result: "draw" }),
      ),
  );
}

/**
 * Notice that a seat belongs to a guest whom this browser left by signing in elsewhere.
 *
 * @param {Room} room
 * @param {App} app
 * @returns {Node[]}
 */
function seatLeft(room, app) {
  const guest = room.you === null && !room.result ? room.seats.find((who) => app.identity.hasLeft(who?.id)) : null;
  if (!guest) return [];
  const { id = "", name = "" } = guest;
  return [
    h(
      "div",
      { class: "notice offer", "data-key": "seat-left", "data-testid": "seat-left" },
      h("p", null, t("room.seat_left", { name })),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button button--primary", "data-do": "go-back", "data-who": id },
          t("room.go_back", { name }),
        ),
      ),
    ),
  ];
}
