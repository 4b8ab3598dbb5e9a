import { t } from "../i18n/index.js";
import { colorName, listText, numberText, searchText } from "../i18n/words.js";
import { LABELS, attackOf, moverOf, pliesOf } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { isAsked } from "../lib/facts.js";
import { pointName } from "../lib/geometry.js";
import { practiceOf } from "../lib/lesson.js";
import { attackButton } from "./attack.js";
import { graph } from "./graph.js";
import { labelSign } from "./moves.js";

/** @import {AnalysisFeed} from "../lib/analysis_feed.js" */
/** @import {GameAnalysis} from "../lib/api.js" */
/** @import {Color, Rules} from "../lib/messages.js" */

/**
 * Card of a game's analysis: the result, its progress, or the button that requests it.
 *
 * @param {AnalysisFeed} feed
 * @param {{rules: Rules, size: number, mine: Color | null, shown: number, attacking: boolean}} board  `mine`: the viewer's
 *   colour; `shown`: number of moves on the board; `attacking`: the viewer is looking for the attack that won
 * @returns {(Node | null)[]}
 */
export function analysisCard({ news, analysis, asking }, { rules, size, mine, shown, attacking }) {
  const title = h("h2", { id: "analysis-title" }, t("analysis.title"));
  if (analysis) {
    const check = checkSentences(analysis, news?.check ?? null, { rules, size, mine, attacking });
    const practised = practiceOf(analysis.practice);
    const practice =
      practised && h("p", { "data-testid": "practice" }, t(`analysis.${practised.key}`, practised.words));
    return [
      title,
      ...estimates(analysis, shown),
      ...summary(analysis, rules, mine, shown),
      ...check,
      practice,
      legend(efforts(analysis, size)),
    ];
  }
  if (!news || news.state === "done") return [title, h("p", { class: "muted", role: "status" }, t("loading"))];
  if (news.state === "none" || news.state === "failed") {
    return [
      title,
      h("p", { class: "muted" }, t(`analysis.${news.state}`)),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button", "data-do": "analyse", "aria-disabled": asking ? "true" : null },
          t("analysis.ask"),
        ),
      ),
    ];
  }
  const { state, done = 0, total = 0, ahead = 0 } = news;
  return [
    title,
    h(
      "p",
      { role: "status" },
      state === "queued" ? t(ahead ? "analysis.queued" : "analysis.next", { n: ahead }) : t("analysis.running"),
    ),
    h("progress", {
      class: "progress",
      "aria-label": t("analysis.title"),
      max: Math.max(1, total),
      value: state === "running" ? done : 0,
    }),
  ];
}

/**
 * Draw the estimates as a curve, if there are any.
 *
 * @param {GameAnalysis} analysis
 * @param {number} shown  number of moves on the board
 * @returns {Node[]}
 */
const estimates = ({ moves }, shown) =>
  moves.some((review) => typeof review.eval === "number") ? [graph(moves, shown)] : [];

/** Tell how hard the check and the suspect were searched. @param {GameAnalysis} analysis @param {number} size */
const efforts = ({ check, suspect }, size) =>
  [
    check && t("analysis.effort", { nodes: numberText(check.nodes) }),
    suspect && t("verdict.effort.points", { points: pointName(suspect.point, size), search: searchText(suspect) }),
  ].filter((text) => typeof text === "string");

/** Explain the signs beside moves, on the board and in the curve. @param {string[]} efforts  sentences */
function legend(efforts) {
  /** @type {[Node, string][]} */
  const signs = [
    ...LABELS.map((label) => /** @type {[Node, string]} */ ([labelSign(label), t(`legend.${label}`)])),
    [h("span", { class: "ring-sign", "aria-hidden": "true" }), t("legend.open")],
    [h("span", { class: "label-sign", "aria-hidden": "true" }, "∿"), t("legend.graph")],
  ];
  return h(
    "details",
    { class: "legend small", "data-key": "legend" },
    h("summary", null, t("legend.title")),
    h(
      "dl",
      null,
      signs.map(([sign, words]) => h("div", null, h("dt", null, sign), h("dd", null, words))),
    ),
    efforts.map((text) => h("p", null, text)),
  );
}

/** Most points of an attack that are told. */
const LONGEST = 9;

/**
 * Tell what the check in idle time said: the turning point, or the threat where there is none, or that it is to come.
 *
 * @param {GameAnalysis} analysis
 * @param {string | null} state  of a check that is not done
 * @param {{rules: Rules, size: number, mine: Color | null, attacking: boolean}} board
 * @returns {(Node | null)[]}
 */
