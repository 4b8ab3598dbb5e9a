/** Solving a puzzle: what has been played, and how it stands. Pure. */

import { lineMarks } from "./proof.js";

/** @import {PuzzleInfo} from "./api.js" */
/** @import {Color, Tried} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */

/**
 * @typedef {object} Attempt
 * @property {PuzzleInfo} puzzle
 * @property {readonly number[]} played  own moves and replies, alternating
 * @property {number | null} asked  a move that the server is judging
 * @property {"solving" | "wrong" | "solved"} state
 * @property {readonly number[]} line  how it goes on from there
 */

/** @param {PuzzleInfo} puzzle @returns {Attempt} */
export const attempt = (puzzle) => ({ puzzle, played: [], asked: null, state: "solving", line: [] });

/**
 * All own moves, as the server wants them.
 *
 * @param {Attempt} attempt  with a move asked
 * @returns {number[]}
 */
export const ownMoves = ({ played, asked }) => [
  ...played.filter((_, index) => index % 2 === 0),
  ...(asked === null ? [] : [asked]),
];

/** @param {Attempt} before @param {number} point @returns {Attempt} */
export const ask = (before, point) => ({ ...before, asked: point });

/**
 * The server refused to judge the move: it is as if it had not been made.
 *
 * @param {Attempt} before
 * @returns {Attempt}
 */
export const withdrawn = (before) => ({ ...before, asked: null });

/**
 * @param {Attempt} before  with a move asked
 * @param {Tried} tried
 * @returns {Attempt}
 */
export function judged(before, { right, done, reply, line }) {
  const played = [
    ...before.played,
    ...(before.asked === null ? [] : [before.asked]),
    ...(typeof reply === "number" ? [reply] : []),
  ];
  return { ...before, played, asked: null, state: !right ? "wrong" : done ? "solved" : "solving", line: line ?? [] };
}

/**
 * The position before the wrong move again.
 *
 * @param {Attempt} before
 * @returns {Attempt}
 */
export const again = (before) => ({ ...before, played: before.played.slice(0, -1), state: "solving", line: [] });

/**
 * @param {Attempt} attempt
 * @returns {number[]}  every stone on the board, black's first
 */
export const stonesOf = ({ puzzle, played }) => [...puzzle.stones, ...played];

/**
 * @param {Attempt} attempt
 * @returns {Color}  whose turn it is after what has been played
 */
export const toMoveOf = (attempt) => (stonesOf(attempt).length % 2 === 0 ? "black" : "white");

/**
 * The line that shows how it goes on, as stones to see through.
 *
 * @param {Attempt} attempt
 * @returns {Mark[]}
 */
export const restMarks = (attempt) => lineMarks(attempt.line, toMoveOf(attempt));

/**
 * @param {Attempt} attempt
 * @returns {boolean}  whether how it went counts already, so that nothing more is given away by telling of the puzzle
 */
export const isTried = ({ puzzle, state }) => Boolean(puzzle.yours) || state !== "solving";
