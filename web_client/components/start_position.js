import { t } from "../i18n/index.js";
import { sentences } from "../i18n/opening.js";
import { colorName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { positionPicture } from "./position_picture.js";
import { positionField } from "./position_string.js";

/** @import {Rules} from "../lib/messages.js" */

/**
 * The position that a game is to begin from: pasted, or none for the empty board. What it leads to is shown below.
 *
 * @param {string} pasted
 * @param {() => number} size  of the board
 * @param {() => string} rules
 */
export function startPosition(pasted, size, rules) {
  const field = positionField(size, { label: t("create.position"), hint: "create.position_hint" });
  const { label, input, said } = field;
  const told = h("p", { class: "field-hint", role: "status", "data-testid": "position-told" });
  const picture = h("div");
  /** @type {number[] | null} */
  let moves = [];
  let known = "";
  let refused = false;
  input.value = pasted;

  return {
    element: h("div", { class: "field" }, label, input, said, told, picture),
    input,
    /**
     * Says why the server refused the moves.
     *
     * @param {unknown} error
     * @param {readonly number[]} start
     */
    refuse(error, start) {
      field.refuse(error, start);
      refused = true;
      told.textContent = "";
    },

    /** @returns {number[] | null}  none for the empty board, null for a text that is no position, which is said */
    read() {
      const asked = `${rules()} ${size()} ${input.value}`;
      if (asked !== known) {
        moves = field.read();
        known = asked; // what the server has refused of it stays said, as long as it is asked for the same
        refused = false;
        picture.replaceChildren(...(moves?.length ? [positionPicture(moves, size())] : []));
      }
      return moves;
    },

    /**
     * @param {boolean} person  whether somebody is waited for
     */
    show(person) {
      const n = refused ? 0 : (moves?.length ?? 0);
      const color = colorName(n % 2 ? "white" : "black", /** @type {Rules} */ (rules()));
      const words = n ? [t("create.position_told", { n, color }), ...(person ? [t("create.position_link")] : [])] : [];
      told.textContent = sentences(words);
    },
  };
}
