/**
 * Viewer's games by correspondence in progress, kept current by requests: the server does not load these games, so it
 * sends no news of them.
 */

/** @import {SlowGame} from "./api.js" */

/** @typedef {ReturnType<typeof createSlowGames>} SlowGames */

/** @param {() => Promise<SlowGame[]>} ask @param {() => void} changed  called after the list changed */
export function createSlowGames(ask, changed) {
  /** @type {SlowGame[]} */
  let games = [];
  let owner = "";
  let asking = false;
  let again = false;

  async function refresh() {
    again = asking;
    if (asking) return; // the outstanding answer may be outdated; a new request follows it
    asking = true;
    const of = owner;
    try {
      const found = await ask();
      if (of === owner) {
        games = byUrgency(found);
        changed();
      }
    } catch {
      // Unreachable: keep the known list; a new connection requests it again.
    }
    asking = false;
    if (again) await refresh();
  }

  return {
    /** @returns {readonly SlowGame[]}  games in which the viewer is to move first, each group by urgency */
    list: () => games,

    /** Request the list again after a possible change. */
    refresh,

    /**
     * Reload the list after the server's greeting.
     *
     * @param {string} player  whom the server has greeted
     */
    begin(player) {
      if (player !== owner) games = [];
      owner = player;
      return refresh();
    },
  };
}

/**
 * @param {readonly SlowGame[]} games
 * @returns {SlowGame[]}  games in which the viewer is to move first, each group by urgency
 */
const byUrgency = (games) => [...games].sort((a, b) => Number(b.yours) - Number(a.yours) || a.flag_at - b.flag_at);
