/**
 * Proven win as a tree: the attacker's move, its threat, and the win after each relevant answer. Pure. The format is
 * `[move, threat, answer, tree, answer, tree, ...]`; the threat is null if the move is a four or a five, and trailing
 * nulls are omitted.
 */

/** @import {Color} from "./messages.js" */

/**
 * @typedef {object} Win
 * @property {number} move  the attacker's
 * @property {readonly (readonly [answer: number, then: Win])[]} answers  if empty, nothing stops the row
 * @property {Win | null} threat  wins after every other answer
 */

/**
 * @param {any} data  from the server
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

/** Count the attacker's moves in the longest line. @param {Win} win @returns {number} */
export function lengthOf(win) {
  const known = measured.get(win);
  if (known !== undefined) return known;
  const length =
    1 + Math.max(0, win.threat ? lengthOf(win.threat) : 0, ...win.answers.map(([, then]) => lengthOf(then)));
  measured.set(win, length);
  return length;
}

/**
 * Return the win after an answer; null if the tree ends, or if the attacker completes the row at once.
 *
 * @param {Win} win
 * @param {number} answer
 * @returns {Win | null}
 */
export function after(win, answer) {
  const found = win.answers.find(([point]) => point === answer);
  if (found) return found[1];
  if (win.threat) return win.threat;
  // Only a four has a single answer and no threat: its fifth stone.
  const [only] = win.answers;
  return win.answers.length === 1 ? { move: only[0], answers: [], threat: null } : null;
}

/** Return the answer that holds out longest; the first of several. @param {Win} win @returns {number | null} */
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
 * @typedef {object} Walk  position in a proof, stepped through stone by stone
 * @property {Win} win
 * @property {Color} attacker
 * @property {readonly number[]} played  attacker's moves and answers, alternating
 * @property {number} at  number of shown stones
 */

/**
 * Start a walk at the first move, with the longest defence ahead.
 *
 * @param {Win} win
 * @param {Color} attacker
 * @returns {Walk}
 */
export const startWalk = (win, attacker) => ({ win, attacker, played: [win.move, ...restOf(win)], at: 1 });

/** List the moves after the win's move when the defender holds out longest. @param {Win} win @returns {number[]} */
function restOf(win) {
  const answer = longestAnswer(win);
  if (answer === null) return [];
  const then = /** @type {Win} */ (after(win, answer));
  return [answer, then.move, ...restOf(then)];
}

/** Return the attacker's last shown move, or else the next one. @param {Walk} walk @returns {Win} */
export function winAt({ win, played, at }) {
  let here = win;
  for (let ply = 1; ply + 1 < at; ply += 2) here = after(here, played[ply]) ?? here;
  return here;
}

/** @param {Walk} walk @returns {boolean}  whether the defender is to answer */
export const isDefence = ({ at }) => at % 2 === 1;

/**
 * List the answers in the proof for a defender to move; empty if nothing helps.
 *
 * @param {Walk} walk
 * @returns {number[]}
 */
export const answersAt = (walk) => (isDefence(walk) ? winAt(walk).answers.map(([point]) => point) : []);

/**
 * Play a defender's answer and the attacker's reply; from then on the defender holds out as long as possible.
 *
 * @param {Walk} walk  with the defender to move
 * @param {number} point  free
 * @returns {Walk}  unchanged if nothing more can be shown
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
 * Mark a line with translucent stones, numbered from 1.
 *
 * @param {readonly number[]} points
 * @param {Color} first  colour of the first stone
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
 * Mark the shown stones of a walk and the answers, which have the sign of the branches of a tree.
 *
 * @param {Walk} walk
 * @returns {import("../board/position.js").Mark[]}
 */
export function walkMarks(walk) {
  return [
    ...lineMarks(walk.played.slice(0, walk.at), walk.attacker),
    ...answersAt(walk).map((point) => /** @type {const} */ ({ point, kind: "branch" })),
  ];
}
