/** Texts about a line that beat a bot, step by step. */

import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { moverOf } from "../lib/analysis.js";
import { pointName } from "../lib/geometry.js";
import { beginOf, pointsOf } from "../lib/line.js";

/** @import {LineInfo} from "../lib/api.js" */
/** @import {Defence} from "../lib/line.js" */

/** Describe the position after a number of moves. @param {LineInfo} now @param {number} shown */
export function stepText(now, shown) {
  const begin = beginOf(now);
  const color = colorName(moverOf(begin), now.rules);
  if (shown === begin)
    return t(now.mistake === undefined || now.mistake === null ? "line.before" : "line.mistake", {
      color,
      point: pointName(pointsOf(now)[begin], now.size),
    });
  if (shown < now.entry)
    return t("review.position_untimed", {
      n: shown,
      of: pointsOf(now).length,
      color: colorName(moverOf(Math.max(0, shown - 1)), now.rules),
      point: shown ? pointName(pointsOf(now)[shown - 1], now.size) : "",
    });
  return shown === now.entry
    ? t("line.entry", { color: colorName(now.winner, now.rules) })
    : t("line.step_at", {
        n: shown - now.entry,
        of: now.line.length,
        point: pointName(pointsOf(now)[shown - 1], now.size),
      });
}

/** Tell which move the bot will not play again. @param {LineInfo} now @param {string} name  of the bot */
export function neverText(now, name) {
  const point = pointName(pointsOf(now)[beginOf(now)], now.size);
  return t("line.never", { name, point });
}

/** Describe the result of an alternative move. @param {LineInfo} now @param {Defence} tried */
export function defenceText(now, { point, state }) {
  const words = {
    color: colorName(moverOf(beginOf(now)), now.rules),
    other: colorName(now.winner, now.rules),
    point: point === null ? "" : pointName(point, now.size),
  };
  if (state === "asked") return t("line.asked", words);
  if (state === "trying") return t("puzzle.checking");
  return state === "held" ? t("line.held", words) : t("line.lost", words);
}
