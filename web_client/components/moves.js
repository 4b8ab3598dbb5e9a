import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";

/** @import {Label} from "../lib/analysis.js" */
/** @import {Rules} from "../lib/messages.js" */

/** @type {Record<Label, string>} */
const SIGNS = { missed_win: "?", lost_here: "??", not_proven_lost: "?!", turned: "↓", forced: "→" };

/** Sign of an analysis label. @param {Label} label @returns {HTMLElement} */
export const labelSign = (label) =>
  h("span", { class: `label-sign label-sign--${label}`, "aria-hidden": "true" }, SIGNS[label]);

/**
 * Moves in two numbered columns; a press triggers `data-do="show"` with the ply in `data-ply`.
 *
 * @param {{point: number, note?: string, label?: Label | null}[]} moves  `note`: small text after the point; the sign
 *   of `label` comes last
 * @param {{size: number, rules: Rules, shown: number}} board
 * @returns {Node[]}
 */
export function moveList(moves, { size, rules, shown }) {
  return moves.flatMap(({ point, note, label }, index) => {
    const ply = index + 1;
    const name = pointName(point, size);
    const color = colorName(index % 2 === 0 ? "black" : "white", rules);
    const button = h(
      "button",
      {
        type: "button",
        class: "moves-move",
        "data-do": "show",
        "data-ply": ply,
        "data-key": `move-${ply}`,
        "aria-current": ply === shown ? "step" : null,
        "aria-label": [t("moves.move", { n: ply, color, point: name }), note, label && t(`label.${label}`)]
          .filter(Boolean)
          .join(", "),
      },
      name,
      note ? h("small", { class: "muted" }, ` ${note}`) : null,
      label ? labelSign(label) : null,
    );
    if (index % 2) return [button];
    return [
      h("span", { class: "moves-number", "data-key": `number-${ply}`, "aria-hidden": "true" }, `${index / 2 + 1}.`),
      button,
    ];
  });
}

/** Scroll the list, and nothing else, to the shown move. @param {HTMLElement} scroller */
export function scrollToShown(scroller) {
  const current = scroller.querySelector("[aria-current]");
  if (!(current instanceof HTMLElement)) return;
  const [outer, inner] = [scroller.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top + inner.height;
  else if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom + inner.height;
}
