import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { movesText } from "../lib/position_string.js";

/**
 * A position as the server draws it, where there is nothing to be done on the board.
 *
 * @param {readonly number[]} moves  that led to it
 * @param {number} size
 */
export function positionPicture(moves, size) {
  const text = movesText(moves, size);
  return h("img", {
    class: "position-picture",
    src: `/api/picture.svg?${new URLSearchParams({ moves: text, size: String(size) })}`,
    alt: t("string.picture", { text }),
    "data-key": "position",
  });
}
