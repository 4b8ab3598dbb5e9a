/** Bots as a ladder: which can be played, the viewer's progress, and the next opponent. Pure. */

import { isFives } from "./rules.js";

/** @import {LevelInfo, LevelScore} from "./api.js" */
/** @import {Rules} from "./messages.js" */

/** @typedef {{rules: Rules, size: number}} Board */
/**
 * @typedef {{info: LevelInfo, score: LevelScore | null, beaten: boolean, next: boolean, twin: LevelInfo | null}} Rung
 *   `next`: the first bot still to beat; `twin`: the bot as on its first day
 */

const SHORT = 3;
const LEARNER = 10; // the bot that learns from every game is always listed

/** @param {LevelInfo} info */
export const playsGomoku = (info) => info.rules.some(isFives);

/** Tell whether a bot is a first-day twin: selectable by name, but no rung. @param {LevelInfo} info */
export const isTwin = (info) => (info.twin_of ?? null) !== null;

/** Find the first-day twin of a level. @param {LevelInfo[]} levels @param {number} level */
export const twinOf = (levels, level) => levels.find((info) => info.twin_of === level) ?? null;

/** @param {LevelInfo} info @param {Board} board */
export const canPlay = (info, { rules, size }) =>
  info.ready !== false && info.rules.includes(rules) && info.sizes.some((known) => known === size);

/** @param {LevelInfo[]} levels @param {LevelScore[]} scores @returns {Rung[]}  weakest first */
export function rungs(levels, scores) {
  const ladder = levels
    .filter((info) => playsGomoku(info) && !isTwin(info))
    .map((info) => {
      const score = scores.find(({ level }) => level === info.level) ?? null;
      return { info, score, beaten: score !== null && score.won > 0, next: false, twin: twinOf(levels, info.level) };
    });
  const next = ladder.find(({ beaten }) => !beaten);
  if (next) next.next = true;
  return ladder;
}

/**
 * Select the few relevant rungs: the last opponent, the bot above it, and the next one to beat, filled up from below.
 * The learning bot is always included.
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
  const few = new Set([...places].slice(0, SHORT));
  const learner = ladder.findIndex(({ info }) => info.level === LEARNER);
  if (learner >= 0) few.add(learner);
  return [...few].sort((a, b) => a - b).map((place) => ladder[place]);
}

/**
 * Find the bot to play at once: the next one to beat, or the strongest below it that is there.
 *
 * @param {Rung[]} ladder
 * @param {Board} board
 * @returns {LevelInfo | null}
 */
export function nextOpponent(ladder, board) {
  const next = ladder.findIndex((rung) => rung.next);
  const upTo = ladder.slice(0, next < 0 ? ladder.length : next + 1).reverse();
  return [...upTo, ...ladder].find(({ info }) => canPlay(info, board))?.info ?? null;
}

/** Tell whether a bot has a place on the ladder; the operator's engines have none. @param {LevelInfo} info */
const isMeasured = (info) => (info.elo ?? null) !== null;

/**
 * Find the next stronger bot of the ladder that plays such games.
 *
 * @param {LevelInfo[]} levels  weakest first
 * @param {number} level
 * @param {Board} board
 * @returns {LevelInfo | null}
 */
export function levelAbove(levels, level, board) {
  const at = levels.findIndex((info) => info.level === level);
  const above = at < 0 ? [] : levels.slice(at + 1);
  return above.find((info) => isMeasured(info) && !isTwin(info) && canPlay(info, board)) ?? null;
}
