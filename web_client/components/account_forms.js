import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { say } from "./settings_controls.js";

let forms = 0;

/**
 * Form of the account card: fields, status line and button, folded under its heading.
 *
 * @param {object} form
 * @param {string} form.does  purpose; tests and styles select the form by it
 * @param {string} form.heading
 * @param {string} [form.words]  text above the fields
 * @param {string} form.button
 * @param {boolean} [form.danger]
 * @param {boolean} [form.open]  whether it is unfolded
 * @param {(Node | null)[]} form.fields
 * @param {() => Promise<string>} form.send  resolves to the message to show when done
 */
export function accountForm({ does, heading, words = "", button, danger = false, open = false, fields, send }) {
  const said = h("p", { class: "field-hint", role: "status" });
  const press = h(
    "button",
    { type: "submit", class: danger ? "button button--danger" : "button button--primary", "data-do": does },
    button,
  );

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    press.disabled = true; // hashing a password takes a moment, and a second submit would count as a second try
    await say(said, send);
    press.disabled = false;
  }

  return h(
    "details",
    { class: "create account-form", name: "account-form", open }, // of one name: at most one is unfolded
    h("summary", null, heading),
    h(
      "form",
      { class: "stack create-form", onsubmit: submit },
      words ? h("p", { class: "muted" }, words) : null,
      fields,
      h("div", { class: "row" }, press),
      said,
    ),
  );
}

/**
 * A field with its label.
 *
 * @param {string} label
 * @param {Record<string, string | number | boolean>} attributes  of the input
 * @param {string} [hint]
 */
export function textField(label, attributes, hint = "") {
  const id = `account-field-${++forms}`;
  const input = h("input", {
    class: "input",
    id,
    required: true,
    autocapitalize: "none",
    spellcheck: "false",
    "aria-describedby": hint ? `${id}-hint` : null,
    ...attributes,
  });
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    hint ? h("p", { class: "field-hint", id: `${id}-hint` }, hint) : null,
  );
  return { element, input };
}

/**
 * Password field with a button that reveals the password.
 *
 * @param {string} label
 * @param {"current-password" | "new-password"} kind  tells password managers which password this is
 * @param {string} [hint]
 */
export function passwordField(label, kind, hint = "") {
  const field = textField(
    label,
    {
      type: "password",
      name: kind,
      autocomplete: kind,
      maxlength: 200,
      ...(kind === "new-password" ? { minlength: 8 } : {}),
    },
    hint,
  );
  const show = h(
    "button",
    {
      type: "button",
      class: "button button--small",
      "aria-pressed": "false",
      "aria-label": `${label}: ${t("account.show")}`,
      onclick: toggle,
    },
    t("account.show"),
  );
  const row = h("div", { class: "copy-link-row" });
  field.input.replaceWith(row);
  row.append(field.input, show);

  function toggle() {
    const shown = field.input.type === "text";
    field.input.type = shown ? "password" : "text";
    show.setAttribute("aria-pressed", String(!shown));
  }

  return field;
}

/** Hidden field with the account's name, for password managers. @param {string} name */
export function nameForKeeper(name) {
  return h("input", {
    type: "text",
    name: "username",
    autocomplete: "username",
    value: name,
    hidden: true,
    readonly: true,
    tabindex: -1,
  });
}
