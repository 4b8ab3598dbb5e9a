/** What the staff's page says of evidence: shares and spreads with their intervals, as text. Pure. */

/** @typedef {import("./messages.js").Evidence} Evidence */
/** @typedef {Evidence["own"]} Figures */
/** @typedef {NonNullable<Figures["choices"]>} Share */
/** @typedef {NonNullable<Figures["times"]>} Spread */

/** The groups whose figures stand beside each other. */
export const GROUPS = /** @type {const} */ (["own", "opponents", "near"]);
/** The figures, in their order. */
export const FIGURES = /** @type {const} */ (["choices", "wins", "times"]);

/**
 * A share as whole percents, and what it rests on.
 *
 * @param {Share} share
 */
export const shareParts = ({ found, of, low, high }) => ({
  percent: Math.round((100 * found) / of),
  low: Math.round(100 * low),
  high: Math.round(100 * high),
  found,
  of,
});

/**
 * A spread in hundredths.
 *
 * @param {Spread} spread
 */
export const spreadParts = ({ mean, low, high, games }) => ({
  mean: mean.toFixed(2),
  low: low.toFixed(2),
  high: high.toFixed(2),
  n: games,
});

/**
 * How many of the games are analysed, wait for it, and neither.
 *
 * @param {Evidence["games"]} games
 */
export function countStates(games) {
  const counts = { studied: 0, waiting: 0, none: 0 };
  for (const { state } of games) counts[state] += 1;
  return counts;
}
