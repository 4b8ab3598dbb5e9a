import { t } from "../i18n/index.js";
import { bytesText, dateText, daysText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { gamePath } from "../lib/router.js";
import { staffBackups } from "./staff_backups.js";
import { staffCheck } from "./staff_check.js";

/** @import {App} from "../lib/app.js" */
/** @import {Health} from "../lib/messages.js" */
/** @import {StaffPart} from "../pages/staff.js" */

const AGAIN_MS = 5_000;
/** Delay of the server in milliseconds that players notice. */
const LATE_MS = 100;
/** Share of free disk space that is too little. */
const SCARCE = 0.1;

/**
 * Health of the server, polled while the page is visible; for the owner also backups and checks, where the data are in a
 * file.
 *
 * @param {App} app
 * @returns {StaffPart}
 */
export function staffServer(app) {
  const said = h("p", { class: "field-hint", role: "status" });
  const cards = h("div", { class: "cards", "data-testid": "health" });
  const backupCheck = staffCheck(app, "backup");
  const backups = staffBackups(app, (name) => void backupCheck.make(name));
  const check = staffCheck(app, "database");
  const elsewhere = h("p", { class: "muted", "data-testid": "elsewhere" }, t("error.database_server"));
  const kept = [backups.element, backupCheck.element, check.element];
  const element = h("div", { class: "stack" }, said, cards, elsewhere, ...kept);
  let owns = false;
  let timer = 0;

  async function look() {
    clearTimeout(timer);
    if (!document.hidden && app.status === "online") {
      try {
        const health = await app.session.command({ t: "health" });
        said.textContent = "";
        morph(cards, ...draw(app, health));
        if (owns) offer(health.disk.total > 0);
      } catch (error) {
        said.textContent = errorText(error);
      }
    }
    if (timer >= 0) timer = setTimeout(look, AGAIN_MS);
  }

  /** @param {boolean} inFile */
  function offer(inFile) {
    elsewhere.hidden = inFile;
    if (!inFile || !backups.element.hidden) return;
    backups.element.hidden = false;
    check.element.hidden = false;
    void backups.load();
    void check.load();
    void backupCheck.load();
  }

  function shown() {
    if (!document.hidden) void look();
  }
  document.addEventListener("visibilitychange", shown);

  return {
    element,
    load(role) {
      owns = role === "owner";
      for (const each of [elsewhere, ...kept]) each.hidden = true;
      void look();
    },
    close() {
      clearTimeout(timer);
      timer = -1;
      document.removeEventListener("visibilitychange", shown);
      backups.close();
      check.close();
      backupCheck.close();
    },
  };
}

/** @param {App} app @param {Health} health */
function draw(app, { rooms, bots, studies, disk, memory, ...health }) {
  const now = app.time.now();
  const late = health.late_ms;
  return [
    facts("running", t("server.running"), [
      ["version", t("server.version"), health.version],
      ["up", t("server.up"), daysText(Math.max(0, now - health.started_at))],
      ["late", t("server.late"), t("server.ms", { n: Math.round(late) }), late >= LATE_MS],
      health.one_of_several ? ["one", t("server.one"), t("server.one_of_several")] : null,
    ]),
    facts("people", t("server.people"), [
      ["people", t("server.online"), number(health.people)],
      ["connections", t("server.connections"), number(health.connections)],
    ]),
    facts("rooms", t("server.rooms"), [
      ["playing", t("server.playing"), number(rooms.playing)],
      ["with_bots", t("server.with_bots"), number(rooms.with_bots)],
      ["open", t("server.open"), number(rooms.open)],
      ["over", t("server.over"), number(rooms.over)],
    ]),
    facts("bots", t("server.bots"), [
      ["busy", t("server.busy"), number(bots.busy)],
      ["waiting", t("server.moves_waiting"), number(bots.waiting), bots.waiting > 0],
      ["busy_work", t("server.busy_work"), number(bots.busy_work)],
      ["waiting_work", t("server.work_waiting"), number(bots.waiting_work)],
      ["memory", t("server.bots_memory"), bytesText(bots.memory)],
    ]),
    facts("studies", t("server.studies"), [
      ["waiting", t("server.waiting"), number(studies.waiting)],
      ["asked", t("server.asked"), number(studies.asked)],
      studies.oldest_at ? ["oldest", t("server.oldest"), daysText(Math.max(0, now - studies.oldest_at))] : null,
      [
        "running",
        t("server.study"),
        studies.running_since
          ? gameLink(studies.running, daysText(Math.max(0, now - studies.running_since)))
          : t("server.none"),
      ],
      ["done", t("server.done"), number(studies.done)],
      ["failed", t("server.failed"), number(studies.failed), studies.failed > 0],
      ["dropped", t("server.dropped"), number(studies.dropped), studies.dropped > 0],
    ]),
    facts("disk", t("server.disk"), [
      disk.total
        ? [
            "free",
            t("server.free"),
            t("server.of", { part: bytesText(disk.free), whole: bytesText(disk.total) }),
            disk.free < SCARCE * disk.total,
          ]
        : null,
      ["database", t("server.database"), bytesText(disk.database)],
      disk.total
        ? ["backed_up", t("server.backed_up"), health.backed_up_at ? dateText(health.backed_up_at) : t("server.never")]
        : null,
    ]),
    facts("memory", t("server.memory"), [
      ["most", t("server.most"), bytesText(memory.most)],
      ["server", t("server.itself"), memory.server ? bytesText(memory.server) : t("server.unknown")],
      [
        "others",
        t("server.others", { n: memory.processes ?? 0 }),
        memory.server ? bytesText(memory.others ?? 0) : t("server.unknown"),
      ],
    ]),
  ];
}

/**
 * @param {string} key
 * @param {string} heading
 * @param {([string, string, string | Node, boolean?] | null)[]} rows  key, name, value, and whether it needs attention
 */
function facts(key, heading, rows) {
  return h(
    "section",
    { class: "card", "data-key": key, "aria-labelledby": `server-${key}` },
    h("h2", { id: `server-${key}` }, heading),
    h(
      "dl",
      { class: "staff-facts" },
      rows
        .filter((row) => row !== null)
        .map(([name, label, value, worrying]) =>
          h(
            "div",
            { "data-key": name, "data-fact": `${key}-${name}` },
            h("dt", null, label),
            h("dd", { class: worrying ? "numeric is-worrying" : "numeric" }, value),
          ),
        ),
    ),
  );
}

/**
 * @param {string | null | undefined} game  null if private
 * @param {string} words
 */
const gameLink = (game, words) => (game ? h("a", { href: gamePath(game) }, words) : words);

/** @param {number} n */
const number = (n) => new Intl.NumberFormat(document.documentElement.lang).format(n);
