import { t } from "../i18n/index.js";
import { bytesText, dateText, errorText, sentences, spanText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { itemButton } from "./staff_list.js";

/** @import {App} from "../lib/app.js" */
/** @import {BackupList} from "../lib/messages.js" */

const AGAIN_MS = 1_000;

/**
 * Card of the server's backups, with a button that makes one now.
 *
 * @param {App} app
 * @param {(name: string) => void} check  checks the named backup
 */
export function staffBackups(app, check) {
  const said = h("p", { class: "field-hint", role: "status" });
  const about = h("p", { class: "muted" });
  const list = h("ul", { class: "list", "aria-labelledby": "backups-title", "data-testid": "backups" });
  const button = h(
    "button",
    { type: "button", class: "button", "data-do": "make-backup", onclick: make },
    t("backup.make"),
  );
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "backups-title" },
    h("h2", { id: "backups-title" }, t("backup.title")),
    about,
    h("div", { class: "row" }, button, said),
    list,
  );
  actions(list, { "check-backup": ({ name = "" }) => check(name) });
  let timer = 0;
  /** Whether this page has seen a backup in progress. */
  let waited = false;

  async function make() {
    if (button.getAttribute("aria-disabled") === "true") return;
    try {
      await app.session.command({ t: "make_backup" });
      waited = true;
      await load();
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  async function load() {
    clearTimeout(timer);
    try {
      draw(await app.session.command({ t: "backups" }));
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  /** @param {BackupList} found */
  function draw({ backups, folder, every_s: every, keep, running, failed, failed_at: failedAt }) {
    morph(
      about,
      sentences(
        every ? t("backup.every", { span: spanText(every * 1000) }) : t("backup.off"),
        t("backup.keep", { n: keep }),
      ),
      " ",
      h("code", null, folder),
    );
    button.setAttribute("aria-disabled", String(Boolean(running)));
    if (running) said.textContent = t("backup.running");
    else if (failedAt) said.textContent = t("backup.failed", { date: dateText(failedAt), why: failed ?? "" });
    else said.textContent = waited ? t("backup.done") : "";
    said.className = !running && failedAt ? "field-error" : "field-hint";
    waited = waited || Boolean(running);
    if (running && timer >= 0) timer = setTimeout(load, AGAIN_MS);
    morph(
      list,
      ...backups.map(({ name, at, bytes }) =>
        h(
          "li",
          { class: "list-item row--apart", "data-key": name, "data-backup": name },
          h("div", null, dateText(at), h("p", { class: "muted small staff-file" }, name)),
          h(
            "div",
            { class: "row row--tight" },
            h("span", { class: "muted numeric" }, bytesText(bytes)),
            itemButton("check-backup", { name }, t("backup.check"), name),
          ),
        ),
      ),
      backups.length === 0 && h("li", { class: "list-item muted" }, t("backup.none")),
    );
  }

  return {
    element,
    load,
    close() {
      clearTimeout(timer);
      timer = -1;
    },
  };
}
