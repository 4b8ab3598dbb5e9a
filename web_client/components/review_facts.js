import { t } from "../i18n/index.js";
import { decidedText } from "../i18n/opening.js";
import {
  levelName,
  reasonText,
  resultText,
  sideName,
  startDate,
  startText,
  versionText,
  whoName,
} from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamesOf, gamesPath } from "../lib/filters.js";
import { wasRated } from "../lib/rating.js";
import { clockFace } from "../lib/time.js";
import { begunFrom, patternLine } from "./about.js";
import { smallEmblem, strengthMark } from "./emblem.js";
import { faceText } from "./player.js";
import { gameLine } from "./game_line.js";
import { piece } from "./piece.js";
import { ratingNote } from "./rating_note.js";

/** @import {GameHistory, LevelInfo} from "../lib/api.js" */
/** @import {Color} from "../lib/messages.js" */
/** @import {BotRun} from "../protocol.js" */

/**
 * Strip of one player of a stored game: stone, name, and the clock after the last shown move.
 *
 * @param {GameHistory} whole
 * @param {Color} color
 * @param {number} shown  number of moves on the board
 * @param {LevelInfo[]} levels
 * @param {Color | null} mine  the viewer's colour
 * @returns {(Node | false)[]}
 */
export function reviewPlayer({ game, moves, rating }, color, shown, levels, mine) {
  const left =
    moves
      .slice(0, shown)
      .filter((move) => move.color === color)
      .at(-1)?.left_ms ?? null;
  const games = gamesOf(game[color]);
  const name = sideName(game, color, levels);
  return [
    piece(color, game.rules),
    h(
      "span",
      { class: "player-who" },
      smallEmblem(game[color]),
      Object.keys(games).length
        ? h("a", { class: "player-name truncate", href: gamesPath(games) }, name)
        : h("span", { class: "player-name truncate" }, name),
      strengthMark(game[color], rating?.marks[color === "black" ? 0 : 1], levels),
      mine === color && h("span", { class: "badge" }, t("player.you")),
      game.result?.winner === color && h("span", { class: "badge badge--good" }, t("review.winner")),
    ),
    left !== null && h("span", { class: "clock" }, faceText(clockFace(left, game.clock).ms, game.clock)),
  ];
}

/**
 * Describe how a stored game ended, the moves and decisions of its opening, and its source.
 *
 * @param {GameHistory} whole
 * @param {Color | null} mine  the viewer's colour
 * @param {LevelInfo[]} levels
 * @returns {(Node | null | false)[]}
 */
export function reviewResult(whole, mine, levels) {
  const { game } = whole;
  const decided = decisions(whole, levels);
  const winner = game.result?.winner;
  return [
    h(
      "h2",
      null,
      mine && winner ? t(winner === mine ? "status.won" : "status.lost") : resultText(game.result, game.rules),
    ),
    game.result ? h("p", null, reasonText(game.result, game.rules)) : null,
    ...ratingNote(
      whole.rating,
      [sideName(game, "black", levels), sideName(game, "white", levels)],
      mine === "white" ? 1 : 0,
    ),
    h("p", null, gameLine({ ...game, rated: wasRated(whole) })),
    patternLine(game, whole.moves),
    decided.length > 0
      && h(
        "ol",
        { class: "opening-decisions small muted", "aria-label": t("create.opening"), "data-testid": "decisions" },
        decided.map((text) => h("li", null, text)),
      ),
    game.imported ? h("p", { class: "small" }, t("review.imported", { file: game.imported })) : null,
    begunFrom(game.from_game, game.start),
    h("p", { class: "muted small" }, h("time", { datetime: startDate(game) }, startText(game))),
    whole.bot
      ? h(
          "details",
          { class: "muted small", "data-key": "bot", "data-testid": "bot-version" },
          h("summary", null, t("review.about_bot")),
          h("p", null, botText(whole.bot, levels)),
        )
      : null,
  ];
}

/** Describe the bot: level, engine version and weights version. @param {BotRun} bot @param {LevelInfo[]} levels */
function botText({ level, version, weights = 0 }, levels) {
  const words = { name: levelName(levels, level), version: versionText(version), weights };
  if (weights) return t("review.bot_weights", words);
  const weighs = levels.find((info) => info.level === level)?.learns === true;
  return t(weighs ? "review.bot_program" : "review.bot", words);
}

/**
 * List the decisions of the opening.
 *
 * @param {GameHistory} whole
 * @param {LevelInfo[]} levels
 * @returns {string[]}
 */
function decisions({ game, events }, levels) {
  const names = ["", ""];
  const told = [];
  for (const event of events) {
    if (event.k === "created") names[0] = whoName(event.owner, levels);
    else if (event.k === "seated") names[event.seat] = whoName(event.who, levels);
    else if (event.k === "chose" || event.k === "declared" || event.k === "proposed")
      told.push(decidedText(event, names[event.seat], game.size));
  }
  return told;
}
