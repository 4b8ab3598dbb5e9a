import { t } from "../i18n/index.js";
import { colorName, searchText } from "../i18n/words.js";
import { moverOf, pliesOf } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { graph } from "./graph.js";
import { labelSign } from "./moves.js";

/** @import {AnalysisFeed} from "../lib/analysis_feed.js" */
/** @import {GameAnalysis} from "../lib/api.js" */
/** @import {Rules} from "../lib/messages.js" */

/**
 * The analysis of a game, how far it is, or the button that asks for it.
 *
 * @param {AnalysisFeed} feed
 * @param {{shown: number, rules: Rules}} board
 * @returns {(Node | null)[]}
 */
export function analysisCard({ news, analysis, asking }, { shown, rules }) {
  const title = h("h2", { id: "analysis-title" }, t("analysis.title"));
  if (analysis) return [title, hasEstimates(analysis) ? graph(analysis.moves, shown) : null, ...summary(analysis, rules)];
  if (!news || news.state === "done") return [title, h("p", { class: "muted", role: "status" }, t("loading"))];
  if (news.state === "none" || news.state === "failed") {
    return [
      title,
      h("p", { class: "muted" }, t(`analysis.${news.state}`)),
      h("div", { class: "row" },
        h("button", { type: "button", class: "button", "data-do": "analyse", "aria-disabled": asking ? "true" : null }, t("analysis.ask"))),
    ];
  }
  const { state, done = 0, total = 0, ahead = 0 } = news;
  return [
    title,
    h("p", { role: "status" }, state === "queued" ? t("analysis.queued", { n: ahead }) : t("analysis.running")),
    h("progress", { class: "progress", "aria-label": t("analysis.title"), max: Math.max(1, total), value: state === "running" ? done : 0 }),
  ];
}

/** @param {GameAnalysis} analysis */
const hasEstimates = ({ moves }) => moves.some((review) => typeof review.eval === "number");

/** @type {import("../lib/analysis.js").Label[]} */
const TELLING = ["lost_here", "not_proven_lost", "missed_win"];

/**
 * The moves on which the game turned, each a way to its position.
 *
 * @param {GameAnalysis} analysis
 * @param {Rules} rules
 * @returns {Node[]}
 */
function summary({ moves, lesson, suspect }, rules) {
  const turns = TELLING.flatMap((label) => pliesOf(moves, label).map((ply) => ({ label, ply }))).sort((a, b) => a.ply - b.ply);
  return [
    ...(lesson ? [h("p", null, t("analysis.lesson", { color: colorName(lesson.winner, rules), n: lesson.entry + 1 }))] : []),
    ...(turns.length
      ? [h("ul", { class: "turns" }, turns.map(({ label, ply }) =>
          h("li", null,
            h("button", { type: "button", class: "turn", "data-do": "show", "data-ply": ply + 1, "data-key": `turn-${ply}` },
              labelSign(label),
              h("span", null, t(`turn.${label}`, { n: ply + 1, color: colorName(moverOf(ply), rules) }))))))]
      : [h("p", { class: "muted" }, t("analysis.nothing"))]),
    ...(suspect
      ? [h("p", { class: "muted" }, t("analysis.suspect", { n: suspect.ply + 1, color: colorName(moverOf(suspect.ply), rules), search: searchText(suspect) })),
        h("div", { class: "row" }, h("button", { type: "button", class: "button button--small", "data-do": "show", "data-ply": suspect.ply + 1, "data-key": "suspect" }, t("analysis.show_suspect")))]
      : []),
  ];
}
