/** Evidence as text: shares and spreads with their intervals. Pure. */

/** @typedef {import("./messages.js").Evidence} Evidence */
/** @typedef {Evidence["own"]} Figures */
/** @typedef {NonNullable<Figures["choices"]>} Share */
/** @typedef {NonNullable<Figures["times"]>} Spread */

/** Groups whose figures are compared. */
export const GROUPS = /** @type {const} */ (["own", "opponents", "near"]);
/** Figures, in display order. */
export const FIGURES = /** @type {const} */ (["choices", "wins", "times"]);

/** Format a share as whole percentages with its sample size. @param {Share} share */
export const shareParts = ({ found, of, low, high }) => ({
  percent: Math.round((100 * found) / of),
  low: Math.round(100 * low),
  high: Math.round(100 * high),
  found,
  of,
});

/** Format a spread in hundredths. @param {Spread} spread */
export const spreadParts = ({ mean, low, high, games }) => ({
  mean: mean.toFixed(2),
  low: low.toFixed(2),
  high: high.toFixed(2),
  n: games,
});

/** Count the games that are analysed, that wait for analysis, and the rest. @param {Evidence["games"]} games */
export function countStates(games) {
  const counts = { studied: 0, waiting: 0, none: 0 };
  for (const { state } of games) counts[state] += 1;
  return counts;
}
