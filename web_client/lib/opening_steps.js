/**
 * Opening rules for trying them out on a page; in a game the server decides. Tests compare the steps, and the questions
 * of random openings, with the server's. Pure.
 */

import { at, xy } from "./geometry.js";
import { allowedPoints } from "./openings.js";
import { colorOf } from "./rules.js";

/** @import {Choice, OpeningName, OpeningTurn} from "./messages.js" */

/**
 * Step of an opening: a stone in a zone, placed by the owner of its colour, or with `again` by the player who acted
 * last; the third stone of the old swap rule excludes the `corners` away from white's stone. A question to the player
 * who did not act last, each answer with its steps. A declaration of the number of fifth stones, up to a maximum. The
 * offer of these (0: as many as declared), then the pick of one.
 *
 * @typedef {{lay: {nearest?: number, farthest?: number}, again?: true, corners?: false}
 *   | {ask: Record<string, OpeningStep[]>} | {declare: number} | {offer: number} | {pick: number[]}} OpeningStep
 */

/** @param {number} width @returns {OpeningStep}  a stone in the central square */
const central = (width) => ({ lay: { farthest: (width - 1) / 2 } });
/** @param {number} width @returns {OpeningStep}  the same, by the player who acted last */
const centralAgain = (width) => ({ lay: { farthest: (width - 1) / 2 }, again: true });
/** @type {OpeningStep} */
const ANYWHERE = { lay: {} };
/** @type {OpeningStep} */
const AGAIN = { lay: {}, again: true };
/** @param {number} width @returns {OpeningStep[]} */
const pro = (width) => [central(1), ANYWHERE, { lay: { nearest: (width + 1) / 2 } }];

/** @type {OpeningStep} */
const SWAP = { ask: { keep: [], swap: [] } };
/** @type {OpeningStep} */
const COLOR = { ask: { black: [], white: [] } };
const THREE = [ANYWHERE, AGAIN, AGAIN];
const PATTERN = [central(1), centralAgain(3), centralAgain(5)];

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
const orTwo = (question) => ({ ask: { black: [], white: [], two: [AGAIN, AGAIN, question] } });

/** @param {OpeningStep} question @returns {OpeningStep[]} */
const sakata = (question) => [...PATTERN, central(7), centralAgain(9), question];

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
 * @typedef {object} Trial  opening being tried out
 * @property {number[]} moves
 * @property {OpeningStep[]} left
 * @property {number} offers  declared number
 * @property {number} black  the player who has black so far; player 0 begins
 * @property {number} last  the player who acted last
 */

/** @param {OpeningName} name @returns {Trial} */
export const beginTrial = (name) => ({ moves: [], left: OPENING_STEPS[name], offers: 0, black: 0, last: 0 });

/** @param {number} seat @returns {number} */
const otherThan = (seat) => (seat === 0 ? 1 : 0);

/**
 * Return the current question and its player; null once the opening is over.
 *
 * @param {Trial} trial
 * @returns {OpeningTurn | null}
 */
export function turnOf({ moves, left: [step], offers, black, last }) {
  if (!step) return null;
  const owner = moves.length % 2 === 0 ? black : otherThan(black);
  if ("lay" in step) return { kind: "stone", seat: step.again ? last : owner, ...step.lay };
  if ("ask" in step)
    return { kind: "choice", seat: otherThan(last), choices: /** @type {Choice[]} */ (Object.keys(step.ask)) };
  if ("declare" in step) return { kind: "number", seat: last, most: step.declare };
  if ("offer" in step) return { kind: "offer", seat: owner, count: step.offer || offers };
  return { kind: "pick", seat: otherThan(owner), points: step.pick };
}

/**
 * Return the steps that follow an answer.
 *
 * @param {OpeningName} name
 * @param {number} ply  number of stones on the board
 * @param {readonly string[]} words  possible answers
 * @param {string} word  the chosen one
 * @returns {OpeningStep[]}
 */
export function stepsAfter(name, ply, words, word) {
  /** @param {OpeningStep[]} steps @param {number} laid @returns {OpeningStep[] | null} */
  function look([step, ...rest], laid) {
    if (!step) return null;
    if (!("ask" in step)) return look(rest, "declare" in step ? laid : laid + 1); // an offer ends with a stone
    if (laid === ply && Object.keys(step.ask).join() === words.join()) return [...step.ask[word], ...rest];
    for (const then of Object.values(step.ask)) {
      const found = laid <= ply && look([...then, ...rest], laid);
      if (found) return found;
    }
    return null;
  }
  return look(OPENING_STEPS[name], 0) ?? [];
}

