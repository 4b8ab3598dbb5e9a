/** Addresses of the pages. Pure. */

/**
 * @typedef {"lobby" | "play" | "room" | "explorer" | "games" | "game" | "traps" | "trap" | "line" | "bot" | "player"
 *   | "leaderboard" | "puzzles" | "rules" | "trees" | "tree" | "settings" | "staff" | "classes" | "code" | "oidc" | "missing"} PageName
 */

/** @type {[PageName, RegExp][]} */
const ROUTES = [
  ["lobby", /^\/$/],
  ["play", /^\/play$/],
  ["room", /^\/room\/(?<id>[^/]+)$/],
  ["explorer", /^\/explorer$/],
  ["games", /^\/games$/],
  ["game", /^\/game\/(?<id>[^/]+)$/],
  ["traps", /^\/traps$/],
  ["trap", /^\/traps\/(?<id>[^/]+)$/],
  ["line", /^\/line\/(?<id>[^/]+)$/],
  ["player", /^\/players\/(?<id>[^/]+)$/],
  ["leaderboard", /^\/leaderboard$/],
  ["bot", /^\/bot\/(?<id>[0-9]{1,3})$/],
  ["puzzles", /^\/puzzles(?:\/(?<id>[0-9]+))?$/],
  ["rules", /^\/rules(?:\/(?<id>[a-z0-9_]+))?$/],
  ["trees", /^\/trees$/],
  ["tree", /^\/trees\/(?<id>[^/]+)$/],
  ["settings", /^\/settings$/],
  ["classes", /^\/staff\/classes(?:\/(?<id>[0-9A-Za-z]{8,24}))?$/],
  ["code", /^\/code$/],
  ["oidc", /^\/oidc$/],
  ["staff", /^\/staff(?:\/(?<id>rooms|games|trees|jobs|learning|server|settings))?$/],
];

/**
 * @param {string} path
 * @returns {{page: PageName, id: string}}  `id` is empty where the address names none
 */
export function matchRoute(path) {
  const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
  for (const [page, pattern] of ROUTES) {
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

/** @param {string} id */
export const roomPath = (id) => `/room/${id}`;

/**
 * @param {string} id
 * @param {number} [ply]  the position shown; the end of the game without it
 */
export const gamePath = (id, ply) => (ply === undefined ? `/game/${id}` : `/game/${id}?ply=${ply}`);

/**
 * @param {string} id
 * @param {number} [node]  the position shown; the beginning without it
 */
export const treePath = (id, node) => (node ? `/trees/${id}?node=${node}` : `/trees/${id}`);

/** @param {string} name  key of a learned trap */
export const trapPath = (name) => `/traps/${encodeURIComponent(name)}`;

/** @param {string} game  that taught a line */
export const linePath = (game) => `/line/${game}`;

/** @param {number} level */
export const botPath = (level) => `/bot/${level}`;

/** @param {string} id */
export const classPath = (id) => `/staff/classes/${id}`;

/**
 * A name as a part of an address. Browsers take two dots for the folder above, also where they are encoded; the server
 * drops spaces around a name.
 *
 * @param {string} name
 */
export const pathPart = (name) => (name === ".." ? "%20.." : encodeURIComponent(name));

/** @param {string} name  of a player with an account */
export const playerPath = (name) => `/players/${pathPart(name)}`;

/**
 * The form in which somebody is asked for a game.
 *
 * @param {string} name
 */
export const challengePath = (name) => `/?challenge=${encodeURIComponent(name)}`;

/** @param {number} id */
export const puzzlePath = (id) => `/puzzles/${id}`;

/** @param {string} topic  a rule set, an opening or a shape */
export const rulesPath = (topic) => `/rules/${topic}`;

/** @param {string} part  of what the staff works with */
export const staffPath = (part) => (part === "people" ? "/staff" : `/staff/${part}`);
