import { learnedList } from "../components/learned_list.js";
import { lineFacts, lineTitle } from "../components/line_facts.js";
import { trapCard } from "../components/trap_card.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { linePath, pathOf } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {LineInfo} from "../lib/api.js" */

/** Maximum number of games named on a card. */
const SOURCES = 3;

/**
 * Page of the lines that beat the bots, newest first, each with the traps that it taught: the longest, with the shorter
 * ends of it inside.
 *
 * @param {App} app
 * @param {URLSearchParams} query  `rules` filters
 * @returns {Page}
 */
export function linesPage(app, query) {
  /** @param {LineInfo} line */
  function item(line) {
    const [longest, ...inside] = line.traps;
    return h(
      "li",
      { class: "card line-card stack stack--tight", "data-key": line.game, "data-line": line.game },
      h("h2", { class: "list-title" }, h("a", { href: linePath(line.game) }, lineTitle(app, line))),
      ...lineFacts(app, line),
      longest && trapCard(longest, SOURCES, { winner: line.winner }),
      inside.length > 0
        && h(
          "details",
          { class: "line-inside", "data-key": "inside" },
          h("summary", null, t("line.inside", { n: inside.length })),
          h(
            "ul",
            { class: "traps" },
            inside.map((trap) => h("li", { "data-key": trap.key }, trapCard(trap, SOURCES, { winner: line.winner }))),
          ),
        ),
      h(
        "div",
        null,
        h(
          "a",
          { class: "button button--small", href: linePath(line.game) },
          t(line.exercise ? "line.defend" : "line.step"),
        ),
      ),
    );
  }

  return learnedList(app, query, {
    path: pathOf("traps"),
    hint: t("lines.hint"),
    other: { path: `${pathOf("traps")}?all=1`, title: t("lines.all") },
    none: t("lines.none"),
    more: t("lines.more"),
    async fetch(wanted) {
      const { lines, next } = await app.api.lines(wanted);
      return { items: lines, next };
    },
    show: (lines) => [h("ul", { class: "lines", "data-testid": "lines" }, lines.map(item))],
  });
}
