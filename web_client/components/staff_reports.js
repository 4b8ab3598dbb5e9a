import { t } from "../i18n/index.js";
import { dateText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { roomPath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {Phrase, Remark, ReportInfo} from "../lib/messages.js" */

/**
 * Reports, open or settled, each with the reported remarks.
 *
 * @param {App} app
 * @param {(player: string) => void} onPlayer  shows a player
 * @param {() => void} onActed  called after an act
 */
export function staffReports(app, onPlayer, onActed) {
  const list = h("ul", { class: "stack", "data-testid": "reports" });
  const said = h("p", { class: "field-hint", role: "status" });
  const tabs = h("div", { class: "row row--tight", role: "group", "aria-label": t("staff.reports") });
  const more = h("button", { type: "button", class: "button", "data-do": "more", hidden: true }, t("staff.more"));
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "reports-title" },
    h("h2", { id: "reports-title" }, t("staff.reports")),
    tabs,
    list,
    more,
    said,
  );
  let open = true;
  /** Number of open reports when the list was last loaded. */
  let seen = 0;
  /** @type {ReportInfo[]} */
  let reports = [];
  /** @type {Map<number, Remark[]>}  remarks of the reports that were unfolded */
  const read = new Map();

  actions(element, {
    waiting: () => turn(true),
    settled: () => turn(false),
    more: () => load(reports.at(-1)?.id),
    read: ({ report }) => show(Number(report)),
    look: ({ player }) => onPlayer(player ?? ""),
    handled: ({ report }) => settle(Number(report), "handled"),
    dismissed: ({ report }) => settle(Number(report), "dismissed"),
    hide: ({ remark, report }) => hide(Number(remark), Number(report)),
  });

  /** @param {boolean} on */
  function turn(on) {
    open = on;
    return load();
  }

  /** @param {() => Promise<string>} work */
  async function attempt(work) {
    try {
      said.textContent = await work();
    } catch (error) {
      said.textContent = errorText(error);
    }
    render();
  }

  /** @param {number} [beyond] */
  const load = (beyond) =>
    attempt(async () => {
      const found = await app.session.command({ t: "reports", open, ...(beyond ? { beyond } : {}) });
      reports = beyond ? [...reports, ...found.reports] : found.reports;
      seen = found.waiting;
      more.hidden = !found.more;
      return reports.length ? "" : t(open ? "staff.none_waiting" : "staff.none_settled");
    });

  /** @param {number} report */
  const show = (report) =>
    attempt(async () => {
      if (read.has(report)) read.delete(report);
      else read.set(report, (await app.session.command({ t: "read_report", report })).said);
      return "";
    });

  /** @param {number} report @param {"handled" | "dismissed"} state */
  const settle = (report, state) =>
    attempt(async () => {
      await app.session.command({ t: "settle_report", report, state });
      reports = reports.filter(({ id }) => id !== report);
      element.querySelector("h2")?.focus();
      onActed();
      return t("staff.settled_now");
    });

  /** @param {number} remark @param {number} report */
  const hide = (remark, report) =>
    attempt(async () => {
      await app.session.command({ t: "hide", remark });
      read.set(
        report,
        (read.get(report) ?? []).map((each) => (each.id === remark ? { ...each, hidden: true } : each)),
      );
      onActed();
      return t("staff.hidden");
    });

  function render() {
    morph(
      tabs,
      tab("waiting", t("words.aside", { text: t("staff.waiting"), aside: app.reports }), open),
      tab("settled", t("staff.settled"), !open),
    );
    morph(list, ...reports.map((report) => reportLine(report, read.get(report.id))));
  }

  element.querySelector("h2")?.setAttribute("tabindex", "-1");
  /** Refresh after a change in the number of open reports. */
  function update() {
    const more = open && app.reports > seen;
    seen = app.reports;
    if (more) void load();
    else render();
  }

  return { element, load, update };
}

/** @param {string} does @param {string} text @param {boolean} pressed */
const tab = (does, text, pressed) =>
  h(
    "button",
    {
      type: "button",
      class: "button button--small",
      "data-do": does,
      "data-key": does,
      "aria-pressed": String(pressed),
    },
    text,
  );

/** @param {ReportInfo} report @param {Remark[] | undefined} said  undefined if not loaded */
function reportLine(report, said) {
  const { id, about, by, reason, note, at, remarks, room, open, state, handled_by: judge, handled_at: when } = report;
  return h(
    "li",
    { class: "staff-report stack stack--tight", "data-key": id, "data-report": id },
    h(
      "div",
      { class: "row row--tight" },
      h("bdi", { class: "talk-name" }, about.name || t("talk.gone")),
      h("span", { class: "badge badge--warn" }, t(`offence.${reason}`)),
      open > 1 && h("span", { class: "badge" }, t("staff.open_reports", { n: open })),
    ),
    h("p", { class: "muted small" }, t("staff.reported_by", { name: by?.name || t("talk.gone"), date: dateText(at) })),
    note && h("p", { class: "talk-line" }, h("bdi", null, note)),
    report.damaged && h("p", { class: "badge badge--warn" }, t("staff.damaged")),
    state !== "open"
      && h(
        "p",
        { class: "muted small" },
        t(`staff.${state}_by`, { name: judge?.name || t("staff.command_line"), date: dateText(when ?? at) }),
      ),
    h(
      "div",
      { class: "row row--tight" },
      remarks > 0
        && button("read", said ? t("staff.hide_said") : t("staff.show_said", { n: remarks }), {
          "data-report": id,
          "aria-expanded": String(Boolean(said)),
        }),
      button("look", t("staff.look"), { "data-player": about.id ?? "" }),
      room ? h("a", { class: "button button--small", href: roomPath(room) }, t("staff.room")) : null,
      state === "open" && button("handled", t("staff.handled"), { "data-report": id }),
      state === "open" && button("dismissed", t("staff.dismissed"), { "data-report": id }),
    ),
    said
      ? h(
          "ul",
          { class: "talk staff-said" },
          said.map((remark) => saidLine(remark, about.id ?? "", id)),
        )
      : null,
  );
}

/** @param {Remark} remark @param {string} about @param {number} report */
function saidLine({ id, who, phrase, text, at, hidden }, about, report) {
  return h(
    "li",
    { class: hidden ? "talk-line is-hidden" : "talk-line", "data-key": id },
    h("bdi", { class: "talk-name" }, who.name || t("talk.gone")),
    h("bdi", null, phrase ? t(`phrase.${/** @type {Phrase} */ (phrase)}`) : (text ?? "")),
    h("span", { class: "muted small staff-time" }, dateText(at)),
    who.id === about && !hidden && button("hide", t("staff.hide"), { "data-remark": id, "data-report": report }),
  );
}

/** @param {string} does @param {string} text @param {Record<string, string | number>} data */
const button = (does, text, data) =>
  h("button", { type: "button", class: "button button--small", "data-do": does, "data-key": does, ...data }, text);
