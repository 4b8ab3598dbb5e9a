import { h } from "../lib/dom.js";

/**
 * Table that scrolls sideways if it is too wide.
 *
 * @param {Record<string, string>} label  attribute that names it
 * @param {string[]} heads
 * @param {string[][]} rows  the first cell of each is its heading
 */
export function staffTable(label, heads, rows) {
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", ...label },
    h(
      "table",
      { class: "table" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(([heading, ...cells]) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, heading),
            cells.map((cell) => h("td", null, cell)),
          ),
        ),
      ),
    ),
  );
}
