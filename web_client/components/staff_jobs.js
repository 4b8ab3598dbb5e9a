import { t } from "../i18n/index.js";
import { dateText, errorText, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamePath } from "../lib/router.js";
import { signed } from "./emblem.js";
import { staffHouse } from "./staff_house.js";
import { gameButton, staffList } from "./staff_list.js";

/** @import {App} from "../lib/app.js" */
/** @import {ActName} from "../lib/messages.js" */
/** @import {StudyJob} from "../protocol.js" */
/** @import {StaffPart} from "../pages/staff.js" */

/** @type {("waiting" | "failed")[]} */
const SHOWS = ["waiting", "failed"];

/** Queue of studies, and for the owner the other background work. @param {App} app @returns {StaffPart} */
export function staffJobs(app) {
  /** @param {ActName} act @param {string} done */
  const does =
    (act, done) =>
    async (/** @type {DOMStringMap} */ { game = "" }) => {
      try {
        await app.session.command({ t: "act", act, target: game });
        return done;
      } catch (error) {
        return errorText(error);
      }
    };

  const list = staffList({
    name: "staff-jobs",
    heading: t("jobs.title"),
    hint: t("jobs.hint"),
    shows: SHOWS,
    tab: (show, counts) => t("words.aside", { text: t(`jobs.show.${show}`), aside: counts[show] ?? 0 }),
    none: t("jobs.none"),
    async ask({ show }) {
      const { jobs, waiting, failed, broken } = await app.session.command({ t: "jobs", failed: show === "failed" });
      return { items: jobs, more: false, counts: { waiting, failed }, broken };
    },
    line: (job) => jobLine(app, job),
    mend: (game) => gameButton("cancel", game, t("jobs.cancel"), game),
    does: { retry: does("job_retry", t("jobs.retried")), cancel: does("job_cancel", t("jobs.cancelled")) },
  });
  const house = staffHouse(app);

  return {
    element: h("div", { class: "stack" }, list.element, house),
    load(role) {
      house.hidden = role !== "owner";
      void list.load();
    },
    update: list.redraw,
  };
}

/** @param {App} app @param {StudyJob} job */
function jobLine(
  app,
  { game, at, black, white, effort, failures, visibility, asked_by: asker, running_since: running },
) {
  const hidden = visibility === "private";
  const who = `${whoName(black, app.levels)} – ${whoName(white, app.levels)}`;
  const shown = () => h("bdi", null, signed(black, app.levels), " – ", signed(white, app.levels));
  const what = effort === 0 ? t("jobs.asking") : effort > 1 ? t("jobs.harder", { n: effort }) : t("jobs.first");
  return h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": game, "data-job": game },
    h(
      "div",
      { class: "stack stack--tight grow" },
      hidden
        ? h("span", { class: "list-title" }, shown())
        : h("a", { class: "list-title", href: gamePath(game) }, shown()),
      h(
        "div",
        { class: "row row--tight" },
        h("span", { class: "muted small" }, [what, dateText(at)].join(" · ")),
        running && h("span", { class: "badge badge--accent" }, t("jobs.running")),
        asker && h("span", { class: "badge" }, t("jobs.asked_by", { name: asker.name || t("talk.gone") })),
        failures > 0 && h("span", { class: "badge badge--warn" }, t("jobs.failures", { n: failures })),
        hidden && h("span", { class: "badge badge--warn" }, t("visibility.private")),
      ),
    ),
    h(
      "div",
      { class: "row row--tight" },
      failures > 0 && gameButton("retry", game, t("jobs.retry"), who),
      gameButton("cancel", game, t("jobs.cancel"), who),
    ),
  );
}
