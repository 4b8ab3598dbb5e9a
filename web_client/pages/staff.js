import { staffGames } from "../components/staff_games.js";
import { staffJobs } from "../components/staff_jobs.js";
import { staffLearned } from "../components/staff_learned.js";
import { staffPeople } from "../components/staff_people.js";
import { staffRooms } from "../components/staff_rooms.js";
import { staffServer } from "../components/staff_server.js";
import { staffSettings } from "../components/staff_settings.js";
import { isFor, staffTabs } from "../components/staff_tabs.js";
import { staffTrees } from "../components/staff_trees.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {StaffRole} from "../components/staff_tabs.js" */

/**
 * Part of the staff's pages.
 *
 * @typedef {object} StaffPart
 * @property {HTMLElement} element
 * @property {(role: StaffRole) => void} load  fills the part for a role
 * @property {() => void} [update]  called when shared data changed
 * @property {() => void} [close]
 */

/** @type {Record<string, (app: App) => StaffPart>}  by the last part of the address */
const PARTS = {
  people: staffPeople,
  rooms: staffRooms,
  games: staffGames,
  trees: staffTrees,
  jobs: staffJobs,
  learning: staffLearned,
  server: staffServer,
  settings: staffSettings,
};

/**
 * Page of the staff, one part at a time; each role sees its own parts.
 *
 * @param {App} app
 * @param {string} id  of the part
 * @returns {Page}
 */
export function staffPage(app, id) {
  const name = id || "people";
  const make = PARTS[name] ?? staffPeople;
  const title = t(`staff.part.${name}`);
  const tabs = staffTabs(name);
  const stranger = h(
    "p",
    { class: "muted", "data-testid": "stranger", hidden: true },
    `${t("staff.stranger")} `,
    h("a", { href: `${pathOf("settings")}?account` }, t("account.title")),
  );
  const place = h("div", { class: "stack", hidden: true });
  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, name === "people" ? t("staff.title") : title)),
    tabs.element,
    stranger,
    place,
  );
  /** @type {StaffPart | null} */
  let part = null;
  let known = "";

  function update() {
    if (app.status !== "online" || !app.me.id) return;
    const role = /** @type {StaffRole} */ (app.account?.role ?? "");
    const allowed = isFor(name, role);
    stranger.hidden = allowed;
    place.hidden = !allowed;
    const now = `${app.me.id} ${role}`;
    if (now === known) {
      if (allowed) part?.update?.();
      return;
    }
    known = now;
    tabs.update(role);
    if (!allowed) return;
    if (!part) {
      part = make(app);
      place.append(part.element);
    }
    part.load(role);
  }

  const stop = app.watch(update);
  update();
  return {
    title,
    element,
    close() {
      stop();
      part?.close?.();
    },
  };
}
