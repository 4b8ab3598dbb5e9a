import { t } from "../i18n/index.js";
import { whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { colorOf } from "../lib/room.js";
import { clockText, isLow, leftNow } from "../lib/time.js";
import { piece } from "./piece.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {Room} from "../lib/room.js" */

/**
 * The strip of one seat: stone, name, whether its owner is there, clock.
 *
 * @param {Room} room
 * @param {number} seat
 * @param {LevelInfo[]} levels
 * @param {{toMove: boolean, now: number}} moment
 * @returns {Node[]}
 */
export function playerStrip(room, seat, levels, { toMove, now }) {
  const who = room.seats[seat];
  const color = colorOf(room, seat);
  return [
    color ? piece(color, room.rules) : h("span", { class: "stone stone--open", "aria-hidden": "true" }),
    h(
      "span",
      { class: "player-who" },
      h("span", { class: "player-name truncate" }, whoName(who, levels)),
      seat === room.you && h("span", { class: "badge" }, t("player.you")),
      presence(room, seat),
    ),
    clock(room, seat, now, toMove),
  ].filter((part) => part !== null);
}

/**
 * @param {Room} room
 * @param {number} seat
 * @returns {Node | null}
 */
function presence(room, seat) {
  const who = room.seats[seat];
  if (!who || seat === room.you || room.result) return null;
  if (who.level !== undefined && who.level !== null) return null;
  const here = room.goneSince[seat] === null;
  const words = t(here ? "presence.here" : "presence.gone");
  return h(
    "span",
    { class: "presence-state", "data-presence": here ? "here" : "gone" },
    h("span", { class: here ? "presence is-online" : "presence is-away", "aria-hidden": "true" }),
    h("span", { class: here ? "visually-hidden" : "muted small" }, words),
  );
}

/**
 * @param {Room} room
 * @param {number} seat
 * @param {number} now
 * @param {boolean} toMove
 * @returns {Node | null}
 */
function clock(room, seat, now, toMove) {
  const left = leftNow(room, seat, now);
  if (left === null) return null;
  const running = room.running === seat;
  const low = isLow(left, room.clock) && !room.result;
  const classes = ["clock", running || (toMove && room.firstMoveBy !== null) ? "is-running" : "", low ? "is-low" : ""];
  return h(
    "span",
    { class: classes.filter(Boolean).join(" "), role: "timer", "data-clock": seat, "aria-label": t("clock.label") },
    clockText(left),
  );
}

/**
 * Brings the clocks below `element` to the present; nothing else of it is touched.
 *
 * @param {HTMLElement} element
 * @param {Room} room
 * @param {number} now  the server's time
 */
export function tickClocks(element, room, now) {
  for (const face of element.querySelectorAll("[data-clock]")) {
    const left = leftNow(room, Number(/** @type {HTMLElement} */ (face).dataset.clock), now);
    if (left === null) continue;
    const text = clockText(left);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("is-low", isLow(left, room.clock));
  }
}
