/** Filters of puzzles in the page's address. Pure. */

import { RULES } from "./rules.js";
import { pathOf } from "./router.js";

/** @import {Rules} from "./messages.js" */

/** @typedef {(typeof KINDS)[number]} Kind */
/** @typedef {(typeof THEMES)[number]} Theme */
/** @typedef {(typeof BANDS)[number]} Band */

/**
 * @typedef {object} Wishes  null for any
 * @property {Kind | null} kind
 * @property {Rules | null} rules
 * @property {Theme | null} theme
 * @property {Band | null} band  level of the rating
 */

export const KINDS = /** @type {const} */ (["win", "defence"]);

export const THEMES = /** @type {const} */ ([
  "vcf",
  "vct",
  "double_four",
  "four_three",
  "double_three",
  "forbidden",
  "counter_four",
  "only_move",
  "counter",
]);

export const BANDS = /** @type {const} */ (["easy", "medium", "hard"]);

/** @type {Record<Band, {least?: string, most?: string}>}  ranges of the rating */
const RATINGS = { easy: { most: "1399" }, medium: { least: "1400", most: "1799" }, hard: { least: "1800" } };

/**
 * @param {URLSearchParams} query  invalid values count as any
 * @returns {Wishes}
 */
export const readWishes = (query) => ({
  kind: KINDS.find((known) => known === query.get("kind")) ?? null,
  rules: RULES.find((known) => known === query.get("rules")) ?? null,
  theme: THEMES.find((known) => known === query.get("theme")) ?? null,
  band: BANDS.find((known) => known === query.get("band")) ?? null,
});

/** @param {Wishes} wishes @returns {boolean}  whether any puzzle fits */
export const isAny = ({ kind, rules, theme, band }) => !(kind || rules || theme || band);

/** @param {Wishes} wishes @returns {string}  query string with its question mark */
export function wishesText(wishes) {
  const text = new URLSearchParams(given(wishes)).toString();
  return text && `?${text}`;
}

/**
 * @param {Wishes} wishes
 * @param {number} [after]  puzzle to exclude
 * @returns {string}  address of the next puzzle
 */
export function nextPath(wishes, after) {
  const query = new URLSearchParams(given(wishes));
  if (after !== undefined) query.set("after", String(after));
  return query.size ? `${pathOf("puzzle", "next")}?${query}` : pathOf("puzzle", "next");
}

/** @param {Wishes} wishes @param {string | null} after @returns {URLSearchParams}  for the API */
export function wishesQuery({ band, ...wishes }, after) {
  const query = new URLSearchParams({ ...given({ ...wishes, band: null }), ...(band ? RATINGS[band] : {}) });
  if (after !== null) query.set("after", after);
  return query;
}

/** @param {Wishes} wishes @returns {Record<string, string>}  the filters that are set */
function given({ kind, rules, theme, band }) {
  return {
    ...(kind && { kind }),
    ...(rules && { rules }),
    ...(theme && { theme }),
    ...(band && { band }),
  };
}
