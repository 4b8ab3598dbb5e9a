import { t } from "../i18n/index.js";
import { dateText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";

/** @import {App} from "../lib/app.js" */
/** @import {CheckInfo} from "../protocol.js" */

const AGAIN_MS = 1_000;

/**
 * Card of a check that the server runs on request, with its last result. The card for a backup appears once `make` was
 * called.
 *
 * @param {App} app
 * @param {CheckInfo["check"]} name
 */
export function staffCheck(app, name) {
  const said = h("p", { class: "field-hint", role: "status" });
  const found = h("div", { class: "stack stack--tight", "data-testid": `check-${name}` });
  const ofBackup = name === "backup";
  const button = h(
    "button",
    { type: "button", class: "button", "data-do": `check-${name}`, onclick: () => void make() },
    t("check.make"),
  );
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": `check-${name}` },
    h("h2", { id: `check-${name}` }, t(`check.${name}`)),
    h("p", { class: "muted" }, t(`check.${name}.hint`)),
    h("div", { class: "row" }, ofBackup ? null : button, said),
    found,
  );
  let timer = 0;

  /** @param {string} [backup]  file name */
  async function make(backup = "") {
    if (button.getAttribute("aria-disabled") === "true") return;
    element.hidden = false;
    try {
      await app.session.command({ t: "make_check", check: name, backup });
      await load();
    } catch (error) {
      said.textContent = errorText(error);
    }
    if (ofBackup) element.scrollIntoView({ block: "nearest" });
  }

  async function load() {
    clearTimeout(timer);
    try {
      const { checks } = await app.session.command({ t: "checks" });
      const mine = checks.find((each) => each.check === name);
      if (mine) draw(mine);
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  /** @param {CheckInfo} check */
  function draw({ running_since: running, at, outcome, findings = [], count = 0, said: words = "", backup = "" }) {
    element.hidden = ofBackup && !backup;
    button.setAttribute("aria-disabled", String(Boolean(running)));
    if (running) said.textContent = t("check.running", { date: dateText(running) });
    else
      said.textContent = outcome
        ? t(`check.outcome.${outcome}`, { n: count, date: dateText(at ?? 0) })
        : t("check.never");
    said.className = !running && outcome && outcome !== "sound" ? "field-error" : "field-hint";
    if (running && timer >= 0) timer = setTimeout(load, AGAIN_MS);
    morph(
      found,
      backup && h("p", { class: "small staff-file" }, h("code", null, backup)),
      words && h("p", { class: "muted small staff-file", lang: "en" }, words),
      findings.length > 0
        && h(
          "ul",
          { class: "list", "aria-label": t("check.findings") },
          findings.map((line) => h("li", { class: "small staff-file", lang: "en" }, line)),
        ),
      count > findings.length && h("p", { class: "muted small" }, t("check.more", { n: count - findings.length })),
    );
  }

  return {
    element,
    load,
    make,
    close() {
      clearTimeout(timer);
      timer = -1;
    },
  };
}
