import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */

/**
 * Count the viewer's games that are in progress or wait for an opponent.
 *
 * @param {Pick<App, "ownRooms" | "slowGames">} app
 */
export const countGames = ({ ownRooms, slowGames }) => ownRooms.list().length + slowGames.list().length;

/**
 * Warn that games in progress stay with the guest when the identity changes.
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
