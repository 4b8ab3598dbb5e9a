/** Blocking of players, shared by all pages. */

import { t } from "../i18n/index.js";
import { pathOf } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */

/**
 * Block a player, or lift the block; rejects with `Refused`.
 *
 * @param {Pick<App, "session" | "blocked" | "toast">} app
 * @param {string} player  an id
 * @param {boolean} on
 */
export async function blockPlayer(app, player, on) {
  await app.session.command({ t: "block", player, on });
  if (on) {
    app.blocked.add(player);
    app.toast(t("talk.blocked"), { href: `${pathOf("settings")}#blocks-title`, text: t("talk.blocked.open") });
  } else app.blocked.delete(player);
}
