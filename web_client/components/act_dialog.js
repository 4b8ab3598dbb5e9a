import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { LONGEST_NOTE } from "./report_form.js";

/** @import {App} from "../lib/app.js" */
/** @import {Ack, ActName} from "../lib/messages.js" */

/**
 * Ask for confirmation, with room for a note, before an act of staff that is irreversible or visible to others. The
 * dialog is in the page only while it is open; on close, the focus returns to where it was.
 *
 * @param {App} app
 * @param {{act: ActName, target: string, argument?: string, about: string}} what  `about` describes the target
 * @returns {Promise<Ack | null>}  null if nothing was done
 */
export function askForAct(app, { about, ...what }) {
  const before = document.activeElement;
  const note = h("input", { class: "input", id: "act-note", maxlength: LONGEST_NOTE, autocomplete: "off" });
  const failure = h("div", { class: "notice notice--danger", role: "alert", hidden: true });
  const submit = h("button", { type: "submit", class: "button button--danger" }, t(`do.${what.act}`));
  /** @type {Ack | null} */
  let done = null;
  return new Promise((resolve) => {
    const element = h(
      "dialog",
      { class: "dialog", "aria-labelledby": "act-heading", "data-testid": "act-dialog", onclose: leave },
      h(
        "form",
        { class: "stack", onsubmit: send },
        h("h2", { id: "act-heading" }, t(`do.${what.act}`)),
        h("p", null, h("bdi", null, about)),
        h("p", { class: "muted small" }, t(`do.${what.act}.hint`)),
        h("div", { class: "field" }, h("label", { for: "act-note" }, t("staff.note")), note),
        failure,
        h(
          "div",
          { class: "dialog-actions" },
          h("button", { type: "button", class: "button", onclick: () => element.close() }, t("staff.cancel")),
          submit,
        ),
      ),
    );

    /** @param {SubmitEvent} event */
    async function send(event) {
      event.preventDefault();
      if (submit.getAttribute("aria-disabled") === "true") return;
      submit.setAttribute("aria-disabled", "true");
      failure.hidden = true;
      try {
        done = await app.session.command({ t: "act", ...what, note: note.value.trim() });
        element.close();
      } catch (error) {
        failure.hidden = false;
        failure.textContent = errorText(error);
      }
      submit.removeAttribute("aria-disabled");
    }

    function leave() {
      element.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(done);
    }

    document.body.append(element);
    element.showModal();
  });
}
