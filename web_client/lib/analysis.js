/** What the server proved and estimated about a stored game, move by move. Pure. */

import { isLost, isWinSought, labelOf } from "./facts.js";
import { otherColor, readWin, startWalk } from "./proof.js";

/** @import {GameAnalysis, MoveReview} from "./api.js" */
/** @import {Color} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */
/** @import {Walk} from "./proof.js" */

/** @typedef {NonNullable<MoveReview["label"]>} Label */

/** @type {Label[]} */
export const LABELS = ["missed_win", "lost_here", "not_proven_lost", "forced"];

/**
 * @param {number} ply  from 0
 * @returns {Color}
 */
export const moverOf = (ply) => (ply % 2 === 0 ? "black" : "white");

/**
 * The traps that a game showed after its first moves.
 *
 * @param {GameAnalysis} analysis
 * @param {number} shown  how many moves
 * @returns {string[]}  their keys
 */
export const trapsAt = (analysis, shown) =>
  (analysis.traps ?? []).filter(({ ply }) => ply === shown).map(({ key }) => key);

/**
 * @typedef {"win" | "threat"} LineKind  what the mover could have forced; what the opponent could, after the move or
 *   after a pass
 */

/**
 * A walk through one of the proven wins that a move is explained by.
 *
 * @param {MoveReview} review
 * @param {LineKind} kind  of a win that there is
 * @param {number} ply  of the move, from 0
 * @returns {{base: number, walk: Walk}}  `base` moves of the game stand on the board before it
 */
export function walkOf(review, kind, ply) {
  const win = readWin(review[kind]?.proof);
  const attacker = kind === "win" ? moverOf(ply) : otherColor(moverOf(ply));
  return { base: kind === "threat" && isLost(review) ? ply + 1 : ply, walk: startWalk(win, attacker) };
}

/**
 * The move that let a win go has a ring where that was.
 *
 * @param {MoveReview} review
 * @returns {Mark[]}
 */
export const missedMarks = (review) =>
  review.win && isWinSought(review) ? [{ point: review.win.line[0], kind: "hint" }] : [];

/** @typedef {NonNullable<MoveReview["open"]>[number]} OpenMove */
/** @typedef {Pick<OpenMove, "method" | "nodes">} Looked  how hard a forced win was looked for */

/**
 * Open moves that were looked at equally hard, together; the hardest looked at first.
 *
 * @param {readonly OpenMove[]} open
 * @returns {(Looked & {points: number[]})[]}
 */
export function bySearch(open) {
  /** @type {Map<string, Looked & {points: number[]}>} */
  const groups = new Map();
  for (const { point, method, nodes } of open) {
    const key = `${method} ${nodes}`;
    const group = groups.get(key) ?? { method, nodes, points: [] };
    group.points.push(point);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (a, b) => SEARCHES.indexOf(b.method) - SEARCHES.indexOf(a.method) || b.nodes - a.nodes,
  );
}

/** @type {readonly OpenMove["method"][]} the weakest first */
const SEARCHES = ["five", "four", "vcf", "vct", "fukumi"];

/** So much of an estimate is a factor e in the odds of winning. */
const SCALE = 200;

/**
 * @param {number} value  for Black
 * @returns {number}  what may be expected of the game, from -1, a loss, to 1, a win
 */
export const outlook = (value) => Math.tanh(value / (2 * SCALE));

/**
 * The graph's curve, Black's advantage upwards, and the area between it and the middle line. Moves without an estimate
 * leave a gap.
 *
 * @param {(number | null)[]} estimates  one a move
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
 * @returns {number}  how many moves stand on the board there
 */
export const plyAt = (fraction, plies) => Math.min(plies, Math.max(0, Math.round(fraction * plies)));

/**
 * The plies, from 0, whose moves have a label.
 *
 * @param {readonly MoveReview[]} reviews
 * @param {Label} label
 * @returns {number[]}
 */
export const pliesOf = (reviews, label) => reviews.flatMap((review, ply) => (labelOf(review) === label ? [ply] : []));
