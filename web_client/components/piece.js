import { colorName } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {Color, Rules} from "../lib/messages.js" */

/**
 * Stone of a colour; a cross or a nought in noughts and crosses.
 *
 * @param {Color} color
 * @param {Rules} rules
 * @returns {HTMLElement}
 */
export function piece(color, rules) {
  const small = rules === "tictactoe";
  const sign = color === "black" ? "✕" : "○";
  return h(
    "span",
    { class: small ? "piece" : `stone stone--${color}`, role: "img", "aria-label": colorName(color, rules) },
    small ? sign : null,
  );
}
