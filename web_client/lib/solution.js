/** Shown solution of a puzzle: a proof to walk through, with every answer of the other side. Pure. */

import { after, choose, isDefence, otherColor, readWin, startWalk, walkMarks, walkTo } from "./proof.js";

/** @import {PuzzleInfo} from "./api.js" */
/** @import {Color, Solution} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */
/** @import {Walk, Win} from "./proof.js" */

/**
 * @typedef {object} Shown
 * @property {PuzzleInfo} puzzle
 * @property {readonly number[]} answers  the right moves
 * @property {Win} proof  in a puzzle of defence, the other side's win without a defending move
 * @property {number | null} tried  defending move being shown, in a puzzle of defence
 * @property {Walk | null} walk  null until a defending move is chosen
 */

/** @param {PuzzleInfo} puzzle @param {Pick<Solution, "answers" | "proof">} solution @returns {Shown} */
export function showSolution(puzzle, { answers, proof }) {
  const win = readWin(proof);
  const walk = puzzle.kind === "win" ? startWalk(win, puzzle.to_move) : null;
  return { puzzle, answers, proof: win, tried: null, walk };
}

/**
 * Handle a press on a point: an answer of the losing side, followed by the win.
 *
 * @param {Shown} shown
 * @param {number} point  free
 * @returns {Shown}  unchanged if nothing follows
 */
export function answerAt(shown, point) {
  const { walk, puzzle, answers, proof } = shown;
  if (walk) {
    const next = choose(walk, point);
    return next === walk ? shown : { ...shown, walk: next };
  }
  if (answers.includes(point)) return { ...shown, tried: point };
  const then = after(proof, point);
  // A move on the winning point itself does not refute it.
  if (!then || then.move === point) return shown;
  return { ...shown, tried: point, walk: startWalk(then, otherColor(puzzle.to_move)) };
}

/** @param {Shown} shown @returns {Shown}  in its initial state */
export const beginAgain = ({ puzzle, answers, proof }) => ({
  puzzle,
  answers,
  proof,
  tried: null,
  walk: puzzle.kind === "win" ? startWalk(proof, puzzle.to_move) : null,
});

/** @param {Shown} shown @param {(at: number, plies: number) => number} step @returns {Shown} */
export const stepped = (shown, step) =>
  shown.walk ? { ...shown, walk: walkTo(shown.walk, step(shown.walk.at, shown.walk.played.length)) } : shown;

/** @param {Shown} shown @returns {boolean}  whether a right move is shown */
export const isHeld = ({ tried, walk }) => tried !== null && walk === null;

/** @param {Shown} shown @returns {number[]}  all stones on the board, black's first */
export const stonesShown = ({ puzzle, tried }) => [...puzzle.stones, ...(tried === null ? [] : [tried])];

/** @param {Shown} shown @returns {number[]}  the same, with the shown moves of the proof */
export const movesWalked = (shown) => [
  ...stonesShown(shown),
  ...(shown.walk ? shown.walk.played.slice(0, shown.walk.at) : []),
];

/** @param {Shown} shown @returns {{toMove: Color, canPlay: boolean, marks: Mark[]}} */
export function boardOf(shown) {
  const { puzzle, walk, answers } = shown;
  if (walk) return { toMove: otherColor(walk.attacker), canPlay: isDefence(walk), marks: walkMarks(walk) };
  return {
    toMove: isHeld(shown) ? otherColor(puzzle.to_move) : puzzle.to_move,
    canPlay: !isHeld(shown),
    marks: isHeld(shown) ? [] : answers.map((point) => ({ point, kind: "hint" })),
  };
}
