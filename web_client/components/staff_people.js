import { h } from "../lib/dom.js";
import { accountMaker } from "./staff_account.js";
import { staffLog } from "./staff_log.js";
import { staffPlayer } from "./staff_player.js";
import { staffReports } from "./staff_reports.js";

/** @import {App} from "../lib/app.js" */
/** @import {StaffPart} from "../pages/staff.js" */

/**
 * Reports, players, and for the owner what the others have done.
 *
 * @param {App} app
 * @returns {StaffPart}
 */
export function staffPeople(app) {
  const player = staffPlayer(app);
  const reports = staffReports(app, (id) => void player.look(id));
  const log = staffLog(app);
  const maker = accountMaker(app);
  let counted = 0;
  return {
    element: h("div", { class: "stack" }, reports.element, player.element, maker, log.element),

    load(role) {
      log.element.hidden = role !== "owner";
      maker.hidden = role !== "owner";
      counted = app.reports;
      void reports.load();
      if (role === "owner") void log.load();
    },

    update() {
      if (app.reports !== counted) reports.update();
      counted = app.reports;
    },
  };
}
