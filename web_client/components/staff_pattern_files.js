import { t } from "../i18n/index.js";
import { errorText, refusedPlace } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { saveFile } from "../lib/save_file.js";
import { PATTERN_BYTES, sendPatterns } from "../lib/upload.js";
import { LONGEST_NOTE } from "./report_form.js";

/** @import {App} from "../lib/app.js" */

/**
 * Export of the patterns in use to a file, and import of a file, whose patterns the server proves again.
 *
 * @param {App} app
 * @param {() => void} changed  called after an import
 * @returns {HTMLElement}
 */
export function patternFiles(app, changed) {
  let sending = false;
  const said = h("p", { class: "field-hint", role: "status", "data-testid": "patterns-said" });
  const failure = h("div", { class: "notice notice--danger", role: "alert", hidden: true });
  const progress = h("progress", {
    class: "progress",
    max: 1,
    value: 0,
    hidden: true,
    "aria-label": t("import.sending"),
  });
  const name = h("strong", null, t("patterns.choose"));
  const input = h("input", {
    type: "file",
    class: "drop-input",
    id: "patterns-file",
    accept: ".jsonl",
    onchange: () => chosen(),
  });
  const note = h("input", { class: "input", id: "patterns-note", maxlength: LONGEST_NOTE, autocomplete: "off" });
  const submit = h("button", { type: "submit", class: "button", "aria-disabled": "true" }, t("patterns.bring"));

  /** @param {(string | null)[]} lines  none clears the message */
  function fail(...lines) {
    failure.hidden = lines.length === 0;
    failure.replaceChildren(...lines.filter((line) => line !== null).map((line) => h("p", null, line)));
  }

  function chosen() {
    const file = input.files?.[0];
    name.textContent = file?.name ?? t("patterns.choose");
    fail();
    if (file && file.size > PATTERN_BYTES) fail(t("patterns.too_large", { n: PATTERN_BYTES >> 20 }));
    else if (file?.size === 0) fail(t("import.empty"));
    submit.setAttribute("aria-disabled", String(!file || !failure.hidden || sending));
  }

  /** @param {number} share */
  function show(share) {
    progress.value = share;
    const words = share < 1 ? t("trees.sending", { n: Math.floor(share * 100) }) : t("patterns.proving");
    if (said.textContent !== words) said.textContent = words;
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const file = input.files?.[0];
    if (!file || submit.getAttribute("aria-disabled") === "true") return;
    sending = true;
    submit.setAttribute("aria-disabled", "true");
    progress.hidden = false;
    fail();
    show(0);
    try {
      const data = new Uint8Array(await file.arrayBuffer());
      const found = await sendPatterns(app.session, { name: file.name, data, note: note.value.trim() }, show);
      said.textContent = t("patterns.brought", { n: found.read, fresh: found.new });
      input.value = "";
      note.value = "";
      changed();
    } catch (error) {
      said.textContent = "";
      fail(errorText(error), refusedPlace(error));
    }
    sending = false;
    progress.hidden = true;
    if (failure.hidden) chosen();
    else submit.setAttribute("aria-disabled", "false");
  }

  async function save() {
    try {
      saveFile(await app.api.staffPatterns(), "tengen-patterns.jsonl");
      said.textContent = t("staff.saved");
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  return h(
    "form",
    { class: "stack", onsubmit: send, "aria-labelledby": "patterns-carry", "data-testid": "pattern-files" },
    h("h3", { id: "patterns-carry" }, t("patterns.carry")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", "data-do": "save-patterns", onclick: save }, t("patterns.save")),
    ),
    h(
      "label",
      { class: "drop", for: "patterns-file" },
      input,
      name,
      h("span", { class: "field-hint" }, t("patterns.formats", { n: PATTERN_BYTES >> 20 })),
    ),
    h("div", { class: "field" }, h("label", { for: "patterns-note" }, t("staff.note")), note),
    progress,
    failure,
    h("div", { class: "row" }, submit, said),
  );
}