function checkSentences(analysis, state, { rules, size, mine, attacking }) {
  const { check, lesson } = analysis;
  const attack = attackOf(analysis);
  const names = (/** @type {readonly number[]} */ points) => points.map((point) => pointName(point, size));
  const turn = check?.turn;
  const unnamed = lesson && !turn && typeof lesson.mistake !== "number" ? lesson : null;
  return [
    ...(turn
      ? [
          h(
            "p",
            { "data-testid": "turning-point" },
            t("analysis.turn", {
              n: turn.ply + 1,
              color: colorName(moverOf(turn.ply), rules),
              points: listText(names(turn.open.map(({ point }) => point))),
            }),
          ),
          showButton(turn.ply + 1, "turn", t("analysis.show_turn")),
        ]
      : []),
    ...(unnamed
      ? [
          h("p", { "data-testid": "unnamed", "data-key": "unnamed" }, t("analysis.unnamed")),
          attack === null || attacking
            ? null
            : h("div", { class: "row", "data-key": "row-attack" }, attackButton(attack, { rules, mine })),
          h(
            "details",
            { class: "small", "data-key": "threat" },
            h("summary", null, t("attack.shown")),
            h("p", { "data-testid": "threat" }, names(unnamed.line).slice(0, LONGEST).join(" – ")),
            showButton(unnamed.entry, "threat", t("analysis.show_threat")),
          ),
        ]
      : []),
    h(
      "p",
      { class: "muted small", role: "status", "data-key": "check", "data-testid": "check" },
      t(check ? "analysis.checked" : `analysis.check.${state ?? "none"}`),
    ),
  ];
}

/** @param {number} ply @param {string} key @param {string} text */
const showButton = (ply, key, text) =>
  h(
    "div",
    { class: "row", "data-key": `row-${key}` },
    h(
      "button",
      { type: "button", class: "button button--small", "data-do": "show", "data-ply": ply, "data-key": key },
      text,
    ),
  );

/** @type {import("../lib/analysis.js").Label[]} */
const TELLING = ["lost_here", "not_proven_lost", "missed_win"];

/**
 * List the decisive moves, each with a button to its position.
 *
 * @param {GameAnalysis} analysis
 * @param {Rules} rules
 * @param {Color | null} mine
 * @param {number} shown
 * @returns {Node[]}
 */
function summary({ moves, lesson, suspect }, rules, mine, shown) {
  const own = (/** @type {number} */ ply) => (moverOf(ply) === mine ? ".you" : "");
  const asked = lesson ? lesson.entry - 1 : -1;
  const turns = TELLING.flatMap((label) => pliesOf(moves, label).map((ply) => ({ label, ply }))).sort(
    (a, b) => a.ply - b.ply,
  );
  return [
    ...(lesson
      ? [
          h(
            "p",
            null,
            t(lesson.winner === mine ? "analysis.lesson.you" : "analysis.lesson", {
              color: colorName(lesson.winner, rules),
              n: lesson.entry + 1,
            }),
          ),
        ]
      : []),
    ...(isAsked(moves[asked]) && shown !== asked + 1 // there, the move itself has the button
      ? [
          h(
            "div",
            null,
            h(
              "button",
              {
                type: "button",
                class: "button button--primary",
                "data-do": "seek",
                "data-ply": asked,
                "data-key": "seek-lesson",
              },
              t(own(asked) ? "better.button.you" : "better.button.other", {
                color: colorName(moverOf(asked), rules),
                n: asked + 1,
              }),
            ),
          ),
        ]
      : []),
    ...(turns.length
      ? [
          h(
            "ul",
            { class: "turns" },
            turns.map(({ label, ply }) =>
              h(
                "li",
                null,
                h(
                  "button",
                  { type: "button", class: "turn", "data-do": "show", "data-ply": ply + 1, "data-key": `turn-${ply}` },
                  labelSign(label),
                  h("span", null, t(`turn.${label}${own(ply)}`, { n: ply + 1, color: colorName(moverOf(ply), rules) })),
                ),
              ),
            ),
          ),
        ]
      : [h("p", { class: "muted" }, t("analysis.nothing"))]),
    ...(suspect
      ? [
          h(
            "p",
            { class: "muted" },
            t(`analysis.suspect${own(suspect.ply)}`, {
              n: suspect.ply + 1,
              color: colorName(moverOf(suspect.ply), rules),
            }),
          ),
          h(
            "div",
            { class: "row" },
            h(
              "button",
              {
                type: "button",
                class: "button button--small",
                "data-do": "show",
                "data-ply": suspect.ply + 1,
                "data-key": "suspect",
              },
              t("analysis.show_suspect"),
            ),
          ),
        ]
      : []),
  ];
}
