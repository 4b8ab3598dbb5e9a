/** A claim upon the game of a player who is gone. */

import { standing } from "./standing.js";

/** @import {Room} from "./room.js" */
/** @import {ServerTime} from "./time.js" */

/** Longest wait after which a claim is sent again without another press. */
const SOON_MS = 5_000;

/**
 * Claim the game. The server's time stands still while its machine does, so a page may offer a claim too early: the
 * refusal then says when it is due.
 *
 * @param {object} ports
 * @param {() => Promise<unknown>} ports.send
 * @param {() => Room | null} ports.room  the present room; null after the page has closed
 * @param {ServerTime} ports.time
 * @param {(from: number) => void} ports.onEarly  receives the time from which on the claim is due
 * @param {(ms: number) => Promise<void>} [ports.wait]
 * @returns {Promise<void>}  rejects with `Refused` if the claim is not due soon
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
