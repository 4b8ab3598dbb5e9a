/** Content of each point of the board. Pure functions of the state, without a document. */

import { frame } from "../lib/geometry.js";
import { colorOf } from "../lib/rules.js";

/** @typedef {"black" | "white"} Color */
/** @typedef {import("../lib/messages.js").Rules} Rules */

/**
 * @typedef {object} Mark  something drawn over a point
 * @property {number} point
 * @property {"hint" | "score" | "chosen" | "weight" | "label" | "games" | "image" | "outside" | "branch"
 *   | "triangle" | "square" | "circle" | "cross" | "never" | Color} kind  a colour is a stone of a line that is only shown
 * @property {number} [value]  strength, 0 to 1
 * @property {string} [text]  about 4 characters; also read aloud
 * @property {boolean} [ahead]  for a stone: the viewer's premove
 * @property {number[]} [parts]  for the ring of "games": black's wins, draws, white's wins
 */

/**
 * @typedef {object} LaidStone
 * @property {number} point
 * @property {Color} color
 * @property {number} move  number of its move; 0 for one that was set up
 * @property {boolean} last
 */

/**
 * @typedef {object} BoardState
 * @property {number} size  15, 19, 20; 3 for noughts and crosses
 * @property {number[]} moves  points, black first, alternating
 * @property {number} shown  number of moves on the board
 * @property {number} given  number of set-up moves, none of which is shown as the last
 * @property {Color | null} toMove  null if nobody is to move
 * @property {boolean} canPlay  whether the viewer may place a stone now
 * @property {string} mode  purpose of a press, if it is not playing; else empty
 * @property {boolean} marking  whether a press chooses a point, of stones too, and plays nothing
 * @property {boolean} paused  whether the viewer must leave that mode before playing
 * @property {boolean} over  whether the game has ended
 * @property {number | null} pending  point of a move without an acknowledgement yet
 * @property {readonly number[] | null} winningLine  shown with the last move
 * @property {Record<number, string>} forbidden  point -> reason, for the side to move
 * @property {readonly number[] | null} allowed  the only playable points; null for all
 * @property {readonly LaidStone[]} laid  stones that did not come from alternating moves
 * @property {boolean} showNumbers
 * @property {boolean} showCoordinates
 * @property {readonly Mark[]} marks
 */

/**
 * @typedef {object} Cell
 * @property {Color | null} color  of its stone
 * @property {number} move  number of the move, from 1; 0 without a stone
 * @property {boolean} last  last shown move
 * @property {boolean} pending
 * @property {boolean} winning
 * @property {string | null} forbidden  reason
 * @property {string | null} text  of the marks on it
 * @property {Color | null} line  colour of the stone of a shown line
 * @property {boolean} ahead  whether that stone is a premove
 */

/** @param {number} size @returns {BoardState} */
export function emptyBoard(size) {
  return {
    size,
    moves: [],
    shown: 0,
    given: 0,
    toMove: "black",
    canPlay: false,
    mode: "",
    marking: false,
    paused: false,
    over: false,
    pending: null,
    winningLine: null,
    forbidden: {},
    allowed: null,
    laid: [],
    showNumbers: false,
    showCoordinates: true,
    marks: [],
  };
}

/** Tell whether the board shows the current position, not an earlier one. @param {BoardState} state */
export const atEnd = (state) => state.shown >= state.moves.length;

/** @param {BoardState} state @returns {Cell[]}  one per point */
export function cells(state) {
  /** @type {Cell[]} */
  const all = Array.from({ length: state.size * state.size }, () => ({
    color: null,
    move: 0,
    last: false,
    pending: false,
    winning: false,
    forbidden: null,
    text: null,
    line: null,
    ahead: false,
  }));
  state.moves.slice(0, state.shown).forEach((point, ply) => {
    all[point].color = colorOf(ply);
    all[point].move = ply + 1;
    all[point].last = ply + 1 === state.shown && ply >= state.given;
  });
  for (const { point, color, move, last } of state.laid) Object.assign(all[point], { color, move, last });
  if (!atEnd(state)) return marked(all, state.marks);
  if (state.pending !== null && all[state.pending].color === null) {
    all[state.pending].color = state.toMove ?? colorOf(state.moves.length);
    all[state.pending].move = state.moves.length + 1;
    all[state.pending].pending = true;
  }
  for (const point of state.winningLine ?? []) all[point].winning = true;
  for (const [point, reason] of Object.entries(state.forbidden)) {
    if (all[Number(point)].color === null) all[Number(point)].forbidden = reason;
  }
  return marked(all, state.marks);
}

/** @param {Cell[]} all @param {readonly Mark[]} marks */
function marked(all, marks) {
  for (const { point, kind, text, ahead = false } of marks) {
    if (kind === "black" || kind === "white") Object.assign(all[point], { line: kind, ahead });
    if (text) all[point].text = all[point].text ? `${all[point].text} ${text}` : text;
  }
  return all;
}

/**
 * List the points whose cells differ.
 *
 * @param {Cell[]} before
 * @param {Cell[]} after  same length
 * @returns {number[]}
 */
export function changes(before, after) {
  const points = [];
  for (let point = 0; point < after.length; point++) {
    const [old, now] = [before[point], after[point]];
    if (
      old.color !== now.color
      || old.move !== now.move
      || old.last !== now.last
      || old.pending !== now.pending
      || old.winning !== now.winning
      || old.forbidden !== now.forbidden
      || old.text !== now.text
      || old.line !== now.line
      || old.ahead !== now.ahead
    )
      points.push(point);
  }
  return points;
}

/** @typedef {"turn" | "paused" | "review" | "over" | "pending" | "occupied" | "forbidden" | "not_allowed"} Refusal */

/**
 * Return the reason why the viewer cannot play at a point now; null if they can.
 *
 * @param {BoardState} state
 * @param {number} point
 * @returns {Refusal | null}
 */
export function refusal(state, point) {
  if (!atEnd(state)) return "review";
  if (state.over) return "over";
  if (state.pending !== null) return "pending";
  if (state.paused) return "paused";
  if (!state.canPlay || state.toMove === null) return "turn";
  if (state.marking) return null;
  if (state.moves.includes(point) || state.laid.some((stone) => stone.point === point)) return "occupied";
  if (state.allowed !== null && !state.allowed.includes(point)) return "not_allowed";
  return point in state.forbidden ? "forbidden" : null;
}

/** @param {BoardState} state */
export const frameOf = (state) => frame(state.size, state.showCoordinates);
