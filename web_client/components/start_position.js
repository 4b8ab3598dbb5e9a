import { t } from "../i18n/index.js";
import { sentences } from "../i18n/opening.js";
import { colorName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { positionPicture } from "./position_picture.js";
import { positionField } from "./position_string.js";

/** @import {Rules} from "../lib/messages.js" */

/**
 * Field for the position that a game starts from, empty for the empty board, with a preview.
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
    /** Show why the server refused the moves. @param {unknown} error @param {readonly number[]} start */
    refuse(error, start) {
      field.refuse(error, start);
      refused = true;
      told.textContent = "";
    },

    /** @returns {number[] | null}  empty for the empty board; null and a message if the text is not a position */
    read() {
      const asked = `${rules()} ${size()} ${input.value}`;
      if (asked !== known) {
        moves = field.read();
        known = asked; // the server's refusal stays visible until the text changes
        refused = false;
        picture.replaceChildren(...(moves?.length ? [positionPicture(moves, size())] : []));
      }
      return moves;
    },

    /** @param {boolean} person  whether the opponent is a person */
    show(person) {
      const n = refused ? 0 : (moves?.length ?? 0);
      const color = colorName(n % 2 ? "white" : "black", /** @type {Rules} */ (rules()));
      const words = n ? [t("create.position_told", { n, color }), ...(person ? [t("create.position_link")] : [])] : [];
      told.textContent = sentences(words);
    },
  };
}
