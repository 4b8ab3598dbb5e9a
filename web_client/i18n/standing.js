/** Texts of a room's state. */

import { t } from "./index.js";
import { reasonText, resultText, rulesName, sizeName, stonesName, whoName } from "./words.js";
import { colorOf } from "../lib/room.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Standing} from "../lib/standing.js" */

/**
 * Return the heading of the page.
 *
 * @param {Room} room
 * @param {LevelInfo[]} levels
 * @returns {string}
 */
export function headingText(room, levels) {
  const black = room.black ?? 0;
  return t("room.heading", {
    rules: rulesName(room.rules),
    black: whoName(room.seats[black], levels),
    white: whoName(room.seats[1 - black], levels),
  });
}

/**
 * Describe the turn or the result, for the viewer.
 *
 * @param {Room} room
 * @param {Standing} is
 * @param {LevelInfo[]} levels
 * @returns {string}
 */
export function headlineText(room, is, levels) {
  if (is.phase === "open") return t(room.you === null ? "status.open" : "status.waiting");
  if (room.result) return is.outcome ? t(`status.${is.outcome}`) : resultText(room.result, room.rules);
  if (is.yourTurn) return t("status.your_turn");
  const mover = is.seatToMove === null ? null : room.seats[is.seatToMove];
  const name = whoName(mover, levels);
  if (typeof mover?.level === "number") return t("status.thinking", { name });
  const kind = room.progress?.turn?.kind ?? "stone";
  return t(kind === "stone" ? "status.turn" : `status.${kind}`, { name });
}

/**
 * Describe below the headline why the game ended, or the viewer's role.
 *
 * @param {Room} room
 * @param {Standing} is
 * @param {boolean} late  whether somebody else took the seat that was offered to the viewer
 * @returns {string}
 */
export function detailText(room, is, late) {
  if (room.result) return endText(room, is);
  if (is.phase === "open") {
    if (room.you === null) return "";
    return t(room.visibility === "public" ? "room.waiting_public" : "room.waiting_link");
  }
  const color = room.you === null ? null : colorOf(room, room.you);
  const settled = room.progress?.settled ?? true;
  return color
    ? t(settled ? "room.you_have" : "room.you_have_for_now", { color: stonesName(color, room.rules) })
    : t(late ? "invitation.late" : room.visibility === "link" ? "room.watching_taken" : "room.watching");
}

/** Reasons that name who lost, for the loser and for the winner. */
const PERSONAL = new Set(["resigned", "timeout", "abandoned", "forbidden"]);

/**
 * Describe why the game ended, to the loser in the second person.
 *
 * @param {Room} room
 * @param {Standing} is
 */
function endText(room, is) {
  const { result, rules } = room;
  if (!result) return "";
  if (is.outcome === "lost" && result.winner && PERSONAL.has(result.reason)) return t(`reason.you_${result.reason}`);
  return reasonText(result, rules);
}

/**
 * Return the title of the window, which signals the viewer's turn.
 *
 * @param {Room} room
 * @param {Standing} is
 * @param {LevelInfo[]} levels
 * @returns {string}
 */
export function titleText(room, is, levels) {
  const rules = room.rules === "tictactoe" ? rulesName(room.rules) : `${rulesName(room.rules)} ${sizeName(room.size)}`;
  return `${is.yourTurn ? "● " : ""}${headlineText(room, is, levels)} · ${rules}`;
}
