import { t } from "../i18n/index.js";
import { copyFrom } from "../lib/clipboard.js";
import { h } from "../lib/dom.js";
import { randomId } from "../lib/random.js";

/**
 * The position as people paste it, as in "h8i9g7", in a field with a button that copies it; where one can go to other
 * positions, another may be pasted.
 *
 * @param {() => string} text  of the position that is shown, asked anew for every copy
 * @param {(text: string) => boolean} [go]  shows the position of a text, and says whether it is one
 * @returns {HTMLElement & {refresh: () => void}}
 */
export function positionString(text, go) {
  const id = `string-${randomId(6)}`;
  const field = h("input", {
    class: "input mono",
    id,
    readonly: !go,
    value: text(),
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    onfocus: () => field.select(),
  });
  const said = h("span", { class: "field-hint", role: "status" });

  async function copy() {
    field.value = text();
    said.textContent = t((await copyFrom(field)) ? "link.copied" : "string.select");
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    said.textContent = go?.(field.value) ? "" : t("string.bad");
  }

  const element = h(
    "form",
    { class: "field copy-link", onsubmit: submit },
    h("label", { for: id }, t("string.label")),
    h(
      "div",
      { class: "copy-link-row" },
      field,
      go && h("button", { type: "submit", class: "button" }, t("string.go")),
      h("button", { type: "button", class: "button", onclick: copy }, t("link.copy")),
    ),
    said,
  );
  return Object.assign(element, {
    refresh() {
      field.value = text();
      said.textContent = "";
    },
  });
}
