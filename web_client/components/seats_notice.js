import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */

/**
 * How many games of ours go on, or wait for an opponent.
 *
 * @param {Pick<App, "ownRooms" | "slowGames">} app
 */
export const countGames = ({ ownRooms, slowGames }) => ownRooms.list().length + slowGames.list().length;

/**
 * What becomes of the games that go on where a guest becomes somebody else.
 *
 * @param {Pick<App, "ownRooms" | "slowGames">} app
 * @param {"account.join_lose" | "code.lose"} words
 */
export const seatsNotice = (app, words) =>
  h(
    "p",
    { class: "notice notice--warn", role: "alert", "data-testid": "seats-lost" },
    t(words, { n: countGames(app) }),
  );
