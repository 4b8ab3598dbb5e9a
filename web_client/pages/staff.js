import { staffGames } from "../components/staff_games.js";
import { staffJobs } from "../components/staff_jobs.js";
import { staffPeople } from "../components/staff_people.js";
import { staffRooms } from "../components/staff_rooms.js";
import { staffServer } from "../components/staff_server.js";
import { staffSettings } from "../components/staff_settings.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { staffPath } from "../lib/router.js";
import { TEACHING } from "./classes.js";

/** @import {App, Page} from "../lib/app.js" */

/** @typedef {"owner" | "moderator" | "teacher"} StaffRole */

/**
 * A part of what the staff works with.
 *
 * @typedef {object} StaffPart
 * @property {HTMLElement} element
 * @property {(role: StaffRole) => void} load  fills it, for somebody of this role
 * @property {() => void} [update]  something that all pages know has changed
 * @property {() => void} [close]
 */

/** @type {StaffRole[]} */
const STAFF = ["owner", "moderator", "teacher"];
/** @type {StaffRole[]} */
const JUDGES = ["owner", "moderator"];

/** @type {Record<string, {roles: StaffRole[], make: (app: App) => StaffPart}>} by the end of their addresses */
const PARTS = {
  people: { roles: STAFF, make: staffPeople },
  rooms: { roles: JUDGES, make: staffRooms },
  games: { roles: JUDGES, make: staffGames },
  jobs: { roles: JUDGES, make: staffJobs },
  server: { roles: JUDGES, make: staffServer },
  settings: { roles: ["owner"], make: staffSettings },
};

/**
 * What the server's staff works with, a part at a time; each sees those parts that its role is for.
 *
 * @param {App} app
 * @param {string} id  of the part
 * @returns {Page}
 */
export function staffPage(app, id) {
  const name = id || "people";
  const { roles, make } = PARTS[name] ?? { roles: STAFF, make: staffPeople };
  const title = t(`staff.part.${name}`);
  const tabs = h("nav", { class: "segments staff-tabs", "aria-label": t("staff.title"), hidden: true });
  const stranger = h("p", { class: "muted", "data-testid": "stranger", hidden: true }, t("staff.stranger"));
  const place = h("div", { class: "stack", hidden: true });
  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, name === "people" ? t("staff.title") : title)),
    tabs,
    stranger,
    place,
  );
  /** @type {StaffPart | null} */
  let part = null;
  let known = "";

  function update() {
    if (app.status !== "online" || !app.me.id) return;
    const role = /** @type {StaffRole} */ (app.account?.role ?? "");
    const allowed = roles.includes(role);
    tabs.hidden = !STAFF.includes(role);
    stranger.hidden = allowed;
    place.hidden = !allowed;
    const now = `${app.me.id} ${role}`;
    if (now === known) {
      if (allowed) part?.update?.();
      return;
    }
    known = now;
    morph(
      tabs,
      ...Object.entries(PARTS)
        .filter(([, each]) => each.roles.includes(role))
        .map(([each]) =>
          h(
            "a",
            { href: staffPath(each), "data-key": each, "aria-current": each === name ? "page" : null },
            t(`staff.part.${each}`),
          ),
        ),
      TEACHING.has(role) ? h("a", { href: "/staff/classes", "data-key": "classes" }, t("class.title")) : null,
    );
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
