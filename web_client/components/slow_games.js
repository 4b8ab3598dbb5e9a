import { t } from "../i18n/index.js";
import { dateText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { roomPath } from "../lib/router.js";
import { against } from "./emblem.js";
import { gameLine } from "./game_line.js";

/** @import {LevelInfo, SlowGame} from "../lib/api.js" */

/**
 * Viewer's games by correspondence, in the order of `lib/slow_games.js`.
 *
 * @param {readonly SlowGame[]} games
 * @param {LevelInfo[]} levels
 * @returns {Node[]}  empty if there are none
 */
export function slowGames(games, levels) {
  if (!games.length) return [];
  return [
    h("h2", { id: "slow-title" }, t("lobby.slow")),
    h(
      "ul",
      { class: "list" },
      games.map((game) => item(game, levels)),
    ),
  ];
}

/** @param {SlowGame} game @param {LevelInfo[]} levels */
function item(game, levels) {
  return h(
    "li",
    { class: "list-item", "data-key": `slow-${game.room}`, "data-room": game.room, "data-yours": String(game.yours) },
    h(
      "div",
      { class: "grow" },
      h("span", { class: "list-title" }, against(game.opponent, levels)),
      gameLine(game),
      h(
        "div",
        { class: "muted small" },
        t(game.yours ? "lobby.slow_yours" : "lobby.slow_other"),
        " · ",
        h(
          "time",
          { datetime: new Date(game.flag_at).toISOString() },
          t("lobby.slow_until", { date: dateText(game.flag_at) }),
        ),
      ),
    ),
    h(
      "a",
      {
        class: game.yours ? "button button--small button--primary" : "button button--small",
        href: roomPath(game.room),
      },
      t(game.yours ? "lobby.continue" : "lobby.to_room"),
    ),
  );
}
