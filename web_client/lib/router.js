/** Addresses of the pages. Pure. */

import { PAGES } from "../protocol.js";

/** @typedef {keyof typeof PAGES} KnownPage */
/** @typedef {KnownPage | "missing"} PageName */

/** @type {Readonly<Record<string, string>>}  format of an id */
const KINDS = {
  id: "[^/]+",
  key: "[^/]+",
  name: "[^/]+",
  level: "[0-9]{1,3}",
  puzzle: "[0-9]+|next|daily",
  topic: "[a-z0-9_]+",
  class: "[0-9A-Za-z]{8,24}",
};
const ID = /\/\{([^}?]+)(\??)\}$/;

const ROUTES = /** @type {[KnownPage, string][]} */ (Object.entries(PAGES)).map(([page, path]) => {
  const pattern = path.replace(ID, (_, kind, open) => `(?:/(?<id>${KINDS[kind] ?? kind}))${open}`);
  return { page, pattern: new RegExp(`^${pattern}$`) };
});

/** @param {string} path @returns {{page: PageName, id: string}}  `id` is empty if the address has none */
export function matchRoute(path) {
  const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
  for (const { page, pattern } of ROUTES) {
    const found = pattern.exec(plain);
    if (found) return { page, id: decoded(found.groups?.id ?? "") };
  }
  return { page: "missing", id: "" };
}

/** @param {string} text @returns {string}  unchanged if it is not a valid encoding */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Tell whether a room or game can have this id; the server rejects messages with any other as malformed.
 *
 * @param {string} id
 */
export const isRoomId = (id) => /^[0-9A-Za-z]{8,24}$/.test(id);

/**
 * Return the path of a page.
 *
 * @param {KnownPage} page
 * @param {string | number} [id]  URL-safe
 */
export const pathOf = (page, id) => PAGES[page].replace(ID, () => (id === undefined ? "" : `/${id}`));

/** @param {string} id */
export const roomPath = (id) => pathOf("room", id);

/** @param {string} id @param {number} [ply]  shown position; the end of the game by default */
export const gamePath = (id, ply) => pathOf("game", id) + (ply === undefined ? "" : `?ply=${ply}`);

/** @param {string} id @param {number} [node]  shown position; the root by default */
export const treePath = (id, node) => pathOf("tree", id) + (node ? `?node=${node}` : "");

/** @param {string} name  key of a learned trap */
export const trapPath = (name) => pathOf("trap", encodeURIComponent(name));

/** @param {string} game  that taught the line */
export const linePath = (game) => pathOf("line", game);

/** @param {number} level */
export const botPath = (level) => pathOf("bot", level);

/** @param {string} id */
export const classPath = (id) => pathOf("classes", id);

/**
 * Encode a name as a part of an address. Browsers resolve ".." even if encoded; the server trims spaces.
 *
 * @param {string} name
 */
export const pathPart = (name) => (name === ".." ? "%20.." : encodeURIComponent(name));

/** @param {string} name  of an account */
export const playerPath = (name) => pathOf("player", pathPart(name));

/** Return the address of the form that challenges a player. @param {string} name */
export const challengePath = (name) => `${pathOf("lobby")}?challenge=${encodeURIComponent(name)}`;

/** @param {number} id */
export const puzzlePath = (id) => pathOf("puzzle", id);

/** @param {string} rules  of the puzzle of the day */
export const dailyPath = (rules) => `${pathOf("puzzle", "daily")}?rules=${rules}`;

/** @param {"streak" | "storm"} mode @param {string} rules */
export const runPath = (mode, rules) => `${pathOf("run", mode)}?rules=${rules}`;

/** @param {string} topic  rule set, opening or shape */
export const rulesPath = (topic) => pathOf("rules", topic);

/** @param {string} part  of the staff's pages */
export const staffPath = (part) =>
  part === "classes" ? pathOf("classes") : pathOf("staff", part === "people" ? undefined : part);
