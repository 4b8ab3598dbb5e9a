/**
 * Who this page is, by its token. The tabs of a browser share one identity. A guest whom the browser has left by signing
 * in elsewhere is remembered, and a tab may go on as that guest while the others stay who they are.
 */

import { load, remove, save } from "./storage.js";

/** @import {Who} from "./messages.js" */

const MOST_LEFT = 5;
const TAB_KEY = "tengen.tab_token";

/** @typedef {ReturnType<typeof createIdentity>} Identity */

/** @param {Pick<Storage, "getItem" | "setItem" | "removeItem"> | null} tab  what this tab alone remembers */
export function createIdentity(tab = sessionStore()) {
  /** @type {string | null} of the connection that is open, or was last */
  let own = null;
  /** @type {string | null} before that */
  let before = null;

  /** @param {string | null} token */
  function use(token) {
    if (token === own) return;
    before = own;
    own = token;
  }

  const ofBrowser = () => load("token", /** @type {string | null} */ (null));
  /** @returns {Record<string, {name: string, token: string}>} */
  const left = () => load("left_guests", {});

  return {
    /** Token with which this page says hello. */
    token: () => tab?.getItem(TAB_KEY) ?? ofBrowser(),

    /** That of the connection, which another tab may have changed for the next one. */
    own: () => own ?? ofBrowser(),

    /** Whether the next connection is to have another token than this one. */
    get changed() {
      return own !== null && (tab?.getItem(TAB_KEY) ?? ofBrowser()) !== own;
    },

    /** A connection says hello. */
    opened() {
      use(this.token());
    },

    /**
     * The server gives us a token: the whole browser has it. That of a new guest takes no other's place, be it that this
     * tab wanted to be a guest who is gone for good, or that two tabs have come for the first time at once.
     *
     * @param {string} fresh
     * @param {boolean} signedIn  in answer to a command, not to hello
     * @returns {boolean}  whether it is kept; else the page is to be loaded anew
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

    /** This device was signed out: what it said hello with is of no use. */
    forget() {
      if (tab?.getItem(TAB_KEY) === own) tab?.removeItem(TAB_KEY);
      if (ofBrowser() === own) remove("token");
    },

    /**
     * A guest with games that go on was here until now.
     *
     * @param {Who} who
     */
    leave({ id, name }) {
      if (!id || !before) return;
      const kept = Object.entries(left()).filter(([other]) => other !== id);
      save("left_guests", Object.fromEntries([...kept, [id, { name: name ?? "", token: before }]].slice(-MOST_LEFT)));
    },

    /**
     * Whether this browser was somebody, whom it can be again.
     *
     * @param {string | undefined} id
     */
    hasLeft: (id) => id !== undefined && id in left(),

    /**
     * This tab is a guest again whom the browser has left; it is to be loaded anew.
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
