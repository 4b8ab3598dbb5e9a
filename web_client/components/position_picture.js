import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { movesText } from "../lib/position_string.js";

/**
 * Image of a position, drawn by the server, for places without an interactive board.
 *
 * @param {readonly number[]} moves  up to the position
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
