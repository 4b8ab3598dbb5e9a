/** The bots as a ladder: who plays what, how far one has come, whom to play next. Pure. */

/** @import {LevelInfo, LevelScore} from "./api.js" */
/** @import {Rules} from "./messages.js" */

/** @typedef {{rules: Rules, size: number}} Board */
/** @typedef {{info: LevelInfo, score: LevelScore | null, beaten: boolean, next: boolean}} Rung  `next`: the first that is still to be beaten */

const SHORT = 3;
const UNMEASURED = 10; // from this number on levels have no place on the ladder: the learner, then the operator's engines

/** @param {LevelInfo} info */
export const playsGomoku = (info) => info.rules.some((rules) => rules !== "tictactoe");

/**
 * @param {LevelInfo} info
 * @param {Board} board
 */
export const canPlay = (info, { rules, size }) =>
  info.ready !== false && info.rules.includes(rules) && info.sizes.some((known) => known === size);

/**
 * @param {LevelInfo[]} levels
 * @param {LevelScore[]} scores
 * @returns {Rung[]}  the weakest first
 */
export function rungs(levels, scores) {
  const ladder = levels.filter(playsGomoku).map((info) => {
    const score = scores.find(({ level }) => level === info.level) ?? null;
    return { info, score, beaten: score !== null && score.won > 0, next: false };
  });
  const next = ladder.find(({ beaten }) => !beaten);
  if (next) next.next = true;
  return ladder;
}

/**
 * The few rungs that matter now: the last opponent, the one above, and the next to be beaten; filled up from below.
 *
 * @param {Rung[]} ladder
 * @param {number | null} last  level of the last opponent
 * @returns {Rung[]}
 */
export function shortList(ladder, last) {
  const at = ladder.findIndex(({ info }) => info.level === last);
  const next = ladder.findIndex((rung) => rung.next);
  const wanted = [...(at < 0 ? [] : [at]), next, ...(at < 0 ? [] : [at + 1]), ...ladder.keys()];
  const places = new Set(wanted.filter((place) => place in ladder));
  return [...places].slice(0, SHORT).sort((a, b) => a - b).map((place) => ladder[place]);
}

/**
 * The next stronger bot of the ladder that plays there.
 *
 * @param {LevelInfo[]} levels  the weakest first
 * @param {number} level
 * @param {Board} board
 * @returns {LevelInfo | null}
 */
export function levelAbove(levels, level, board) {
  const at = levels.findIndex((info) => info.level === level);
  const above = at < 0 ? [] : levels.slice(at + 1);
  return above.find((info) => info.level < UNMEASURED && canPlay(info, board)) ?? null;
}
