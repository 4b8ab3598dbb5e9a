/** Retries with growing delays. */

import { refusedDelay } from "./backoff.js";

export function createPostponed() {
  /** @type {Map<object, {attempts: number, timer: ReturnType<typeof setTimeout> | null}>} */
  const known = new Map();

  /** @param {object} what */
  function forget(what) {
    clearTimeout(known.get(what)?.timer ?? undefined);
    known.delete(what);
  }

  return {
    /**
     * @param {object} what  key of the retry; while it waits, it is not postponed again
     * @param {() => void} say
     */
    later(what, say) {
      const { attempts, timer } = known.get(what) ?? { attempts: 0, timer: null };
      if (timer !== null) return;
      const waiting = setTimeout(() => {
        known.set(what, { attempts: attempts + 1, timer: null });
        say();
      }, refusedDelay(attempts));
      known.set(what, { attempts, timer: waiting });
    },

    /** @param {object} what */
    has: (what) => (known.get(what)?.timer ?? null) !== null,

    forget,

    forgetAll() {
      for (const what of known.keys()) forget(what);
    },
  };
}
