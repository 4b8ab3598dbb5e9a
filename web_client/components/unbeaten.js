import { t } from "../i18n/index.js";
import { colorName, levelName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { beginOf } from "../lib/line.js";
import { gamePath, linePath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {UnbeatenLine} from "../lib/api.js" */

/**
 * Card of today's line, which challenges the player to beat the bot again from there; empty before anything was
 * learned.
 *
 * @param {App} app
 * @param {UnbeatenLine | null} today
 * @returns {Node[]}
 */
export function unbeatenCard(app, today) {
  const line = today?.line;
  if (!today || !line) return [];
  const name = levelName(app.levels, line.level);
  const { beaten = null, by = null } = today;
  return [
    h("h2", { id: "today-title" }, t("today.title")),
    h("p", null, t("today.words", { name, color: colorName(line.winner, line.rules), n: beginOf(line) })),
    beaten
      ? h(
          "p",
          null,
          by ? t("today.beaten_by", { name: by }) : t("today.beaten"),
          " ",
          h("a", { href: gamePath(beaten) }, t("line.game")),
        )
      : h("p", { class: "muted small" }, t("today.unbeaten")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", "data-do": "beat-today" }, t("today.play")),
      h("a", { class: "button button--quiet", href: linePath(line.game) }, t("today.see")),
    ),
  ];
}