/**
 * Return the trial after an answer.
 *
 * @param {Trial} trial
 * @param {Partial<Trial>} change
 * @returns {Trial}
 */
const acted = (trial, change) => ({
  ...trial,
  left: trial.left.slice(1),
  last: turnOf(trial)?.seat ?? trial.last,
  ...change,
});

/**
 * Return the trial after a stone was placed or picked.
 *
 * @param {Trial} trial
 * @param {number} point
 * @returns {Trial}
 */
export const layStone = (trial, point) => acted(trial, { moves: [...trial.moves, point] });

/** @param {Trial} trial @param {string} word @returns {Trial} */
export function answer(trial, word) {
  const [step, ...left] = trial.left;
  if (!("ask" in step)) return trial;
  const player = otherThan(trial.last);
  const black = { swap: otherThan(trial.black), black: player, white: otherThan(player) }[word] ?? trial.black;
  return acted(trial, { left: [...step.ask[word], ...left], black });
}

/** @param {Trial} trial @param {number} offers @returns {Trial} */
export const declare = (trial, offers) => acted(trial, { offers });

/** @param {Trial} trial @param {number[]} points @returns {Trial} */
export const offer = (trial, points) => acted(trial, { left: [{ pick: points }, ...trial.left.slice(1)] });

/**
 * List the points where the next stone may be placed or offered, by rows and zones; black's forbidden points are
 * included. Null if no stone is next.
 *
 * @param {Trial} trial
 * @param {number} size
 * @returns {number[] | null}
 */
export function playable(trial, size) {
  const { moves, left } = trial;
  const turn = turnOf(trial);
  if (turn === null || turn.kind === "choice" || turn.kind === "number") return null;
  const [step] = left;
  const everywhere = Array.from({ length: size * size }, (_, point) => point);
  const inZone = allowedPoints(turn, size) ?? everywhere;
  const corners = "lay" in step && step.corners === false;
  return inZone.filter(
    (point) =>
      !moves.includes(point) && !(corners && isFarCorner(point, moves[1], size)) && !makesFive(moves, point, size), // unknown winner: the colours are not settled
  );
}

/**
 * List the points that are the same offer as one: its images under the symmetries of the position.
 *
 * @param {readonly number[]} moves
 * @param {number} point
 * @param {number} size
 * @returns {number[]}  includes the point itself
 */
export function alike(moves, point, size) {
  const colors = new Map(moves.map((stone, ply) => [stone, colorOf(ply)]));
  const keeps = IMAGES.filter((image) =>
    moves.every((stone, ply) => colors.get(imageOf(image, stone, size)) === colorOf(ply)),
  );
  return [...new Set(keeps.map((image) => imageOf(image, point, size)))];
}

/** Eight symmetries of a board, by column, row and the last index. */
const IMAGES = [
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ _) => [x, y],
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ end) => [end - x, y],
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ end) => [x, end - y],
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ end) => [end - x, end - y],
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ _) => [y, x],
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ end) => [end - y, x],
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ end) => [y, end - x],
  (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ end) => [end - y, end - x],
];

/** @param {typeof IMAGES[number]} image @param {number} point @param {number} size */
function imageOf(image, point, size) {
  const { x, y } = xy(point, size);
  const [column, row] = image(x, y, size - 1);
  return at(column, row, size);
}

/**
 * Tell whether the next stone would make a row of five or more.
 *
 * @param {readonly number[]} moves
 * @param {number} point
 * @param {number} size
 */
function makesFive(moves, point, size) {
  const mine = new Set(moves.filter((_, ply) => colorOf(ply) === colorOf(moves.length)));
  const { x, y } = xy(point, size);
  const run = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    let n = 0;
    for (let [a, b] = [x + dx, y + dy]; Math.min(a, b) >= 0 && Math.max(a, b) < size; [a, b] = [a + dx, b + dy]) {
      if (!mine.has(at(a, b, size))) break;
      n++;
    }
    return n;
  };
  return [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].some(([dx, dy]) => run(dx, dy) + 1 + run(-dx, -dy) >= 5);
}

/**
 * Tell whether the third stone is two lines off in both directions, on the side of the centre away from white's stone:
 * the two patterns, one direct and one indirect, that white wins.
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
