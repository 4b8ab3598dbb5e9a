/** Plan of conditional moves: answers to moves of the opponent, as a tree in one list, in the server's format. Pure. */

import { isSlow } from "./slow.js";
import { standing } from "./standing.js";

/** @import {Room} from "./room.js" */

/**
 * Branch of a plan. After the branch number `after`, counted from 1, or at once if that is 0: if the opponent plays
 * `when`, then `answer`.
 *
 * @typedef {readonly [after: number, when: number, answer: number]} Branch
 */

/** @typedef {{number: number, when: number, answer: number, next: PlanNode[]}} PlanNode */

export const MOST_BRANCHES = 250;

/**
 * Tell whether the viewer may plan: in a game by correspondence, past its opening, on the opponent's turn.
 *
 * @param {Room} room
 * @returns {boolean}
 */
export function mayPlan(room) {
  const { phase, yourTurn } = standing(room, 0);
  return isSlow(room.clock) && phase === "playing" && room.you !== null && !yourTurn && !room.progress?.turn;
}

/**
 * Find the branch for a move of the opponent.
 *
 * @param {readonly Branch[]} branches
 * @param {number} after  number of a branch, 0 for none
 * @param {number} when
 * @returns {number}  its number, 0 if there is none
 */
export const branchFor = (branches, after, when) =>
  branches.findIndex((branch) => branch[0] === after && branch[1] === when) + 1;

/**
 * List the moves from the position to the answer of a branch.
 *
 * @param {readonly Branch[]} branches
 * @param {number} number
 * @returns {number[]}
 */
export function lineTo(branches, number) {
  if (number === 0) return [];
  const [after, when, answer] = branches[number - 1];
  return [...lineTo(branches, after), when, answer];
}

/**
 * Find the branch whose answer ends a line.
 *
 * @param {readonly Branch[]} branches
 * @param {readonly number[]} line  of whole branches
 * @returns {number | null}  0 for an empty line, null for one that is not in the plan
 */
export function branchAt(branches, line) {
  let number = 0;
  for (let at = 0; at < line.length; at += 2) {
    number = branchFor(branches, number, line[at]);
    if (number === 0 || branches[number - 1][2] !== line[at + 1]) return null;
  }
  return number;
}

/**
 * Add the last two moves of a line as a branch; the plan contains the moves before. Another answer to the same move is
 * replaced, and its continuation removed.
 *
 * @param {readonly Branch[]} branches
 * @param {readonly number[]} line  of whole branches, at least one
 * @returns {Branch[]}
 */
export function withAnswer(branches, line) {
  const [when, answer] = line.slice(-2);
  const after = branchAt(branches, line.slice(0, -2));
  if (after === null) throw new Error("the plan does not have the moves before");
  const before = branchFor(branches, after, when);
  if (before && branches[before - 1][2] === answer) return [...branches];
  if (before === 0) return [...branches, [after, when, answer]];
  const kept = without(branches, before);
  return [...kept, [branchAt(kept, line.slice(0, -2)) ?? 0, when, answer]];
}

/**
 * Remove a branch with its continuation.
 *
 * @param {readonly Branch[]} branches
 * @param {number} number
 * @returns {Branch[]}
 */
export function without(branches, number) {
  const numbers = new Map([[0, 0]]);
  /** @type {Branch[]} */
  const left = [];
  branches.forEach(([after, when, answer], index) => {
    const now = numbers.get(after);
    if (index + 1 === number || now === undefined) return;
    left.push([now, when, answer]);
    numbers.set(index + 1, left.length);
  });
  return left;
}

/**
 * Return the branches as a tree.
 *
 * @param {readonly Branch[]} branches
 * @returns {PlanNode[]}  the branches of the position, each with those that come after it
 */
export function treeOf(branches) {
  /** @type {PlanNode[]} */
  const top = [];
  /** @type {PlanNode[]} */
  const nodes = [];
  branches.forEach(([after, when, answer], index) => {
    const node = { number: index + 1, when, answer, next: [] };
    nodes.push(node);
    (after === 0 ? top : nodes[after - 1].next).push(node);
  });
  return top;
}

/**
 * Add a move to a line. A point that is already in the line is removed with its continuation. The planned answer to a
 * move of the opponent is added with it.
 *
 * @param {readonly Branch[]} branches
 * @param {readonly number[]} line
 * @param {number} point
 * @returns {number[]}
 */
export function lineWith(branches, line, point) {
  if (line.includes(point)) return line.slice(0, line.indexOf(point));
  const longer = [...line, point];
  if (line.length % 2) return longer;
  const after = branchAt(branches, line);
  const number = after === null ? 0 : branchFor(branches, after, point);
  return number ? [...longer, branches[number - 1][2]] : longer;
}

/**
 * List a player's most recent moves that were played from the plan, oldest first; empty after a move by hand.
 *
 * @param {Room} room
 * @returns {number[]}
 */
export function playedAsPlanned({ moves, black, you }) {
  const points = [];
  if (you === null || black === null) return [];
  const parity = you === black ? 0 : 1;
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    if (ply % 2 !== parity) continue;
    if (!moves[ply].planned) break;
    points.unshift(moves[ply].point);
  }
  return points;
}
