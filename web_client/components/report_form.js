import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { say } from "./settings_controls.js";

/** @import {App} from "../lib/app.js" */
/** @import {Offence} from "../lib/messages.js" */

/** @type {Offence[]} */
export const OFFENCES = ["insult", "spam", "name", "cheating", "leaving", "other"];
export const LONGEST_NOTE = 500;

/**
 * Form that reports a player to the staff.
 *
 * @param {App} app
 * @param {string | null} room  in which it happened, if it did in one
 * @param {() => void} leave  moves the focus afterwards
 */
export function createReportForm(app, room, leave) {
  let about = "";
  const heading = h("h3", { tabindex: -1 });
  const reason = h(
    "select",
    { class: "select", id: "report-reason" },
    OFFENCES.map((each) => h("option", { value: each }, t(`offence.${each}`))),
  );
  const note = h("textarea", { class: "textarea", id: "report-note", rows: 3, maxlength: LONGEST_NOTE });
  const said = h("p", { class: "field-hint", role: "status" });
  const form = h(
    "form",
    { class: "stack stack--tight", hidden: true, "data-testid": "report-form", onsubmit: send },
    heading,
    h("div", { class: "field" }, h("label", { for: "report-reason" }, t("report.reason")), reason),
    h("div", { class: "field" }, h("label", { for: "report-note" }, t("report.note")), note),
    h("p", { class: "muted small" }, t(room === null ? "report.hint_alone" : "report.hint")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "button" }, t("report.send")),
      h("button", { type: "button", class: "button button--quiet", onclick: close }, t("report.cancel")),
    ),
  );

  function close() {
    form.hidden = true;
    leave();
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    await say(said, async () => {
      await app.session.command({
        t: "report",
        about,
        ...(room === null ? {} : { room }),
        reason: /** @type {Offence} */ (reason.value),
        note: note.value.trim(),
      });
      note.value = "";
      close();
      return t("report.sent");
    });
  }

  return {
    element: h("div", { class: "stack stack--tight" }, form, said),

    /** @param {string} player @param {string} name */
    ask(player, name) {
      about = player;
      heading.textContent = t("report.named", { name });
      said.textContent = "";
      form.hidden = false;
      heading.focus();
    },
  };
}
