import { t } from "../i18n/index.js";
import { colorName, listText, numberText, searchText } from "../i18n/words.js";
import { LABELS, attackOf, moverOf, pliesOf } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { isAsked, isWinSought } from "../lib/facts.js";
import { pointName } from "../lib/geometry.js";
import { practiceOf } from "../lib/lesson.js";
import { attackButton } from "./attack.js";
import { graph } from "./graph.js";
import { labelSign } from "./moves.js";

/** @import {Label} from "../lib/analysis.js" */
/** @import {AnalysisFeed} from "../lib/analysis_feed.js" */
/** @import {GameAnalysis} from "../lib/api.js" */
/** @import {Color, Rules} from "../lib/messages.js" */

/**
 * Card of a game's analysis: the result, its progress, or the button that requests it.
 *
 * @param {AnalysisFeed} feed
 * @param {{rules: Rules, size: number, mine: Color | null, shown: number, attacking: boolean}} board  `mine`: the viewer's
 *   colour; `shown`: number of moves on the board; `attacking`: the viewer is looking for the attack that won
 * @returns {(Node | null | false)[]}
 */
export function analysisCard({ news, analysis, asking }, { rules, size, mine, shown, attacking }) {
  const title = h("h2", { id: "analysis-title" }, t("analysis.title"));
  if (analysis) {
    const state = checkState(analysis, news?.check ?? "none");
    return [
      title,
      ...estimates(analysis, shown),
      ...summary(analysis, rules, mine, shown),
      ...turningPoint(analysis, { rules, size, mine, attacking, checking: UNDER_WAY.has(state) }),
      UNDER_WAY.has(state)
        && h(
          "p",
          { class: "muted small", role: "status", "data-key": "check", "data-testid": "check" },
          t(`analysis.check.${state}`),
        ),
      legend(details(analysis, state, size)),
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

/** States of the check in which its result is to come. */
const UNDER_WAY = new Set(["waiting", "running"]);

/**
 * Return the state of the check: that of the news until the analysis has the result, and again where a proof has
 * withdrawn all that the result named.
 *
 * @param {GameAnalysis} analysis
 * @param {string} told  the state of the news
 */
function checkState({ check, lesson }, told) {
  const withdrawn = !check?.turn && typeof lesson?.mistake !== "number" && UNDER_WAY.has(told);
  return check && !withdrawn ? "done" : told;
}

/**
 * Tell what few readers ask for: how hard the game was searched, why a move is suspected, how the bot has practised.
 *
 * @param {GameAnalysis} analysis
 * @param {string} state  of the check
 * @param {number} size
 */
function details({ check, suspect, practice }, state, size) {
  const practised = practiceOf(practice);
  return [
    !UNDER_WAY.has(state) && t(`analysis.check.${state}`),
    check && t("analysis.effort", { nodes: numberText(check.nodes) }),
    suspect && t("analysis.suspect.why", { n: suspect.ply + 1 }),
    suspect && t("verdict.effort.points", { points: pointName(suspect.point, size), search: searchText(suspect) }),
    practised && t(`analysis.${practised.key}`, practised.words),
  ].filter((text) => typeof text === "string");
}

/** Explain the signs beside moves, on the board and in the curve. @param {string[]} details  sentences */
function legend(details) {
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
    details.map((text) => h("p", null, text)),
  );
}

/** Most points of an attack that are told. */
const LONGEST = 9;

/**
 * Tell the turning point that the check in idle time found; or let the reader find the attack where no saving move is
 * known.
 *
 * @param {GameAnalysis} analysis
 * @param {{rules: Rules, size: number, mine: Color | null, attacking: boolean, checking: boolean}} board
 *   `checking`: the check is to come, and may name what is not named now
 * @returns {Node[]}
 */
function turningPoint(analysis, { rules, size, mine, attacking, checking }) {
  const { check, lesson } = analysis;
  const names = (/** @type {readonly number[]} */ points) => points.map((point) => pointName(point, size));
  const turn = check?.turn;
  if (turn)
    return [
      h(
        "p",
        { "data-testid": "turning-point" },
        moverOf(turn.ply) === mine
          ? t("analysis.turn.you", { n: turn.ply + 1 })
          : t("analysis.turn", {
              n: turn.ply + 1,
              color: colorName(moverOf(turn.ply), rules),
              points: listText(names(turn.open.map(({ point }) => point))),
            }),
      ),
      showButton(turn.ply + 1, "turn", t("analysis.show_turn")),
    ];
  if (!lesson || typeof lesson.mistake === "number") return [];
  const said = checking ? [] : [h("p", { "data-testid": "unnamed", "data-key": "unnamed" }, t("analysis.unnamed"))];
  const attack = attackOf(analysis);
  if (attack !== null)
    return attacking
      ? said
      : [...said, h("div", { class: "row", "data-key": "row-attack" }, attackButton(attack, { rules, mine }))];
  return [
    ...said,
    h(
      "details",
      { class: "small", "data-key": "threat" },
      h("summary", null, t("attack.shown")),
      h("p", { "data-testid": "threat" }, names(lesson.line).slice(0, LONGEST).join(" – ")),
      showButton(lesson.entry, "threat", t("analysis.show_threat")),
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

/** @type {Label[]} */
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
function summary({ moves, lesson, suspect, check }, rules, mine, shown) {
  const own = (/** @type {number} */ ply) => (moverOf(ply) === mine ? ".you" : "");
  const unchecked = (/** @type {Label} */ label, /** @type {number} */ ply) =>
    !check && label === "lost_here" && own(ply) && !isWinSought(moves[ply]);
  const asked = check?.turn?.ply ?? (lesson ? lesson.entry - 1 : -1);
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
                  h(
                    "span",
                    null,
                    t(unchecked(label, ply) ? "turn.lost_here.unchecked" : `turn.${label}${own(ply)}`, {
                      n: ply + 1,
                      color: colorName(moverOf(ply), rules),
                    }),
                  ),
                ),
              ),
            ),
          ),
        ]
      : check?.turn
        ? []
        : [h("p", { class: "muted" }, t("analysis.nothing"))]),
    ...(suspect
      ? [
          showButton(
            suspect.ply + 1,
            "suspect",
            t(`analysis.suspect${own(suspect.ply)}`, {
              n: suspect.ply + 1,
              color: colorName(moverOf(suspect.ply), rules),
            }),
          ),
        ]
      : []),
  ];
}
