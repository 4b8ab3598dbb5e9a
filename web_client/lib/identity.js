/**
 * Identity of this page, by its token. The tabs of a browser share one identity. A guest whom the browser has left by
 * signing in elsewhere is remembered, and a tab can continue as that guest while the others keep theirs.
 */

import { load, remove, save } from "./storage.js";

/** @import {Who} from "./messages.js" */

const MOST_LEFT = 5;
/** A guest who was left longer ago is forgotten: a token that lies about is a seat that anybody at this browser may take. */
const LEFT_MS = 30 * 24 * 3_600_000;
const TAB_KEY = "tengen.tab_token";

/** @typedef {ReturnType<typeof createIdentity>} Identity */

/** @typedef {{name: string, token: string, at?: number}} LeftGuest  `at` in ms; earlier clients did not note it */

/**
 * @param {Pick<Storage, "getItem" | "setItem" | "removeItem"> | null} tab  storage of this tab alone
 * @param {() => number} now  milliseconds since 1970
 */
export function createIdentity(tab = sessionStore(), now = Date.now) {
  /** @type {string | null}  token of the current or last connection */
  let own = null;
  /** @type {string | null}  token before that */
  let before = null;

  /** @param {string | null} token */
  function use(token) {
    if (token === own) return;
    before = own;
    own = token;
  }

  const ofBrowser = () => load("token", /** @type {string | null} */ (null));
  /** Token for the next connection. */
  const next = () => tab?.getItem(TAB_KEY) ?? ofBrowser();
  /** @returns {Record<string, LeftGuest>} */
  const left = () => load("left_guests", {});

  /** Forget the guests who were left long ago; the time of those without one begins now. */
  function forgetOld() {
    const before = Object.entries(left());
    const at = now();
    const kept = before
      .map(([id, guest]) => /** @type {const} */ ([id, { at, ...guest }]))
      .filter(([, guest]) => at - guest.at <= LEFT_MS);
    if (kept.length < before.length || before.some(([, guest]) => guest.at === undefined))
      save("left_guests", Object.fromEntries(kept));
  }
  forgetOld();

  return {
    /** Return the token for the next hello. */
    token: next,

    /** Return the token of the connection; another tab may have changed the one for the next connection. */
    own: () => own ?? next(),

    /** Whether the next connection will have another token. */
    get changed() {
      return own !== null && next() !== own;
    },

    /** Record that a connection says hello. */
    opened() {
      use(next());
    },

    /**
     * Store a token from the server for the whole browser. A new guest's token replaces no other: this tab may have
     * asked to continue as a deleted guest, or two tabs may have opened for the first time at once.
     *
     * @param {string} fresh
     * @param {boolean} signedIn  received in answer to a command, not to hello
     * @returns {boolean}  whether it was stored; otherwise the page must reload
     */
    keep(fresh, signedIn) {
      tab?.removeItem(TAB_KEY);
      const known = ofBrowser();
      if (!signedIn && known !== null && known !== own) {
        save("left_guests", Object.fromEntries(Object.entries(left()).filter(([, { token }]) => token !== own)));
        return false;
      }
      save("token", fresh);
      use(fresh);
      return true;
    },

    /** Drop the token of a device that was signed out. */
    forget() {
      if (tab?.getItem(TAB_KEY) === own) tab?.removeItem(TAB_KEY);
      if (ofBrowser() === own) remove("token");
    },

    /** Remember the previous guest, who has games in progress. @param {Who} who */
    leave({ id, name }) {
      if (!id || !before) return;
      const kept = Object.entries(left()).filter(([other]) => other !== id);
      const guest = { name: name ?? "", token: before, at: now() };
      save("left_guests", Object.fromEntries([...kept, [id, guest]].slice(-MOST_LEFT)));
    },

    /** Tell whether this browser was a player as whom it can continue. @param {string | undefined} id */
    hasLeft: (id) => id !== undefined && id in left(),

    /**
     * Continue in this tab as a guest whom the browser has left; the page must reload afterwards.
     *
     * @param {string} id
     */
    goBack(id) {
      const guest = left()[id];
      if (guest) tab?.setItem(TAB_KEY, guest.token);
    },
  };
}

/** @returns {Storage | null} */
function sessionStore() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
