/** Parts of the settings page: cards, labelled controls, and status messages. */

import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/**
 * Run some work and show its result or its error.
 *
 * @param {HTMLElement} place
 * @param {() => Promise<string>} work  resolves to the message to show
 * @param {HTMLInputElement} [field]  the field that an error belongs to
 */
export async function say(place, work, field) {
  field?.removeAttribute("aria-invalid");
  place.className = "field-hint";
  try {
    place.textContent = await work();
  } catch (error) {
    place.className = "field-error";
    place.textContent = errorText(error);
    field?.setAttribute("aria-invalid", "true");
  }
}

/** @param {string} id @param {string} heading @param {...Node} children */
export function card(id, heading, ...children) {
  return h("section", { class: "card stack", "aria-labelledby": id }, h("h2", { id }, heading), ...children);
}

/** @param {"language" | "theme" | "board" | "stones"} setting @param {string} label @param {HTMLElement} control */
export function field(setting, label, control) {
  return h("div", { class: "field" }, h("label", { for: `settings-${setting}` }, label), control);
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} change @param {string} [hint] */
export function check(label, on, change, hint) {
  return h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", checked: on, onchange: (event) => change(event.target.checked) }),
    h("span", null, label, hint ? h("span", { class: "field-hint check-hint" }, hint) : null),
  );
}
