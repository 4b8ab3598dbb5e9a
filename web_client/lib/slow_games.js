/** One's games by correspondence that go on, kept by asking the server: it loads them for nobody, so it tells of none. */

/** @import {SlowGame} from "./api.js" */

/** @typedef {ReturnType<typeof createSlowGames>} SlowGames */

/**
 * @param {() => Promise<SlowGame[]>} ask
 * @param {() => void} changed  called when there is another list
 */
export function createSlowGames(ask, changed) {
  /** @type {SlowGame[]} */
  let games = [];
  let owner = "";
  let asking = false;
  let again = false;

  async function refresh() {
    again = asking;
    if (asking) return; // what is on its way may be old: it is asked for once more then
    asking = true;
    const of = owner;
    try {
      const found = await ask();
      if (of === owner) {
        games = byUrgency(found);
        changed();
      }
    } catch {
      // Out of reach: what is known stays, and a new connection asks.
    }
    asking = false;
    if (again) await refresh();
  }

  return {
    /** @returns {readonly SlowGame[]}  those in which one is to move first, the most urgent before the others */
    list: () => games,

    /** Asks, since something may have changed. */
    refresh,

    /**
     * The server has greeted us: everything may be another than before.
     *
     * @param {string} player  whom it has greeted
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
 * @returns {SlowGame[]}  those in which one is to move first, the most urgent before the others
 */
const byUrgency = (games) => [...games].sort((a, b) => Number(b.yours) - Number(a.yours) || a.flag_at - b.flag_at);
