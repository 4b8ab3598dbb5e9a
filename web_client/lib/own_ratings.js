/** One's own ratings, which only an account has: asked for once the server has greeted us, and whenever a game counts. */

/** @import {PoolMark} from "./api.js" */

/** The pool that most games are in. */
const FIRST = "gomoku";

/** @typedef {ReturnType<typeof createOwnRatings>} OwnRatings */

/**
 * @param {() => Promise<PoolMark[]>} ask
 * @param {() => void} changed  called when they are others than before
 */
export function createOwnRatings(ask, changed) {
  /** @type {PoolMark[]} */
  let marks = [];
  let owner = "";

  async function refresh() {
    const of = owner;
    if (!of) return;
    try {
      const found = await ask();
      if (of !== owner) return;
      marks = found;
      changed();
    } catch {
      // Out of reach: what is known stays, and a new connection asks.
    }
  }

  return {
    /** @returns {readonly PoolMark[]}  one for each pool in which a game has counted */
    list: () => marks,

    /** @returns {PoolMark | null}  the one that stands beside the name where no game is meant */
    first: () => marks.find(({ pool }) => pool === FIRST) ?? marks[0] ?? null,

    /** Asks, since a game has been counted. */
    refresh,

    /**
     * The server has greeted us.
     *
     * @param {string} player  whom it has greeted, empty for who has no account
     */
    begin(player) {
      if (player !== owner) marks = [];
      owner = player;
      return refresh();
    },
  };
}
