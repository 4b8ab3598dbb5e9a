/** Filters of the library: conversion between the address, the form and the API. Pure. */
import { pathOf } from "./router.js";

/** @import {Who} from "./messages.js" */

const NAMES = ["player", "level", "rules", "result", "since", "until"];

/**
 * Read the filters from an address or a form, without empty and unknown ones.
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

/** @param {Record<string, string>} filters @returns {string}  address of the library */
export function gamesPath(filters) {
  const query = new URLSearchParams(filters).toString();
  return query ? `${pathOf("games")}?${query}` : pathOf("games");
}

/** @param {Record<string, string>} filters @param {string | null} cursor @returns {URLSearchParams}  for the API */
export function gamesQuery(filters, cursor) {
  const query = new URLSearchParams(filters);
  if (cursor) query.set("cursor", cursor);
  return query;
}

/**
 * Return the text of the player field: the name of an id, if known.
 *
 * @param {string} player  id or name
 * @param {Who[]} known
 * @returns {string}
 */
export function playerText(player, known) {
  return known.find(({ id }) => id === player)?.name || player;
}

/**
 * Return the player for a typed text: the id of a known player, since ids outlive names.
 *
 * @param {string} text
 * @param {Who[]} known
 * @returns {string}  id or name
 */
export function playerOf(text, known) {
  const wanted = text.trim();
  return known.find(({ id, name }) => id && name === wanted)?.id || wanted;
}

/** Return the filters that find a player's games. @param {Who} who @returns {Record<string, string>} */
export function gamesOf({ id, level }) {
  if (typeof level === "number") return { level: String(level) };
  return id ? { player: id } : {};
}
