import { t } from "../i18n/index.js";
import { resultText, sideName, startDate, startText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { isListedRated } from "../lib/rating.js";
import { gamePath, roomPath } from "../lib/router.js";
import { smallEmblem, strengthMark } from "./emblem.js";
import { gameLine } from "./game_line.js";
import { piece } from "./piece.js";

/** @import {App} from "../lib/app.js" */
/** @import {GameSummary} from "../lib/api.js" */
/** @import {Color} from "../lib/messages.js" */

/** Game as a row of the library: players, terms and result. @param {App} app @param {GameSummary} game */
export function listedGame(app, game) {
  return h(
    "li",
    { "data-key": game.id, "data-game": game.id },
    h(
      "a",
      { class: "list-item game-item", href: game.result ? gamePath(game.id) : roomPath(game.id) },
      h(
        "span",
        { class: "grow" },
        h("span", { class: "game-players" }, side(app, game, "black"), side(app, game, "white")),
        gameLine({ ...game, rated: isListedRated(game) }, game.imported ? t("games.imported") : ""),
      ),
      h(
        "span",
        { class: "game-result" },
        h("span", { class: "list-title" }, resultText(game.result, game.rules)),
        h("span", { class: "muted small" }, t("lobby.ply", { n: game.plies })),
        h("time", { class: "muted small", datetime: startDate(game) }, startText(game)),
      ),
    ),
  );
}

/** @param {App} app @param {GameSummary} game @param {Color} color */
function side(app, game, color) {
  return h(
    "span",
    { class: "game-player" },
    piece(color, game.rules),
    smallEmblem(game[color]),
    h(
      "span",
      { class: game.result?.winner === color ? "list-title truncate" : "truncate" },
      sideName(game, color, app.levels),
    ),
    strengthMark(game[color], game.marks?.[color === "black" ? 0 : 1], app.levels),
  );
}
