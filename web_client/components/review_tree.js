import { t } from "../i18n/index.js";
import { colorName, sideName, startDate, startText } from "../i18n/words.js";
import { moverOf } from "../lib/analysis.js";
import { factsOf, saidOf } from "../lib/facts.js";
import { pointName } from "../lib/geometry.js";
import { otherColor } from "../lib/proof.js";
import { sgfOfReview } from "../lib/review_tree.js";
import { keepTree, uploadOf } from "../lib/upload.js";
import { verdictWords } from "./verdict.js";

/** @import {App} from "../lib/app.js" */
/** @import {GameAnalysis, GameHistory, MoveReview} from "../lib/api.js" */

/**
 * Keep a finished game with what its review says as a tree of the viewer's.
 *
 * @param {App} app
 * @param {GameHistory} history
 * @param {GameAnalysis | null} analysis
 * @returns {Promise<string>}  id of the tree; rejects with `Refused`
 */
export function keepReview(app, history, analysis) {
  const { game, moves } = history;
  const { size, rules } = game;
  const board = { size, rules };
  /** @type {import("../lib/review_tree.js").Say} */
  const say = {
    move: (review, ply) => sentences(review, ply, moves[ply].point, board).join("\n"),
    win: ({ win }) =>
      win ? t("better.told_win", { point: pointName(win.line[0], size), method: t(`method.${win.method}`) }) : "",
    open: (open) => t("verdict.open", { points: pointName(open.point, size) }),
    threat: (_, ply) => t("review.tree_threat", { color: colorName(otherColor(moverOf(ply)), rules) }),
  };
  const text = sgfOfReview(history, analysis?.moves ?? [], say);
  const data = new TextEncoder().encode(text);
  const upload = uploadOf(app.session, "tree", { name: `tengen-${game.id}.sgf`, data }, () => {});
  const title = t("lobby.versus", {
    black: sideName(game, "black", app.levels),
    white: sideName(game, "white", app.levels),
  });
  const day = startDate(game) ? ` · ${startText(game, { time: false })}` : "";
  return keepTree(app.session, upload, { title: title.slice(0, 80 - day.length) + day, encoding: "utf-8", rules });
}

/**
 * @param {MoveReview} review
 * @param {number} ply
 * @param {number} played
 * @param {{size: number, rules: import("../lib/messages.js").Rules}} board
 */
function sentences(review, ply, played, board) {
  const words = verdictWords(review, ply, board);
  return saidOf(factsOf(review, false, played)).sentences.map((sentence) => t(`verdict.${sentence}`, words));
}
