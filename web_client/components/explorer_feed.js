import { explorerQuery } from "../lib/explorer.js";

/** @import {App} from "../lib/app.js" */
/** @import {Asking} from "./explorer_table.js" */
/** @import {Explored} from "../lib/api.js" */
/** @import {Place} from "../lib/explorer.js" */

/** Delay in milliseconds, so that fast stepping sends no request for skipped positions. */
const PAUSE_MS = 120;
const AGAIN_MS = 2_000;
const MOST_KEPT = 100;

/**
 * Request explorer data for one position at a time and cache the answers. While the server still counts games, repeat
 * the request.
 *
 * @param {App} app
 * @param {() => void} onChange
 * @returns {Asking & {ask: (place: Place) => void, more: () => Promise<void>, close: () => void}}
 */
export function explorerFeed(app, onChange) {
  /** @type {Map<string, Explored>} */
  const kept = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wanted = "";
  const feed = {
    answer: /** @type {Explored | null} */ (null),
    failure: /** @type {unknown} */ (null),
    loading: false,
    /** @param {Place} place */
    ask(place) {
      const query = explorerQuery(place, Date.now()).toString();
      if (query === wanted) return;
      clearTimeout(timer);
      wanted = query;
      const known = kept.get(query);
      if (known) return tell(known);
      feed.loading = true;
      timer = setTimeout(() => load(query), feed.answer ? PAUSE_MS : 0);
    },
    /** Load the next page of games. */
    async more() {
      const query = wanted;
      const told = feed.answer;
      const last = told?.newest.at(-1);
      if (!told || !last) return;
      const next = await app.api.explorer(new URLSearchParams([...new URLSearchParams(query), ["before", last.id]]));
      const all = { ...told, newest: [...told.newest, ...next.newest], more: next.more };
      if (kept.has(query)) kept.set(query, all);
      if (query === wanted && feed.answer === told) tell(all);
    },
    close() {
      clearTimeout(timer);
      wanted = "";
    },
  };

  /** @param {string} query */
  async function load(query) {
    try {
      const answer = await app.api.explorer(new URLSearchParams(query));
      if (!answer.waiting) kept.set(query, answer);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
      if (query !== wanted) return;
      tell(answer);
      if (answer.waiting) timer = setTimeout(() => load(query), AGAIN_MS);
    } catch (error) {
      if (query !== wanted) return;
      Object.assign(feed, { answer: null, failure: error, loading: false });
      wanted = "";
      onChange();
    }
  }

  /** @param {Explored} answer */
  function tell(answer) {
    Object.assign(feed, { answer, failure: null, loading: false });
    onChange();
  }

  return feed;
}
