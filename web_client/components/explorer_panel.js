import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { explorerPath } from "../lib/explorer.js";
import { actions, morph } from "../lib/morph.js";
import { load, save } from "../lib/storage.js";
import { explorerFeed } from "./explorer_feed.js";
import { explorerTable, newestGames } from "./explorer_table.js";

/** @import {App} from "../lib/app.js" */
/** @import {Rules} from "../lib/messages.js" */

/** @typedef {{rules: Rules, size: number}} Board */

const NEWEST = 3;

/**
 * Foldable explorer panel on another page: continuations of public games from the shown position. The browser remembers
 * whether it is open. A move leads to the explorer page.
 *
 * @param {App} app
 * @param {string} title
 * @param {string} [where]  storage key, if several pages have such a panel
 * @returns {{element: HTMLElement, at: (board: Board, moves: number[]) => void, close: () => void}}
 */
export function explorerPanel(app, title, where = "explorer") {
  /** @type {import("../lib/explorer.js").Place | null} */
  let place = null;
  const feed = explorerFeed(app, render);
  const body = h("div", { class: "stack explorer-body" });
  const element = h(
    "details",
    { class: "card fold", "data-testid": "explorer", open: load(`${where}_open`, false), ontoggle: toggled },
    h("summary", null, h("h2", null, title)),
    body,
  );
  actions(element, {
    explore: ({ point }) => place && app.navigate(explorerPath({ ...place, moves: [...place.moves, Number(point)] })),
  });

  function toggled() {
    save(`${where}_open`, element.open);
    ask();
  }

  function ask() {
    if (!place || !element.open) return;
    feed.ask(place);
    render();
  }

  function render() {
    if (!place) return;
    morph(
      body,
      ...explorerTable(place, feed),
      ...(feed.answer ? newestGames(app, feed.answer, NEWEST) : []),
      h("a", { href: explorerPath(place), "data-key": "open" }, t("explorer.open")),
    );
  }

  return {
    element,
    at({ rules, size }, moves) {
      place = { rules, size, moves, who: "all", span: "", player: "" };
      ask();
    },
    close: feed.close,
  };
}
