import { t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { clockName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {ClockSpec, OpeningName, Rules} from "../lib/messages.js" */

/**
 * Line that describes a game: rule set, opening, board, clock, and whether it is rated. It wraps only between these
 * parts.
 *
 * @param {{rules: Rules, size: number, clock: ClockSpec, rated?: boolean, opening?: OpeningName, imported?: string | null}} game
 *   the clock of an imported game is unknown
 * @param {string} [more]  appended text
 * @returns {HTMLElement}
 */
export function gameLine({ rules, size, clock, rated, opening = "free", imported }, more = "") {
  const begins = opening === "free" ? "" : openingName(opening);
  const parts = [
    rulesName(rules),
    begins,
    rules === "tictactoe" ? "" : sizeName(size),
    imported ? "" : clockName(clock),
    more,
  ]
    .filter(Boolean)
    .map((part) => part.replaceAll(" ", "\u00a0"));
  return h(
    "span",
    { class: "game-line" },
    h("span", { class: "muted small" }, parts.join(" · ")),
    rated && h("span", { class: "badge" }, t("game.rated")),
  );
}
