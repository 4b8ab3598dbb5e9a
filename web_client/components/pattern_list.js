/** The 26 openings of renju by their first three stones, each linked to the explorer. */

import { gradients, piece, shadow } from "../board/pieces.js";
import { wood } from "../board/wood.js";
import { t } from "../i18n/index.js";
import { patternName } from "../i18n/opening.js";
import { h, svg } from "../lib/dom.js";
import { explorerPath } from "../lib/explorer.js";
import { UNIT, xy } from "../lib/geometry.js";
import { PATTERNS } from "../lib/patterns.js";

const SIZE = 15;
/** Number of lines shown from the middle of the board, and the first of them. */
const SHOWN = 7;
const FIRST = 4;
const COLORS = /** @type {const} */ (["black", "white", "black"]);

/** @returns {HTMLElement[]} */
export const patternList = () =>
  Object.entries({ D: t("rulespage.patterns.D"), I: t("rulespage.patterns.I") }).map(([kind, title]) =>
    h(
      "section",
      { class: "stack stack--tight", "aria-labelledby": `patterns-${kind}` },
      h("h3", { id: `patterns-${kind}` }, title),
      h(
        "ul",
        { class: "pattern-list" },
        PATTERNS.filter(({ number }) => number.startsWith(kind)).map(({ number, stones }) =>
          h(
            "li",
            { "data-pattern": number },
            h(
              "a",
              { href: explorerPath({ rules: "renju", size: SIZE, moves: stones, who: "all", span: "", player: "" }) },
              picture(number, stones),
              patternName(number),
            ),
          ),
        ),
      ),
    ),
  );

/** @param {string} number @param {readonly number[]} stones */
function picture(number, stones) {
  const id = `pattern-${number}`;
  const side = SHOWN * UNIT;
  const places = Array.from({ length: SHOWN }, (_, index) => (index + 0.5) * UNIT);
  return svg(
    "svg",
    { class: "board-drawing", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" },
    gradients(id),
    wood({ size: SHOWN, margin: 0, side }, id),
    svg(
      "g",
      { class: "board-lines" },
      svg("path", { d: places.map((place) => `M${place} 0V${side}M0 ${place}H${side}`).join("") }),
    ),
    stones.map((point, index) => {
      const { x, y } = xy(point, SIZE);
      return svg(
        "g",
        { transform: `translate(${places[x - FIRST]} ${places[y - FIRST]})` },
        shadow(id),
        piece(COLORS[index], "renju", id),
      );
    }),
  );
}
