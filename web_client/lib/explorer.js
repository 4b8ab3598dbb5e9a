/** Queries and results of the explorer: positions as text, addresses, shares, marks. Pure. */

import { outlook } from "./analysis.js";
import { at, xy } from "./geometry.js";
import { movesText, readMoves } from "./position_string.js";
import { pathOf } from "./router.js";
import { ALL_RULES, sizesOf, usualSize } from "./rules.js";

/** @import {ExplorerMove, Explored} from "./api.js" */
/** @import {Rules} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */

/** @typedef {"all" | "people" | "bots" | "files"} Players */
/** @typedef {"" | "week" | "month" | "year"} Span */

/**
 * @typedef {object} Place
 * @property {Rules} rules
 * @property {number} size
 * @property {number[]} moves  points, black's first
 * @property {Players} who
 * @property {Span} span  how far back
 * @property {string} player  id or name; "" for everybody
 */

/** @type {Players[]} */
export const PLAYERS = ["all", "people", "bots", "files"];

/** @type {Span[]} */
export const SPANS = ["", "week", "month", "year"];

/** @type {Record<Span, number>} */
const DAYS = { "": 0, week: 7, month: 30, year: 365 };
const DAY_MS = 86_400_000;

/**
 * @param {URLSearchParams} query  of the page's address; invalid values become the default
 * @returns {Place}
 */
export function readPlace(query) {
  const rules = ALL_RULES.find((known) => known === query.get("rules")) ?? "freestyle";
  const size = sizesOf(rules).find((known) => String(known) === query.get("size")) ?? usualSize(rules);
  return {
    rules,
    size,
    moves: readMoves(query.get("moves") ?? "", size),
    who: PLAYERS.find((known) => known === query.get("who")) ?? "all",
    span: SPANS.find((known) => known === query.get("span")) ?? "",
    player: query.get("player")?.trim() ?? "",
  };
}

/** @param {Place} place @returns {string}  address of the page, without default values */
export function explorerPath({ rules, size, moves, who, span, player }) {
  const query = new URLSearchParams();
  if (rules !== "freestyle") query.set("rules", rules);
  if (size !== usualSize(rules)) query.set("size", String(size));
  if (who !== "all") query.set("who", who);
  if (span) query.set("span", span);
  if (player) query.set("player", player);
  if (moves.length) query.set("moves", movesText(moves, size));
  return query.size ? `${pathOf("explorer")}?${query}` : pathOf("explorer");
}

/** @param {Place} place @returns {string}  address of the form that creates a game from the position */
export const playPath = ({ rules, size, moves }) =>
  `${pathOf("lobby")}?${new URLSearchParams({ rules, size: String(size), moves: movesText(moves, size) })}`;

/**
 * @param {Place} place
 * @param {number} now  milliseconds
 * @returns {URLSearchParams}  for the API
 */
export function explorerQuery({ rules, size, moves, who, span, player }, now) {
  const query = new URLSearchParams({ rules, size: String(size), moves: movesText(moves, size), who });
  if (span) query.set("since", new Date(now - DAYS[span] * DAY_MS).toISOString().slice(0, 10));
  if (player) query.set("player", player);
  return query;
}

/**
 * Reduce an estimate to a word, since it is no more precise than that.
 *
 * @param {number} value  for Black, as in `MoveReview`
 * @returns {"even" | "slightly" | "ahead" | "far"}
 */
export function leadOf(value) {
  const lead = Math.abs(outlook(value));
  return lead < 0.1 ? "even" : lead < 0.4 ? "slightly" : lead < 0.8 ? "ahead" : "far";
}

/** @param {ExplorerMove["results"]} results */
export const gamesOf = ({ black, draw, white }) => black + draw + white;

/**
 * Choose the name among the images of a move: the highest row, then the rightmost column.
 *
 * @param {readonly number[]} points
 * @param {number} size
 */
export function named(points, size) {
  const { y } = xy(Math.min(...points), size);
  const highest = points.map((point) => xy(point, size)).filter((each) => each.y === y);
  return at(Math.max(...highest.map(({ x }) => x)), y, size);
}

/**
 * Compute whole percentages that add up to 100, remainders to the largest; all 0 without games.
 *
 * @param {ExplorerMove["results"]} results
 * @returns {{black: number, draw: number, white: number}}
 */
export function percents(results) {
  const games = gamesOf(results);
  const exact = [results.black, results.draw, results.white].map((n) => (games ? (100 * n) / games : 0));
  const whole = exact.map(Math.floor);
  const order = [0, 1, 2].sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]));
  const missing = games ? 100 - whole.reduce((sum, n) => sum + n) : 0;
  for (const index of order.slice(0, missing)) whole[index] += 1;
  return { black: whole[0], draw: whole[1], white: whole[2] };
}

/**
 * @param {number} n
 * @param {number} of
 * @returns {string}  "42", "<1"
 */
export const shareText = (n, of) =>
  of && n && (100 * n) / of < 1 ? "<1" : String(of ? Math.round((100 * n) / of) : 0);

/**
 * Mark the played moves: a disc whose size grows with the number of games, with a ring of the results, and dots at the
 * other images of a move.
 *
 * @param {Explored | null} explored
 * @param {number} size
 * @returns {Mark[]}
 */
export function explorerMarks(explored, size) {
  if (!explored) return [];
  const all = explored.moves.reduce((sum, { results }) => sum + gamesOf(results), 0);
  return explored.moves.flatMap(({ points, results }) => {
    const point = named(points, size);
    const n = gamesOf(results);
    /** @type {Mark} */
    const mark = {
      point,
      kind: "games",
      value: n / all,
      text: shareText(n, all),
      parts: [results.black, results.draw, results.white],
    };
    const others = points.filter((other) => other !== point);
    return [mark, ...others.map((other) => /** @type {Mark} */ ({ point: other, kind: "image" }))];
  });
}
