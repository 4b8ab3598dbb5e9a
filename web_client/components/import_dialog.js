import { t } from "../i18n/index.js";
import { errorText, refusedPlace, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamePath } from "../lib/router.js";
import { RULES, sizesOf, usualSize } from "../lib/rules.js";
import { loadTerms } from "../lib/terms.js";
import { FILE_BYTES, bytesOf, formatOf, rulesIn, sendFile, sgfOf } from "../lib/upload.js";
import { positionField } from "./position_string.js";

/** @import {App} from "../lib/app.js" */
/** @import {Rules} from "../lib/messages.js" */

/**
 * Brings a game's file into one's own library, or a position that is pasted. Files may be chosen, or dropped on the dialog
 * or on the page. It is in the page only while it is open.
 *
 * @param {App} app
 * @returns {{open: () => void, take: (file: File) => void, close: () => void}}
 */
export function importDialog(app) {
  /** @type {{name: string, format: "sgf" | "psq", text: string} | null} */
  let chosen = null;
  let sending = false;

  const input = h("input", {
    type: "file",
    class: "drop-input",
    id: "import-file",
    accept: ".sgf,.psq",
    onchange: () => input.files?.[0] && void take(input.files[0]),
  });
  const name = h("strong", null, t("import.choose"));
  const drop = h(
    "label",
    { class: "drop", for: "import-file" },
    input,
    name,
    h("span", { class: "field-hint" }, t("import.hint")),
  );
  const rules = h(
    "select",
    { class: "select", id: "import-rules", value: loadTerms().rules },
    RULES.map((known) => h("option", { value: known }, rulesName(known))),
  );
  rules.addEventListener("change", () => {
    fillSizes();
    position.say(""); // what was wrong with it was so by other rules
  });
  const size = h("select", { class: "select", id: "import-size", onchange: () => position.say("") });
  const position = positionField(() => Number(size.value), {
    label: t("import.position"),
    hint: "import.position_hint",
  });
  position.input.addEventListener("input", () => {
    if (chosen) {
      chosen = null;
      name.textContent = t("import.choose");
    }
    ready();
  });
  const progress = h("progress", {
    class: "progress",
    max: 1,
    value: 0,
    hidden: true,
    "aria-label": t("import.sending"),
  });
  const failure = h("div", { class: "notice notice--danger", role: "alert", hidden: true });
  const submit = h(
    "button",
    { type: "submit", class: "button button--primary", "aria-disabled": "true" },
    t("import.submit"),
  );
  const element = h(
    "dialog",
    {
      class: "dialog",
      "aria-labelledby": "import-title",
      ondragover: over,
      ondrop: dropped,
      onclose: () => element.remove(),
    },
    h(
      "form",
      { class: "stack", onsubmit: send },
      h("h2", { id: "import-title" }, t("import.title")),
      drop,
      h(
        "div",
        { class: "field" },
        h("label", { for: "import-rules" }, t("create.rules")),
        rules,
        h("p", { class: "field-hint" }, t("import.rules_hint")),
      ),
      h("div", { class: "field" }, position.label, position.input, position.said),
      h("div", { class: "field" }, h("label", { for: "import-size" }, t("create.size")), size),
      progress,
      failure,
      h(
        "div",
        { class: "dialog-actions" },
        h("button", { type: "button", class: "button", onclick: () => element.close() }, t("import.cancel")),
        submit,
      ),
    ),
  );

  /** A file says itself what its board is. */
  function fillSizes() {
    const before = size.value;
    const sizes = sizesOf(/** @type {Rules} */ (rules.value));
    size.replaceChildren(...sizes.map((each) => h("option", { value: each }, sizeName(each))));
    size.value = String(sizes.find((each) => String(each) === before) ?? usualSize(/** @type {Rules} */ (rules.value)));
  }

  function open() {
    document.body.append(element);
    element.showModal();
  }

  /** @param {(string | null)[]} lines  none to take back what was said */
  function fail(...lines) {
    failure.hidden = lines.length === 0;
    failure.replaceChildren(...lines.filter((line) => line !== null).map((line) => h("p", null, line)));
  }

  function ready() {
    if ((chosen || position.input.value.trim()) && !sending) submit.removeAttribute("aria-disabled");
    else submit.setAttribute("aria-disabled", "true");
    progress.hidden = !sending;
  }

  /** @param {File} file */
  async function take(file) {
    if (sending) return;
    if (!element.open) open();
    chosen = null;
    fail();
    input.value = "";
    position.input.value = "";
    position.say("");
    name.textContent = file.name;
    const format = formatOf(file.name);
    if (!format) fail(t("import.unknown_format"));
    else if (file.size > FILE_BYTES) fail(t("import.too_large", { n: FILE_BYTES / 1024 }));
    else {
      const text = await file.text();
      // What is no UTF-8 has grown by its replacement characters.
      if (bytesOf(text) > FILE_BYTES) fail(t("import.too_large", { n: FILE_BYTES / 1024 }));
      else if (text === "") fail(t("import.empty"));
      else chosen = { name: file.name, format, text };
      rules.value = (format === "sgf" && rulesIn(text)) || rules.value;
      fillSizes();
    }
    ready();
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (sending) return;
    const moves = chosen ? [] : position.read();
    if (!moves) return position.input.focus();
    const file = chosen ?? (moves.length ? sgfOf(moves, Number(size.value)) : null);
    if (!file) return;
    sending = true;
    progress.value = 0;
    fail();
    ready();
    try {
      const game = await sendFile(
        app.session,
        { ...file, rules: /** @type {Rules} */ (rules.value) },
        (share) => (progress.value = share),
      );
      if (element.open) {
        element.close();
        app.navigate(gamePath(game, moves.length || undefined));
      }
    } catch (error) {
      if (moves.length) position.refuse(error, moves);
      else fail(errorText(error), refusedPlace(error));
    }
    sending = false;
    ready();
  }

  /** @param {DragEvent} event */
  function over(event) {
    event.preventDefault();
  }

  /** @param {DragEvent} event */
  function dropped(event) {
    event.preventDefault();
    event.stopPropagation();
    const file = event.dataTransfer?.files[0];
    if (file) void take(file);
  }

  fillSizes();
  return { open, take, close: () => element.close() };
}
