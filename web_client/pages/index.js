/** Table of all pages by their route names. Each is loaded on first use. */

/** @import {App, Page} from "../lib/app.js" */
/** @import {PageName} from "../lib/router.js" */

/** @typedef {(app: App, id: string, query: URLSearchParams) => Page} MakePage  `id` is empty if the address has none */

/**
 * @type {Record<PageName, () => Promise<MakePage>>}  The server reads this table to learn which scripts a page needs.
 */
const SOURCES = {
  lobby: async () => ofQuery((await import("./lobby.js")).lobbyPage),
  play: async () => (await import("./play.js")).playPage,
  room: async () => (await import("./room.js")).roomPage,
  explorer: async () => ofQuery((await import("./explorer.js")).explorerPage),
  games: async () => ofQuery((await import("./library.js")).libraryPage),
  game: async () => (await import("./review.js")).reviewPage,
  traps: async () => {
    const [{ linesPage }, { trapsPage }] = await Promise.all([import("./lines.js"), import("./traps.js")]);
    return (app, _, query) => (query.has("all") ? trapsPage(app, query) : linesPage(app, query));
  },
  trap: async () => (await import("./traps.js")).trapPage,
  line: async () => (await import("./line.js")).linePage,
  bot: async () => (await import("./bot.js")).botPage,
  player: async () => (await import("./player.js")).playerPage,
  leaderboard: async () => ofQuery((await import("./leaderboard.js")).leaderboardPage),
  puzzles: async () => ofQuery((await import("./puzzles.js")).puzzlesPage),
  run: async () => (await import("./puzzle_run.js")).puzzleRunPage,
  puzzle: async () => (await import("./puzzle.js")).puzzlePage,
  learn: async () => (await import("./learn.js")).learnPage,
  rules: async () => (await import("./rules.js")).rulesPage,
  trees: async () => (await import("./trees.js")).treesPage,
  tree: async () => (await import("./tree.js")).treePage,
  settings: async () => ofQuery((await import("./settings.js")).settingsPage),
  staff: async () => (await import("./staff.js")).staffPage,
  classes: async () => {
    const [{ classesPage }, { classPage }] = await Promise.all([import("./classes.js"), import("./class.js")]);
    return (app, id) => (id ? classPage(app, id) : classesPage(app));
  },
  code: async () => (await import("./code.js")).codePage,
  oidc: async () => ofQuery((await import("./oidc.js")).oidcPage),
  missing: async () => (await import("./missing.js")).missingPage,
};

/** @type {Partial<Record<PageName, MakePage>>} */
const loaded = {};

/** @type {(make: (app: App, query: URLSearchParams) => Page) => MakePage} */
function ofQuery(make) {
  return (app, _, query) => make(app, query);
}

/**
 * Find the function that makes a page: at once if its script is loaded, else as a promise that rejects if the script
 * fails to load.
 *
 * @param {PageName} name
 * @returns {MakePage | Promise<MakePage>}
 */
export const findPage = (name) => loaded[name] ?? SOURCES[name]().then((make) => (loaded[name] = make));
