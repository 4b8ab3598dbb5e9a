/**
 * The steps of the opening rules, to try them out on a page; in a game the server asks. A test holds them against the
 * server's. Pure.
 */

import { allowedPoints } from "./openings.js";
import { xy } from "./geometry.js";

/** @import {OpeningName} from "./messages.js" */

/**
 * A stone in a zone, for the third of the old swap rule not in the `corners` away from white's; a question whose answers
 * lead to steps of their own; how many fifth stones are offered, declared up to a number; the offer (0: as many as were
 * declared).
 *
 * @typedef {{lay: {nearest?: number, farthest?: number}, corners?: false}
 *   | {ask: Record<string, OpeningStep[]>} | {declare: number} | {offer: number}} OpeningStep
 */

/** @param {number} width @returns {OpeningStep}  a stone in the central square */
const central = (width) => ({ lay: { farthest: (width - 1) / 2 } });
/** @type {OpeningStep} */
const ANYWHERE = { lay: {} };
/** @param {number} width @returns {OpeningStep[]} */
const pro = (width) => [central(1), ANYWHERE, { lay: { nearest: (width + 1) / 2 } }];

/** @type {OpeningStep} */
const SWAP = { ask: { keep: [], swap: [] } };
/** @type {OpeningStep} */
const COLOR = { ask: { black: [], white: [] } };
const THREE = [ANYWHERE, ANYWHERE, ANYWHERE];
const PATTERN = [central(1), central(3), central(5)];

/** @param {number} most @returns {OpeningStep[]} */
const soosyrv = (most) => [...PATTERN, SWAP, ANYWHERE, { declare: most }, SWAP, { offer: 0 }];

/** @param {number} offers @param {number[]} widths @returns {OpeningStep[]} */
function taraguchi(offers, widths) {
  const single = [central(9), SWAP];
  return [
    ...widths.slice(0, -1).flatMap((width) => [central(width), SWAP]),
    central(widths[widths.length - 1]),
    { ask: { one: single, swap: single, offer: [{ offer: offers }] } },
  ];
}

/** @param {OpeningStep} question @returns {OpeningStep} */
const orTwo = (question) => ({ ask: { black: [], white: [], two: [ANYWHERE, ANYWHERE, question] } });

/** @param {OpeningStep} question @returns {OpeningStep[]} */
const sakata = (question) => [...PATTERN, central(7), central(9), question];

/** @type {Record<OpeningName, OpeningStep[]>} */
export const OPENING_STEPS = {
  free: [],
  swap2: [...THREE, orTwo(COLOR)],
  swap: [...THREE, COLOR],
  swap_after_first: [ANYWHERE, COLOR],
  pro: pro(5),
  long_pro: pro(7),
  soosyrv_8: soosyrv(8),
  soosyrv_4: soosyrv(4),
  taraguchi_10: taraguchi(10, [1, 3, 5, 7]),
  taraguchi_5: taraguchi(5, [1, 3, 5, 7]),
  super_taraguchi: taraguchi(10, [1, 5, 7, 9]),
  yamaguchi: [...PATTERN, { declare: 12 }, SWAP, ANYWHERE, { offer: 0 }],
  rif: [...PATTERN, SWAP, ANYWHERE, { offer: 2 }],
  tarannikov: [1, 3, 5, 7, 9].flatMap((width) => [central(width), SWAP]),
  sakata: sakata(COLOR),
  super_sakata: sakata(orTwo(orTwo(orTwo(COLOR)))),
  old_swap: [central(1), central(3), { lay: { farthest: 2 }, corners: false }, SWAP, ANYWHERE, { offer: 2 }],
};

/**
 * @typedef {object} Trial  an opening that is tried out
 * @property {number[]} moves
 * @property {OpeningStep[]} left
 * @property {number} offers  declared
 */

/** @param {OpeningName} name @returns {Trial} */
export const beginTrial = (name) => ({ moves: [], left: OPENING_STEPS[name], offers: 0 });

/** @param {Trial} trial @param {number} point @returns {Trial} */
export const layStone = ({ moves, left, offers }, point) => ({ moves: [...moves, point], left: left.slice(1), offers });

/** @param {Trial} trial @param {string} word @returns {Trial} */
export function answer(trial, word) {
  const [step, ...left] = trial.left;
  return "ask" in step ? { ...trial, left: [...step.ask[word], ...left] } : trial;
}

/** @param {Trial} trial @param {number} offers @returns {Trial} */
export const declare = ({ moves, left }, offers) => ({ moves, left: left.slice(1), offers });

/**
 * Where the next stone may lie; null where the trial asks for none, or its zone is the whole board.
 *
 * @param {Trial} trial
 * @param {number} size
 * @returns {number[] | null}
 */
export function zoneOf({ moves, left: [step] }, size) {
  if (!step || !("lay" in step)) return null;
  const zone = allowedPoints({ kind: "stone", seat: 0, ...step.lay }, size);
  return step.corners === false && zone ? zone.filter((point) => !isFarCorner(point, moves[1], size)) : zone;
}

/**
 * Whether the third stone lies two lines off in both directions, on the side of the centre that white's is not on: the
 * two patterns, one direct and one indirect, that white wins.
 *
 * @param {number} third
 * @param {number} second
 * @param {number} size
 */
function isFarCorner(third, second, size) {
  const centre = (size - 1) / 2;
  const [a, b] = [xy(third, size), xy(second, size)];
  const [ax, ay, bx, by] = [a.x - centre, a.y - centre, b.x - centre, b.y - centre];
  return Math.abs(ax) === 2 && Math.abs(ay) === 2 && ax * bx + ay * by < 0;
}
