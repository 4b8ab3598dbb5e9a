/** The library's filters: between the address, the form and the API. Pure. */
import { pathOf } from "./router.js";

/** @import {Who} from "./messages.js" */

const NAMES = ["player", "level", "rules", "result", "since", "until"];

/**
 * The filters that an address or a form holds; what is empty or unknown is left out.
 *
 * @param {Iterable<[string, FormDataEntryValue]>} entries
 * @returns {Record<string, string>}
 */
export function readFilters(entries) {
  /** @type {Record<string, string>} */
  const filters = {};
  for (const [name, value] of entries) {
    if (NAMES.includes(name) && typeof value === "string" && value.trim()) filters[name] = value.trim();
  }
  return filters;
}

/**
 * @param {Record<string, string>} filters
 * @returns {string}  an address of the library
 */
export function gamesPath(filters) {
  const query = new URLSearchParams(filters).toString();
  return query ? `${pathOf("games")}?${query}` : pathOf("games");
}

/**
 * @param {Record<string, string>} filters
 * @param {string | null} cursor
 * @returns {URLSearchParams}  for the API
 */
export function gamesQuery(filters, cursor) {
  const query = new URLSearchParams(filters);
  if (cursor) query.set("cursor", cursor);
  return query;
}

/**
 * What the form shows for the player of a filter: the name behind an id, where it is known.
 *
 * @param {string} player  an id or a name
 * @param {Who[]} known
 * @returns {string}
 */
export function playerText(player, known) {
  return known.find(({ id }) => id === player)?.name || player;
}

/**
 * The player of a filter for what somebody typed. The id of a known player, since that outlives the name.
 *
 * @param {string} text
 * @param {Who[]} known
 * @returns {string}  an id or a name
 */
export function playerOf(text, known) {
  const wanted = text.trim();
  return known.find(({ id, name }) => id && name === wanted)?.id || wanted;
}

/**
 * The filters that find a player's other games.
 *
 * @param {Who} who
 * @returns {Record<string, string>}
 */
export function gamesOf({ id, level }) {
  if (typeof level === "number") return { level: String(level) };
  return id ? { player: id } : {};
}
