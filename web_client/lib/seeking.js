/**
 * Whether this page looks for an opponent: at most one search at a time, which outlives the page that began it and a lost
 * connection, and ends with a game or when it is called off.
 */

import { createEmitter } from "./emitter.js";
import { seekOf } from "./seeks.js";

/** @import {Outbound} from "./messages.js" */
/** @import {Session} from "./session.js" */
/** @import {Wishes} from "./seeks.js" */

/** @typedef {Extract<Outbound, {t: "matched" | "seek_ended" | "bot_offered"}>} SeekNews */
/** @typedef {ReturnType<typeof createSeeking>} Seeking */

/**
 * @param {Pick<Session, "command">} session
 * @param {() => number} clock  milliseconds
 */
export function createSeeking(session, clock) {
  /** @type {{wishes: Wishes, since: number, id: string | null, level: number | null} | null} */
  let search = null;
  const changes = createEmitter();

  async function ask() {
    const mine = search;
    if (!mine) return;
    mine.id = null;
    try {
      const { seek } = await session.command(seekOf(mine.wishes));
      mine.id = seek ?? null;
      if (search !== mine && mine.id) await withdraw(mine.id);
    } catch (error) {
      if (search === mine) end();
      throw error;
    }
  }

  /** @param {string} seek */
  const withdraw = (seek) => session.command({ t: "unseek", seek });

  function end() {
    search = null;
    changes.emit();
  }

  return {
    /** What is looked for, since when, and the level of a bot that would play; null while nothing is. */
    get search() {
      return search;
    },

    watch: changes.on,

    /**
     * Begins to look; rejects with `Refused`.
     *
     * @param {Wishes} wishes
     */
    async begin(wishes) {
      if (search) return;
      search = { wishes, since: clock(), id: null, level: null };
      changes.emit();
      await ask();
    },

    /** Looks no longer. */
    async stop() {
      const seek = search?.id;
      end();
      if (seek) await withdraw(seek);
    },

    /** The bot that was offered is not wanted. */
    declineBot() {
      if (search) search.level = null;
      changes.emit();
    },

    /** A new connection has opened: the server knows nothing of what the old one looked for. */
    async again() {
      if (search?.id) await ask();
    },

    /**
     * @param {SeekNews} news
     * @returns {boolean}  whether it is about this page's search
     */
    received(news) {
      if (!search || search.id !== news.seek) return false;
      if (news.t === "bot_offered") search.level = news.level;
      else search = null;
      changes.emit();
      return true;
    },
  };
}
