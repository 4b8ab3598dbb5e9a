/** Addresses of the pages. Pure. */

import { PAGES } from "../protocol.js";

/** @typedef {keyof typeof PAGES} KnownPage */
/** @typedef {KnownPage | "missing"} PageName */

/** @type {Readonly<Record<string, string>>} what an id looks like */
const KINDS = {
  id: "[^/]+",
  key: "[^/]+",
  name: "[^/]+",
  level: "[0-9]{1,3}",
  puzzle: "[0-9]+",
  topic: "[a-z0-9_]+",
  class: "[0-9A-Za-z]{8,24}",
};
const ID = /\/\{([^}?]+)(\??)\}$/;

const ROUTES = /** @type {[KnownPage, string][]} */ (Object.entries(PAGES)).map(([page, path]) => {
  const pattern = path.replace(ID, (_, kind, open) => `(?:/(?<id>${KINDS[kind] ?? kind}))${open}`);
  return { page, pattern: new RegExp(`^${pattern}$`) };
});

/**
 * @param {string} path
 * @returns {{page: PageName, id: string}}  `id` is empty where the address names none
 */
export function matchRoute(path) {
  const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
  for (const { page, pattern } of ROUTES) {
    const found = pattern.exec(plain);
    if (found) return { page, id: decoded(found.groups?.id ?? "") };
  }
  return { page: "missing", id: "" };
}

/**
 * @param {string} text
 * @returns {string}  the same where it is no escaped text
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether the server may have a room, or a game, of this id; it takes a message with any other for a garbled one.
 *
 * @param {string} id
 */
export const isRoomId = (id) => /^[0-9A-Za-z]{8,24}$/.test(id);

/**
 * The path of a page.
 *
 * @param {KnownPage} page
 * @param {string | number} [id]  that may stand in a path as it is
 */
export const pathOf = (page, id) => PAGES[page].replace(ID, () => (id === undefined ? "" : `/${id}`));

/** @param {string} id */
export const roomPath = (id) => pathOf("room", id);

/**
 * @param {string} id
 * @param {number} [ply]  the position shown; the end of the game without it
 */
export const gamePath = (id, ply) => pathOf("game", id) + (ply === undefined ? "" : `?ply=${ply}`);

/**
 * @param {string} id
 * @param {number} [node]  the position shown; the beginning without it
 */
export const treePath = (id, node) => pathOf("tree", id) + (node ? `?node=${node}` : "");

/** @param {string} name  key of a learned trap */
export const trapPath = (name) => pathOf("trap", encodeURIComponent(name));

/** @param {string} game  that taught a line */
export const linePath = (game) => pathOf("line", game);

/** @param {number} level */
export const botPath = (level) => pathOf("bot", level);

/** @param {string} id */
export const classPath = (id) => pathOf("classes", id);

/**
 * A name as a part of an address. Browsers take two dots for the folder above, also where they are encoded; the server
 * drops spaces around a name.
 *
 * @param {string} name
 */
export const pathPart = (name) => (name === ".." ? "%20.." : encodeURIComponent(name));

/** @param {string} name  of a player with an account */
export const playerPath = (name) => pathOf("player", pathPart(name));

/**
 * The form in which somebody is asked for a game.
 *
 * @param {string} name
 */
export const challengePath = (name) => `${pathOf("lobby")}?challenge=${encodeURIComponent(name)}`;

/** @param {number} id */
export const puzzlePath = (id) => pathOf("puzzles", id);

/** @param {string} topic  a rule set, an opening or a shape */
export const rulesPath = (topic) => pathOf("rules", topic);

/** @param {string} part  of what the staff works with */
export const staffPath = (part) =>
  part === "classes" ? pathOf("classes") : pathOf("staff", part === "people" ? undefined : part);
