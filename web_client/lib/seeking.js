/**
 * Search for an opponent: at most one per page. It outlives the page that began it and a lost connection, and ends with
 * a game or when cancelled.
 */

import { createEmitter } from "./emitter.js";
import { seekOf } from "./seeks.js";

/** @import {Outbound} from "./messages.js" */
/** @import {Session} from "./session.js" */
/** @import {Wishes} from "./seeks.js" */

/** @typedef {Extract<Outbound, {t: "matched" | "seek_ended" | "bot_offered"}>} SeekNews */
/** @typedef {ReturnType<typeof createSeeking>} Seeking */

/** @param {Pick<Session, "command">} session @param {() => number} clock  milliseconds */
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
    /** Wishes, start time, and the level of a suggested bot; null without a search. */
    get search() {
      return search;
    },

    watch: changes.on,

    /** Start a search; rejects with `Refused`. @param {Wishes} wishes */
    async begin(wishes) {
      if (search) return;
      search = { wishes, since: clock(), id: null, level: null };
      changes.emit();
      await ask();
    },

    /** Cancel the search. */
    async stop() {
      const seek = search?.id;
      end();
      if (seek) await withdraw(seek);
    },

    /** Decline the suggested bot. */
    declineBot() {
      if (search) search.level = null;
      changes.emit();
    },

    /** Repeat the search on a new connection. */
    async again() {
      if (search?.id) await ask();
    },

    /** @param {SeekNews} news @returns {boolean}  whether the news concern this page's search */
    received(news) {
      if (!search || search.id !== news.seek) return false;
      if (news.t === "bot_offered") search.level = news.level;
      else search = null;
      changes.emit();
      return true;
    },
  };
}
