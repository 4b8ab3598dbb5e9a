/** Attempt at a puzzle: moves and state. Pure. */

import { lineMarks } from "./proof.js";

/** @import {PuzzleInfo} from "./api.js" */
/** @import {Color, Tried} from "./messages.js" */
/** @import {PuzzleRated} from "../protocol.js" */
/** @import {Mark} from "../board/position.js" */

/** @typedef {Pick<PuzzleInfo, "kind" | "stones" | "yours">} Posed  puzzle, or position of a game to be solved as one is */

/**
 * @template {Posed} [P=PuzzleInfo]
 * @typedef {object} Attempt
 * @property {P} puzzle
 * @property {readonly number[]} played  the player's moves and the replies, alternating
 * @property {number | null} asked  move that the server is judging
 * @property {"solving" | "wrong" | "solved"} state
 * @property {readonly number[]} line  continuation
 * @property {PuzzleRated | null} rated  change of the player's rating by it
 */

/** @template {Posed} P @param {P} puzzle @returns {Attempt<P>} */
export const attempt = (puzzle) => ({ puzzle, played: [], asked: null, state: "solving", line: [], rated: null });

/**
 * List all moves of the player, in the format of the command.
 *
 * @param {Attempt<Posed>} attempt  with a move being judged
 * @returns {number[]}
 */
export const ownMoves = ({ played, asked }) => [
  ...played.filter((_, index) => index % 2 === 0),
  ...(asked === null ? [] : [asked]),
];

/** @template {Posed} P @param {Attempt<P>} before @param {number} point @returns {Attempt<P>} */
export const ask = (before, point) => ({ ...before, asked: point });

/**
 * Take the move back after the server refused to judge it.
 *
 * @template {Posed} P
 * @param {Attempt<P>} before
 * @returns {Attempt<P>}
 */
export const withdrawn = (before) => ({ ...before, asked: null });

/**
 * @template {Posed} P
 * @param {Attempt<P>} before  with a move being judged
 * @param {Tried} tried
 * @returns {Attempt<P>}
 */
export function judged(before, { right, done, reply, line, rated }) {
  const played = [
    ...before.played,
    ...(before.asked === null ? [] : [before.asked]),
    ...(typeof reply === "number" ? [reply] : []),
  ];
  const state = !right ? "wrong" : done ? "solved" : "solving";
  return { ...before, played, asked: null, state, line: line ?? [], rated: rated ?? before.rated };
}

/**
 * Return to the position before the wrong move.
 *
 * @template {Posed} P
 * @param {Attempt<P>} before
 * @returns {Attempt<P>}
 */
export const again = (before) => ({ ...before, played: before.played.slice(0, -1), state: "solving", line: [] });

/** @param {Attempt<Posed>} attempt @returns {number[]}  all stones on the board, black's first */
export const stonesOf = ({ puzzle, played }) => [...puzzle.stones, ...played];

/** @param {Attempt<Posed>} attempt @returns {Color}  side to move after the played moves */
export const toMoveOf = (attempt) => (stonesOf(attempt).length % 2 === 0 ? "black" : "white");

/** Mark the continuation with translucent stones. @param {Attempt<Posed>} attempt @returns {Mark[]} */
export const restMarks = (attempt) => lineMarks(attempt.line, toMoveOf(attempt));

/** @param {Attempt<Posed>} attempt @returns {boolean}  whether the result is final, so that the puzzle's facts can be shown */
export const isTried = ({ puzzle, state }) => Boolean(puzzle.yours) || state !== "solving";
