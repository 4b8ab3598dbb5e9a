import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */

const PAUSE_MS = 300;

/**
 * Field for another player's name that suggests players who are online and accounts.
 *
 * @param {App} app
 * @param {string} value
 * @returns {{element: HTMLElement, show: (shown: boolean) => void, name: () => string}}
 */
export function nameField(app, value) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pausing;
  const list = h("datalist", { id: "create-names" });
  const input = h("input", {
    class: "input",
    id: "create-name",
    maxlength: 40,
    autocomplete: "off",
    list: list.id,
    value,
    oninput: () => {
      clearTimeout(pausing);
      pausing = setTimeout(suggest, PAUSE_MS);
    },
  });
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: "create-name" }, t("challenge.whom")),
    input,
    list,
    h("p", { class: "field-hint" }, t("challenge.hint")),
  );

  async function suggest() {
    const name = input.value.trim();
    if (!name) return;
    try {
      const { players } = await app.session.command({ t: "find_players", name });
      list.replaceChildren(...players.map((who) => h("option", { value: who.name })));
    } catch {
      // The field works without suggestions.
    }
  }

  return {
    element,
    show(shown) {
      element.hidden = !shown;
      input.required = shown;
    },
    name: () => input.value.trim(),
  };
}
