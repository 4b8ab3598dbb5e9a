import { staffLog } from "../components/staff_log.js";
import { staffPlayer } from "../components/staff_player.js";
import { staffReports } from "../components/staff_reports.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {App, Page} from "../lib/app.js" */

const STAFF = new Set(["owner", "moderator", "teacher"]);

/**
 * What the server's staff works with: reports, players, and for the owner what the others have done.
 *
 * @param {App} app
 * @returns {Page}
 */
export function staffPage(app) {
  const player = staffPlayer(app);
  const reports = staffReports(app, (id) => void player.look(id));
  const log = staffLog(app);
  const parts = h("div", { class: "stack", hidden: true }, reports.element, player.element, log.element);
  const stranger = h("p", { class: "muted", "data-testid": "stranger", hidden: true }, t("staff.stranger"));
  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("staff.title"))),
    stranger,
    parts,
  );
  let known = "";
  let counted = 0;

  function update() {
    if (app.status !== "online" || !app.me.id) return;
    const role = app.account?.role ?? "";
    parts.hidden = !STAFF.has(role);
    stranger.hidden = !parts.hidden;
    log.element.hidden = role !== "owner";
    const now = `${app.me.id} ${role}`;
    if (parts.hidden) return;
    if (now === known) {
      if (app.reports !== counted) reports.update();
      counted = app.reports;
      return;
    }
    known = now;
    counted = app.reports;
    void reports.load();
    if (role === "owner") void log.load();
  }

  const stop = app.watch(update);
  update();
  return { title: t("staff.title"), element, close: stop };
}
