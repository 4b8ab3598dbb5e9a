import { h } from "../lib/dom.js";
import { accountMaker } from "./staff_account.js";
import { staffLog } from "./staff_log.js";
import { staffPlayer } from "./staff_player.js";
import { staffReports } from "./staff_reports.js";
import { staffRoster } from "./staff_roster.js";

/** @import {App} from "../lib/app.js" */
/** @import {StaffPart} from "../pages/staff.js" */

/** Reports, one search for players, and for the owner the audit log. @param {App} app @returns {StaffPart} */
export function staffPeople(app) {
  const log = staffLog(app);
  const player = staffPlayer(app, noted, find);
  const reports = staffReports(app, (id) => void player.look(id), noted);
  const roster = staffRoster(app, (id) => void player.look(id));
  const maker = accountMaker(app, noted);
  let counted = 0;

  /**
   * Search for players: the list below shows those found, and one alone is shown at once. Without the list, a name or id
   * must be whole.
   *
   * @param {string} text
   */
  async function find(text) {
    if (roster.element.hidden) return text || null;
    const found = await roster.seek(text);
    const same = found.find(({ who }) => who.id === text || who.name?.toLowerCase() === text.toLowerCase());
    return (same ?? (text && found.length === 1 ? found[0] : undefined))?.who.id ?? null;
  }

  /** Reload the log after an act. */
  function noted() {
    if (log.element.hidden) return;
    void log.load();
    void roster.load();
  }

  return {
    element: h("div", { class: "stack" }, reports.element, player.element, roster.element, maker, log.element),

    load(role) {
      log.element.hidden = roster.element.hidden = role !== "owner";
      maker.hidden = role !== "owner";
      counted = app.reports;
      void reports.load();
      if (role === "owner") noted();
    },

    update() {
      if (app.reports !== counted) reports.update();
      counted = app.reports;
    },
  };
}
