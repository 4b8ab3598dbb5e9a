import { t } from "../i18n/index.js";
import { copyFrom } from "../lib/clipboard.js";
import { h } from "../lib/dom.js";
import { randomId } from "../lib/random.js";

/**
 * Field with a link and a button that copies it.
 *
 * @param {string} label
 * @param {() => string} link  called for each copy
 * @returns {HTMLElement & {refresh: () => void}}
 */
export function copyLink(label, link) {
  const id = `link-${randomId(6)}`;
  const field = h("input", { class: "input", id, readonly: true, value: link(), onfocus: () => field.select() });
  const said = h("span", { class: "field-hint", role: "status" });
  const copy = h(
    "button",
    { type: "button", class: "button", "data-testid": "copy-link", onclick: press },
    t("link.copy"),
  );

  async function press() {
    field.value = link();
    said.textContent = t((await copyFrom(field)) ? "link.copied" : "link.select");
  }

  const element = h(
    "div",
    { class: "field copy-link" },
    h("label", { for: id }, label),
    h("div", { class: "copy-link-row" }, field, copy),
    said,
  );
  return Object.assign(element, {
    refresh() {
      field.value = link();
      said.textContent = "";
    },
  });
}
