/**
 * Viewer's ratings, which only an account has. They are requested after the server's greeting and after each rated
 * game.
 */

import { newest } from "./newest.js";

/** @import {PoolMark} from "./api.js" */

/** Pool with the most games. */
const FIRST = "gomoku";

/** @typedef {ReturnType<typeof createOwnRatings>} OwnRatings */

/** @param {() => Promise<PoolMark[]>} ask @param {() => void} changed  called after they changed */
export function createOwnRatings(ask, changed) {
  /** @type {PoolMark[]} */
  let marks = [];
  let owner = "";

  const load = newest(
    (/** @type {string} */ _of) => ask(),
    (found, of) => {
      if (of !== owner) return;
      marks = found;
      changed();
    },
    () => {}, // unreachable: keep the known ratings; a new connection requests them again
  );

  const refresh = async () => (owner ? load(owner) : undefined);

  return {
    /** @returns {readonly PoolMark[]}  one for each pool with a counted game */
    list: () => marks,

    /** @returns {PoolMark | null}  the one shown beside the name where no game is given */
    first: () => marks.find(({ pool }) => pool === FIRST) ?? marks[0] ?? null,

    /** Request the ratings again after a game was counted. */
    refresh,

    /**
     * Request the ratings after the server's greeting.
     *
     * @param {string} player  id, empty without an account
     */
    begin(player) {
      if (player !== owner) marks = [];
      owner = player;
      return refresh();
    },
  };
}
