/** Search for a better move where a game was lost or a win missed, with the study's knowledge of each try. Pure. */

import { missedMarks, moverOf } from "./analysis.js";
import { isLost, isTurned, isWinSought, namesOpen } from "./facts.js";
import { few } from "./marks.js";
import { lineMarks } from "./proof.js";

/** @import {MoveReview} from "./api.js" */
/** @import {Mark} from "../board/position.js" */

/**
 * @typedef {object} Tried
 * @property {number} point
 * @property {"open" | "lost" | "undecided" | "unknown" | "played" | "turned" | "forbidden" | "win" | "win_played" | "win_unknown"}
 *   says
 * @property {readonly number[]} line  winning line after the move, if it is proven to lose or to win
 */

/**
 * @typedef {object} Search  state of the search for the better move
 * @property {number} ply  of the move that lost or missed a win, from 0; also the number of stones on the board
 * @property {Tried | null} tried
 * @property {boolean} told  whether the answer is shown
 */

/**
 * @param {MoveReview} review  of the move that lost or missed a win
 * @param {number} played  its point
 * @param {number} point  tried instead
 * @returns {Tried}
 */
export function tried(review, played, point) {
  const { win, threat, open = [], undecided = [], lost = [], rest = null, forbidden = [] } = review;
  const says = (/** @type {Tried["says"]} */ word, /** @type {readonly number[]} */ line = []) => ({
    point,
    says: word,
    line,
  });
  if (win && isWinSought(review)) {
    if (point === win.line[0]) return says("win", win.line.slice(1));
    if (!isLost(review)) return says(point === played ? "win_played" : "win_unknown");
  }
  if (point === played) return isTurned(review) ? says("turned") : says("played", threat?.line);
  if (forbidden.includes(point)) return says("forbidden");
  if (open.some((move) => move.point === point)) return says("open");
  if (undecided.includes(point)) return says("undecided");
  const known = lost.find((move) => move.point === point)?.line ?? rest;
  return known ? says("lost", known) : says("unknown");
}

/**
 * Mark the tried stone with the line that refutes it or wins after it, or the answers.
 *
 * @param {MoveReview} review
 * @param {Search} search
 * @returns {Mark[]}
 */
export function searchMarks(review, { ply, tried: last, told }) {
  if (told) return answerMarks(review);
  return last ? lineMarks([last.point, ...last.line], moverOf(ply)) : [];
}

/**
 * Mark the better moves: the missed win, and the best of the open moves if they are better.
 *
 * @param {MoveReview} review
 * @returns {Mark[]}
 */
export const answerMarks = (review) => few([...missedMarks(review), ...(namesOpen(review) ? openMarks(review) : [])]);

/** @param {MoveReview} review @returns {Mark[]} */
const openMarks = ({ open = [] }) => open.map(({ point }) => ({ point, kind: "hint" }));
