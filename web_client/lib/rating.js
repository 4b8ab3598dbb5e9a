/** Ratings as text and graphs. Pure. */

/** @import {GameHistory, GameSummary} from "./api.js" */
/** @import {RatingMark, RoomRating} from "../protocol.js" */

/** Smallest deviation of a provisional rating, which gets a question mark. */
export const PROVISIONAL = 110;

/** Format a rating. @param {RatingMark} mark */
export const markText = ({ rating, deviation }) => `${rating}${deviation >= PROVISIONAL ? "?" : ""}`;

/**
 * Format a rating change with its sign.
 *
 * @param {number} change  in points
 */
export const changeText = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/**
 * Tell whether a game counts, or will count, as far as its room knows.
 *
 * @param {{rated: boolean, rating?: RoomRating | null}} room
 */
export const isRated = ({ rated, rating }) => rated && !rating?.unrated;

/** Tell the same of a stored game. @param {Pick<GameHistory, "game" | "rating">} whole */
export const wasRated = ({ game, rating }) => game.rated && (!game.result || Boolean(rating && !rating.unrated));

/**
 * Tell the same of a game in a list, which has the previous ratings if it was counted.
 *
 * @param {Pick<GameSummary, "rated" | "result" | "marks">} game
 */
export const isListedRated = ({ rated, result, marks }) => rated && (!result || Boolean(marks));

/**
 * @typedef {object} RatingGraph
 * @property {{y: number, rating: number}[]} levels  grid lines
 * @property {string} band  path of the deviation
 * @property {string} line  path of the rating
 * @property {[number, number][]} dots
 */

/**
 * Compute the graph of a rating over time.
 *
 * @param {[number, number, number][]} history  time, rating, deviation; at least one point
 * @param {{left: number, right: number, top: number, bottom: number}} box
 * @returns {RatingGraph}
 */
export function graphRating(history, { left, right, top, bottom }) {
  const lows = history.map(([, rating, deviation]) => rating - Math.min(deviation, 200));
  const highs = history.map(([, rating, deviation]) => rating + Math.min(deviation, 200));
  const step = 100;
  const low = Math.floor(Math.min(...lows) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...highs) / step) * step);
  const every = step * Math.ceil((high - low) / step / 4);
  const first = history[0][0];
  const span = Math.max(1, history[history.length - 1][0] - first);
  const x = (/** @type {number} */ at) => round(left + ((right - left) * (at - first)) / span);
  const y = (/** @type {number} */ rating) => round(top + ((bottom - top) * (high - rating)) / (high - low));
  const there = history.map(([at], index) => `${index ? "L" : "M"}${x(at)} ${y(highs[index])}`);
  const back = history.map(([at], index) => `L${x(at)} ${y(lows[index])}`).reverse();
  /** @type {RatingGraph["levels"]} */
  const levels = [];
  for (let rating = low; rating <= high; rating += every) levels.push({ y: y(rating), rating });
  return {
    levels,
    band: `${there.join("")}${back.join("")}Z`,
    line: history.map(([at, rating], index) => `${index ? "L" : "M"}${x(at)} ${y(rating)}`).join(""),
    dots: history.map(([at, rating]) => [x(at), y(rating)]),
  };
}

/** @param {number} length */
const round = (length) => Math.round(length * 10) / 10;
