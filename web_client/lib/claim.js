/** A claim upon the game of a player who is gone. */

import { standing } from "./standing.js";

/** @import {Room} from "./room.js" */
/** @import {ServerTime} from "./time.js" */

/** A claim that is due so soon is made again by itself: whoever pressed the button waits for it. */
const SOON_MS = 5_000;

/**
 * Makes a claim. The server's time stands while its machine does, so a page may offer one too early: the server then says
 * from when on it is due.
 *
 * @param {object} ports
 * @param {() => Promise<unknown>} ports.send
 * @param {() => Room | null} ports.room  as it is now; null once nobody looks at it any more
 * @param {ServerTime} ports.time
 * @param {(from: number) => void} ports.onEarly  told from when on the claim is due
 * @param {(ms: number) => Promise<void>} [ports.wait]
 * @returns {Promise<void>}  rejects with `Refused` if it was refused for good, or is due only later
 */
export async function claimGame({ send, room, time, onEarly, wait = pause }) {
  for (;;) {
    try {
      await send();
      return;
    } catch (error) {
      const { now, from } = /** @type {{detail?: Record<string, number>}} */ (error).detail ?? {};
      if (!now || !from) throw error;
      time.forget();
      time.learn(now);
      onEarly(from);
      const before = room();
      if (from - now > SOON_MS || !before) throw error;
      await wait(from - now);
      const after = room();
      if (!after || standing(after, from).claimInMs !== 0) return; // the other is back, has moved, or the game is over
    }
  }
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
