/**
 * A proven win as a tree: the attacker's move, what it threatens, and what wins after each answer that matters. Pure.
 * Written as `[move, threat, answer, tree, answer, tree, ...]`; the threat is null where the move is a four or a five,
 * and what is null or missing to the end is left out.
 */

/** @import {Color} from "./messages.js" */

/**
 * @typedef {object} Win
 * @property {number} move  the attacker's
 * @property {readonly (readonly [answer: number, then: Win])[]} answers  without any, nothing stops the row
 * @property {Win | null} threat  wins after every other answer
 */

/**
 * @param {any} data  as the server sends it
 * @returns {Win}
 */
export function readWin([move, threat = null, ...rest]) {
  /** @type {[number, Win][]} */
  const answers = [];
  for (let at = 0; at < rest.length; at += 2) answers.push([rest[at], readWin(rest[at + 1])]);
  return { move, answers, threat: threat && readWin(threat) };
}

/** @type {WeakMap<Win, number>} */
const measured = new WeakMap();

/**
 * @param {Win} win
 * @returns {number}  the attacker's moves in the longest line
 */
export function lengthOf(win) {
  const known = measured.get(win);
  if (known !== undefined) return known;
  const length =
    1 + Math.max(0, win.threat ? lengthOf(win.threat) : 0, ...win.answers.map(([, then]) => lengthOf(then)));
  measured.set(win, length);
  return length;
}

/**
 * What wins after an answer; null where the tree ends, and where the attacker completes the row at once.
 *
 * @param {Win} win
 * @param {number} answer
 * @returns {Win | null}
 */
export function after(win, answer) {
  const found = win.answers.find(([point]) => point === answer);
  if (found) return found[1];
  if (win.threat) return win.threat;
  // Only a four has a single answer and no threat beside it: its fifth stone.
  const [only] = win.answers;
  return win.answers.length === 1 ? { move: only[0], answers: [], threat: null } : null;
}

/**
 * The answer that holds out longest; the first of several.
 *
 * @param {Win} win
 * @returns {number | null}
 */
export function longestAnswer(win) {
  let best = null;
  let most = 0;
  for (const [point, then] of win.answers) {
    if (lengthOf(then) <= most) continue;
    most = lengthOf(then);
    best = point;
  }
  return best;
}

/**
 * @typedef {object} Walk  through a proof, a stone at a time
 * @property {Win} win
 * @property {Color} attacker
 * @property {readonly number[]} played  attacker's moves and answers, alternating
 * @property {number} at  how many of them are shown
 */

/**
 * @param {Win} win
 * @param {Color} attacker
 * @returns {Walk}  with its first move shown, and the longest defence ahead
 */
export const startWalk = (win, attacker) => ({ win, attacker, played: [win.move, ...restOf(win)], at: 1 });

/**
 * @param {Win} win
 * @returns {number[]}  what comes after its move when the defender holds out longest
 */
function restOf(win) {
  const answer = longestAnswer(win);
  if (answer === null) return [];
  const then = /** @type {Win} */ (after(win, answer));
  return [answer, then.move, ...restOf(then)];
}

/**
 * The attacker's last move that is shown, or the one to come.
 *
 * @param {Walk} walk
 * @returns {Win}
 */
export function winAt({ win, played, at }) {
  let here = win;
  for (let ply = 1; ply + 1 < at; ply += 2) here = after(here, played[ply]) ?? here;
  return here;
}

/**
 * @param {Walk} walk
 * @returns {boolean}  whether the defender is to answer
 */
export const isDefence = ({ at }) => at % 2 === 1;

/**
 * The answers that the proof names for the defender to move; none where nothing helps any more.
 *
 * @param {Walk} walk
 * @returns {number[]}
 */
export const answersAt = (walk) => (isDefence(walk) ? winAt(walk).answers.map(([point]) => point) : []);

/**
 * The defender answers there, and the attacker goes on; from then on the defender holds out as long as possible.
 *
 * @param {Walk} walk  with the defender to move
 * @param {number} point  free
 * @returns {Walk}  the same one where nothing more is to be shown
 */
export function choose(walk, point) {
  const then = after(winAt(walk), point);
  if (!then || then.move === point) return walk;
  return { ...walk, played: [...walk.played.slice(0, walk.at), point, then.move, ...restOf(then)], at: walk.at + 2 };
}

/** @param {Walk} walk @param {number} at @returns {Walk} */
export const walkTo = (walk, at) => ({ ...walk, at: Math.min(walk.played.length, Math.max(0, at)) });

/** @param {Color} color @returns {Color} */
export const otherColor = (color) => (color === "black" ? "white" : "black");

/**
 * Stones of a line to lay over the board, numbered from 1.
 *
 * @param {readonly number[]} points
 * @param {Color} first  colour of the first
 * @returns {import("../board/position.js").Mark[]}
 */
export function lineMarks(points, first) {
  return points.map((point, index) => ({
    point,
    kind: index % 2 ? otherColor(first) : first,
    text: String(index + 1),
  }));
}

/**
 * The shown stones of a walk, and the answers that can be chosen.
 *
 * @param {Walk} walk
 * @returns {import("../board/position.js").Mark[]}
 */
export function walkMarks(walk) {
  return [
    ...lineMarks(walk.played.slice(0, walk.at), walk.attacker),
    ...answersAt(walk).map((point) => /** @type {const} */ ({ point, kind: "hint" })),
  ];
}
