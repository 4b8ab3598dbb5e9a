import { t } from "../i18n/index.js";
import { dateText, daysText, overtimeText, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { colorOf } from "../lib/room.js";
import { botPath, playerPath } from "../lib/router.js";
import { isSlow } from "../lib/slow.js";
import { clockFace, clockText, leftNow, reserveNow } from "../lib/time.js";
import { emblem, strengthMark } from "./emblem.js";
import { piece } from "./piece.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {ClockSpec} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */

/**
 * Strip of one seat: stone, name, presence, clock.
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
      typeof who?.level === "number" && emblem({ level: who.level }),
      typeof who?.level === "number"
        ? h("a", { class: "player-name truncate", href: botPath(who.level) }, whoName(who, levels))
        : room.rating?.marks[seat] && who?.id
          ? h("a", { class: "player-name truncate", href: playerPath(who.name ?? "") }, whoName(who, levels))
          : h("span", { class: "player-name truncate" }, whoName(who, levels)),
      strengthMark(who, room.rating?.marks[seat], levels),
      seat === room.you && h("span", { class: "badge" }, t("player.you")),
      presence(room, seat),
    ),
    clock(room, seat, now, toMove),
  ].filter((part) => part !== null);
}

/** @param {Room} room @param {number} seat @returns {Node | null} */
function presence(room, seat) {
  const who = room.seats[seat];
  if (!who || seat === room.you || room.result || isSlow(room.clock)) return null;
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

/** @param {Room} room @param {number} seat @param {number} now @param {boolean} toMove @returns {Node | null} */
function clock(room, seat, now, toMove) {
  const left = leftNow(room, seat, now);
  if (left === null) return null;
  const { ms, overtime, low } = clockFace(left, room.clock, room.reserve?.[seat]);
  const running = room.running === seat || (toMove && room.firstMoveBy !== null);
  const classes = ["clock", running ? "is-running" : "", low && !room.result ? "is-low" : ""];
  return h(
    "span",
    { class: "player-time" },
    h(
      "span",
      { class: classes.filter(Boolean).join(" "), role: "timer", "data-clock": seat, "aria-label": t("clock.label") },
      faceText(ms, room.clock),
    ),
    overtime && h("span", { class: "clock-overtime", "data-overtime": seat }, overtimeText(overtime, room.clock)),
    isSlow(room.clock) && h("span", { class: "clock-overtime", "data-slow": seat }, slowText(room, seat, now)),
  );
}

/** @param {number} ms @param {ClockSpec} clock */
export const faceText = (ms, clock) => (isSlow(clock) ? daysText(ms) : clockText(ms));

/**
 * Text beside a correspondence clock: the deadline of the move, and the time left for the whole game.
 *
 * @param {Room} room
 * @param {number} seat
 * @param {number} now
 */
function slowText(room, seat, now) {
  const total = reserveNow(room, seat, now);
  const away = room.awayUntil?.[seat] ?? null;
  const parts = [
    away !== null && away > now && t("clock.away", { date: dateText(away) }),
    room.running === seat && room.flagAt !== null && t("clock.until", { date: dateText(room.flagAt) }),
    total !== null && t("clock.left_in_all", { time: daysText(total) }),
  ];
  return parts.filter(Boolean).join("\n");
}

/**
 * Update the clocks inside `element`, and nothing else.
 *
 * @param {HTMLElement} element
 * @param {Room} room
 * @param {number} now  server time
 */
export function tickClocks(element, room, now) {
  for (const face of element.querySelectorAll("[data-clock]")) {
    const seat = Number(/** @type {HTMLElement} */ (face).dataset.clock);
    const left = leftNow(room, seat, now);
    if (left === null) continue;
    const { ms, overtime, low } = clockFace(left, room.clock, room.reserve?.[seat]);
    setText(face, faceText(ms, room.clock));
    face.classList.toggle("is-low", low);
    const note = face.nextElementSibling;
    if (note && overtime) setText(note, overtimeText(overtime, room.clock));
    else if (note && isSlow(room.clock)) setText(note, slowText(room, seat, now));
  }
}

/** @param {Element} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
