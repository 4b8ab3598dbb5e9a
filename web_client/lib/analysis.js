/** Results and estimates of a stored game's analysis, move by move. Pure. */

import { isAsked, isLost, isWinSought, labelOf } from "./facts.js";
import { otherColor, readWin, startWalk } from "./proof.js";

/** @import {GameAnalysis, MoveReview} from "./api.js" */
/** @import {Color} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */
/** @import {Walk} from "./proof.js" */

/** @typedef {NonNullable<MoveReview["label"]> | "turned"} Label */

/** @type {Label[]} */
export const LABELS = ["missed_win", "lost_here", "not_proven_lost", "turned", "forced"];

/**
 * @param {number} ply  from 0
 * @returns {Color}
 */
export const moverOf = (ply) => (ply % 2 === 0 ? "black" : "white");

/**
 * Let the review of the turning point that the check saw name it, with the moves that withstood there; it takes the
 * place of a suspect, which only a brief search named.
 *
 * @param {GameAnalysis} analysis
 * @returns {GameAnalysis}
 */
export function withTurn(analysis) {
  const { check, moves } = analysis;
  const turn = check?.turn;
  if (!turn?.open.length) return analysis;
  return {
    ...analysis,
    suspect: null,
    moves: moves.map((review, ply) => (ply === turn.ply ? { ...review, open: turn.open, turned: true } : review)),
  };
}

/**
 * List the traps on the board after the first moves of a game.
 *
 * @param {GameAnalysis} analysis
 * @param {number} shown  number of moves
 * @returns {string[]}  keys
 */
export const trapsAt = (analysis, shown) =>
  (analysis.traps ?? []).filter(({ ply }) => ply === shown).map(({ key }) => key);

/**
 * Return the number of moves before the winner's proven attack, if that is what there is to find: no better move of the
 * loser is known.
 *
 * @param {GameAnalysis | null | undefined} analysis
 * @returns {number | null}
 */
export function attackOf(analysis) {
  const { lesson, check, moves = [] } = analysis ?? {};
  if (!lesson || check?.turn || isAsked(moves[lesson.entry - 1])) return null;
  return moves[lesson.entry]?.win ? lesson.entry : null;
}

/**
 * @typedef {"win" | "threat"} LineKind  a win that the mover could have forced; a win that the opponent could force
 *   after the move or after a pass
 */

/**
 * Start a walk through one of a move's proven wins.
 *
 * @param {MoveReview} review
 * @param {LineKind} kind  of an existing win
 * @param {number} ply  of the move, from 0
 * @returns {{base: number, walk: Walk}}  `base`: number of the game's moves on the board before the walk
 */
export function walkOf(review, kind, ply) {
  const win = readWin(review[kind]?.proof);
  const attacker = kind === "win" ? moverOf(ply) : otherColor(moverOf(ply));
  return { base: kind === "threat" && isLost(review) ? ply + 1 : ply, walk: startWalk(win, attacker) };
}

/** Mark the missed win with a ring. @param {MoveReview} review @returns {Mark[]} */
export const missedMarks = (review) =>
  review.win && isWinSought(review) ? [{ point: review.win.line[0], kind: "hint" }] : [];

/** @typedef {NonNullable<MoveReview["open"]>[number]} OpenMove */
/** @typedef {Pick<OpenMove, "method" | "nodes" | "searched">} Looked  effort of the search for a forced win */

/**
 * Group open moves by search effort, the greatest first.
 *
 * @param {readonly OpenMove[]} open
 * @returns {(Looked & {points: number[]})[]}
 */
export function bySearch(open) {
  /** @type {Map<string, Looked & {points: number[]}>} */
  const groups = new Map();
  for (const { point, method, nodes, searched = 0 } of open) {
    const key = `${method} ${nodes} ${searched}`;
    const group = groups.get(key) ?? { method, nodes, searched, points: [] };
    group.points.push(point);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (a, b) => SEARCHES.indexOf(b.method) - SEARCHES.indexOf(a.method) || b.nodes - a.nodes,
  );
}

/** @type {readonly OpenMove["method"][]}  weakest first */
const SEARCHES = ["five", "four", "vcf", "vct", "fukumi"];

/** Estimate that multiplies the odds of winning by e. */
const SCALE = 200;

/**
 * @param {number} value  estimate for Black
 * @returns {number}  expected result, from -1 (loss) to 1 (win)
 */
export const outlook = (value) => Math.tanh(value / (2 * SCALE));

/**
 * Compute the curve of the estimates, Black's advantage upwards, and the area between it and the middle line. Moves
 * without an estimate leave a gap.
 *
 * @param {(number | null)[]} estimates  one per move
 * @param {number} width
 * @param {number} height
 * @returns {{area: string, line: string}}  SVG paths
 */
export function graphPaths(estimates, width, height) {
  const middle = height / 2;
  const across = (/** @type {number} */ ply) => round((width * (ply + 1)) / estimates.length);
  const paths = { area: "", line: "" };
  estimates.forEach((value, ply) => {
    if (value === null) return;
    const place = `${across(ply)} ${round(middle * (1 - outlook(value)))}`;
    const first = (estimates[ply - 1] ?? null) === null;
    const last = (estimates[ply + 1] ?? null) === null;
    paths.line += (first ? "M" : "L") + place;
    paths.area += `${first ? `M${across(ply)} ${middle}` : ""}L${place}${last ? `L${across(ply)} ${middle}Z` : ""}`;
  });
  return paths;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/**
 * @param {number} fraction  of the graph's width
 * @param {number} plies
 * @returns {number}  number of moves on the board there
 */
export const plyAt = (fraction, plies) => Math.min(plies, Math.max(0, Math.round(fraction * plies)));

/**
 * List the plies, from 0, of the moves with a label.
 *
 * @param {readonly MoveReview[]} reviews
 * @param {Label} label
 * @returns {number[]}
 */
export const pliesOf = (reviews, label) => reviews.flatMap((review, ply) => (labelOf(review) === label ? [ply] : []));
