import { t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { h } from "../lib/dom.js";
import { openingOf, openingsFor, usualOpening } from "../lib/openings.js";

/** @import {OpeningName, Rules} from "../lib/messages.js" */

/**
 * Select of the openings that fit the game. The usual one is selected by default; the last choice returns whenever it
 * fits.
 *
 * @param {string} id
 * @param {string | null} wanted  null for the usual one
 * @param {(wanted: OpeningName | null) => void} onChoose
 */
export function openingChoice(id, wanted, onChoose) {
  /** @type {OpeningName} */
  let usual = "free";
  const select = h("select", { class: "select", name: "opening", id, onchange: choose });
  const element = h("div", { class: "field" }, h("label", { for: id }, t("create.opening")), select);
  let filled = "";

  function choose() {
    const name = /** @type {OpeningName} */ (select.value);
    const chosen = name === usual ? null : name;
    wanted = chosen;
    onChoose(chosen);
  }

  return {
    element,
    select,

    /**
     * Return the selected opening for such a game and show it.
     *
     * @param {{rules: Rules, size: number, rated?: boolean}} game
     * @returns {OpeningName}
     */
    of(game) {
      const fitting = openingsFor(game.rules, game.size);
      if (filled !== fitting.join()) {
        filled = fitting.join();
        select.replaceChildren(...fitting.map((name) => h("option", { value: name }, openingName(name))));
        element.hidden = fitting.length === 1;
      }
      usual = usualOpening(game);
      const chosen = openingOf(game, wanted);
      select.value = chosen;
      return chosen;
    },

    /** Select the usual opening. */
    reset() {
      wanted = null;
    },
  };
}
