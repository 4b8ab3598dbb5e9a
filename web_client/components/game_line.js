import { t } from "../i18n/index.js";
import { clockName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {ClockSpec, Rules} from "../lib/messages.js" */

/**
 * What is played: rule set, board, clock, and whether it counts.
 *
 * @param {{rules: Rules, size: number, clock: ClockSpec, rated: boolean}} game
 * @returns {HTMLElement}
 */
export function gameLine({ rules, size, clock, rated }) {
  const parts = [rulesName(rules), ...(rules === "tictactoe" ? [] : [sizeName(size)]), clockName(clock)];
  return h("span", { class: "game-line" }, h("span", { class: "muted small" }, parts.join(" · ")), rated && h("span", { class: "badge" }, t("game.rated")));
}
