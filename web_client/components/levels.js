import { language, t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {Rules} from "../lib/messages.js" */

/**
 * The bots that play Gomoku, one card each; a press says `data-do="play-bot"` with the level in `data-level`.
 *
 * @param {LevelInfo[]} levels
 * @param {Rules} rules
 * @param {number} size
 * @returns {HTMLElement}
 */
export function levelCards(levels, rules, size) {
  return h("ul", { class: "level-cards" }, levels.map((info) => {
    const plays = info.rules.includes(rules) && info.sizes.some((known) => known === size);
    const ready = info.ready !== false;
    const lang = language();
    const name = info.name[lang] ?? info.name.en;
    return h("li", { "data-key": `level-${info.level}` },
      h("button", {
        type: "button",
        class: "card level-card",
        "data-do": "play-bot",
        "data-level": info.level,
        "aria-disabled": plays && ready ? null : "true",
      },
        h("span", { class: "level-head" },
          h("strong", null, name),
          h("span", { class: "badge" }, t("level.number", { level: info.level }))),
        h("span", { class: "level-character" }, info.character[lang] ?? info.character.en),
        h("span", { class: plays && ready ? "level-play small" : "muted small" }, note(info, plays, ready))));
  }));
}

/**
 * @param {LevelInfo} info
 * @param {boolean} plays
 * @param {boolean} ready
 * @returns {string}
 */
function note(info, plays, ready) {
  if (!plays) return t("level.other_rules");
  if (!ready) return t("level.not_ready");
  return info.elo === undefined || info.elo === null ? t("level.play") : t("level.elo", { elo: info.elo });
}
