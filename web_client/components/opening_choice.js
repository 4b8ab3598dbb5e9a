import { t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { h } from "../lib/dom.js";
import { openingsFor } from "../lib/openings.js";
import { load, save } from "../lib/storage.js";

/** @import {OpeningName, Rules} from "../lib/messages.js" */

/**
 * The opening of a friend's game; the one chosen last comes back whenever it fits.
 *
 * @param {() => void} onChange
 */
export function openingChoice(onChange) {
  let wanted = load("friend_opening", /** @type {string} */ ("free"));
  /** @type {OpeningName} */
  let chosen = "free";
  const select = h("select", { class: "select", id: "friend-opening", onchange: choose });
  const element = h("div", { class: "field" }, h("label", { for: select.id }, t("create.opening")), select);
  let filled = "";

  function choose() {
    wanted = select.value;
    save("friend_opening", wanted);
    onChange();
  }

  return {
    element,

    /**
     * The opening for such a game.
     *
     * @param {{rules: Rules, size: number}} board
     * @returns {OpeningName}
     */
    of({ rules, size }) {
      const fitting = openingsFor(rules, size);
      if (filled !== fitting.join()) {
        filled = fitting.join();
        select.replaceChildren(...fitting.map((name) => h("option", { value: name }, openingName(name))));
        element.hidden = fitting.length === 1;
      }
      chosen = fitting.find((name) => name === wanted) ?? "free";
      select.value = chosen;
      return chosen;
    },
  };
}
