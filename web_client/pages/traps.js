import { learnedList } from "../components/learned_list.js";
import { positionString } from "../components/position_string.js";
import { trapCard } from "../components/trap_card.js";
import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { movesText } from "../lib/position_string.js";
import { pathOf } from "../lib/router.js";
import { isOrdered } from "../lib/trap.js";

/** @import {PatternInfo} from "../lib/api.js" */
/** @import {App, Page} from "../lib/app.js" */

/** Maximum number of games named on a card of the list. */
const SOURCES = 3;

/**
 * Page of the traps that beat the bots, newest first.
 *
 * @param {App} app
 * @param {URLSearchParams} query  `rules` filters
 * @returns {Page}
 */
export function trapsPage(app, query) {
  return learnedList(app, query, {
    path: `${pathOf("traps")}?all=1`,
    hint: [
      h("span", null, t("traps.hint"), " ", t("traps.signs"), " "),
      h("a", { href: pathOf("traps") }, t("lines.by_line")),
    ],
    none: t("traps.none"),
    more: t("traps.more"),
    async fetch(wanted) {
      const { patterns, total, next } = await app.api.patterns(wanted);
      return { items: patterns, total, next };
    },
    show: (patterns, total) => [
      h("p", { class: "muted small" }, t("traps.count", { n: total })),
      h(
        "ul",
        { class: "traps", "data-testid": "traps" },
        patterns.map((pattern) => h("li", { "data-key": pattern.key }, trapCard(pattern, SOURCES))),
      ),
    ],
  });
}

/**
 * Page of one learned trap.
 *
 * @param {App} app
 * @param {string} name  key
 * @returns {Page}
 */
export function trapPage(app, name) {
  const place = h("div", { class: "trap-single" }, h("p", { role: "status" }, t("loading")));
  const element = h(
    "div",
    { class: "page page--narrow" },
    h(
      "div",
      { class: "page-head" },
      h("h1", { tabindex: -1 }, t("traps.one")),
      h("a", { href: pathOf("traps") }, t("traps.all")),
    ),
    place,
  );

  async function load() {
    try {
      const pattern = await app.api.pattern(name);
      place.replaceChildren(
        trapCard(pattern, Infinity, { large: true }),
        h(
          "p",
          { class: "muted small" },
          [t("traps.hint"), t("traps.signs"), isOrdered(pattern) && t("traps.order")].filter(Boolean).join(" "),
        ),
      );
      place.append(...(await origin(pattern)));
    } catch (error) {
      place.replaceChildren(h("div", { class: "empty" }, h("p", { role: "alert" }, errorText(error))));
    }
  }

  /**
   * Show the position of the first game that taught the trap, since the trap itself has no order of moves.
   *
   * @param {PatternInfo} pattern
   */
  async function origin({ sources: [source] }) {
    if (!source) return [];
    try {
      const { game, moves } = await app.api.game(source.game);
      const points = moves.slice(0, source.ply).map(({ point }) => point);
      const text = movesText(points, game.size);
      const name = t("traps.position", { ply: source.ply });
      return [
        h(
          "div",
          { class: "card" },
          positionString(() => text, undefined, name),
        ),
      ];
    } catch {
      return []; // the page works without it
    }
  }

  void load();

  return { title: t("traps.one"), element };
}
