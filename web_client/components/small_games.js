import { t } from "../i18n/index.js";
import { levelName } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {LevelInfo, LevelScore} from "../lib/api.js" */

/**
 * Card of noughts and crosses: a press triggers `data-do="play-small-bot"` with the level, or "play-small-friend".
 *
 * @param {LevelInfo[]} levels
 * @param {LevelScore[]} scores
 * @returns {Node[]}
 */
export function smallGames(levels, scores) {
  const bots = levels.filter((info) => info.rules.includes("tictactoe") && info.ready !== false);
  return [
    h(
      "div",
      { class: "row" },
      bots.map(({ level }) =>
        h(
          "button",
          {
            type: "button",
            class: "button button--small",
            "data-do": "play-small-bot",
            "data-level": level,
            "data-key": `small-${level}`,
          },
          bots.length === 1 ? t("lobby.bots") : levelName(levels, level),
        ),
      ),
      h(
        "button",
        { type: "button", class: "button button--small", "data-do": "play-small-friend", "data-key": "small-friend" },
        t("lobby.friend_small"),
      ),
    ),
    ...scores
      .filter(({ level }) => bots.some((info) => info.level === level))
      .map(({ won, drawn, lost }) => h("p", { class: "muted small numeric" }, t("level.score", { won, drawn, lost }))),
  ];
}
