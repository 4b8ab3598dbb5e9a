import { t } from "../i18n/index.js";
import { errorText, rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { RULES } from "../lib/rules.js";
import { learnTabs } from "./learn_tabs.js";
import { signsText } from "./trap_picture.js";

/** @import {App, Page} from "../lib/app.js" */

/**
 * @template Item
 * @typedef {object} Learned  describes a list of learned items
 * @property {string} path  of the unfiltered list
 * @property {string} hint  introduction
 * @property {{path: string, title: string}} other  the same traps, listed in another way
 * @property {string} none  text of an empty list
 * @property {string} more  label of the button that loads the next page
 * @property {(wanted: URLSearchParams) => Promise<{items: Item[], next?: string | null, total?: number}>} fetch
 *   loads a page
 * @property {(items: Item[], total: number) => Node[]} show  renders all loaded items; at least one
 */

/**
 * Page that lists what bots have learned, filtered by rule set and loaded page by page.
 *
 * @template Item
 * @param {App} app
 * @param {URLSearchParams} query  `rules` filters
 * @param {Learned<Item>} learned
 * @returns {Page}
 */
export function learnedList(app, query, { path, hint, other, none, more, fetch, show }) {
  const rules = RULES.find((known) => known === query.get("rules")) ?? null;
  /** @type {Item[]} */
  let items = [];
  let total = 0;
  /** @type {string | null} */
  let cursor = null;
  let loading = true;
  /** @type {unknown} */
  let failure = null;
  let closed = false;

  const result = h("div", { class: "stack" });
  const filter = h(
    "select",
    {
      class: "select",
      id: "traps-rules",
      value: rules ?? "",
      onchange: (event) => {
        const chosen = event.target.value;
        app.navigate(chosen ? `${path}${path.includes("?") ? "&" : "?"}rules=${chosen}` : path);
      },
    },
    h("option", { value: "" }, t("games.any")),
    RULES.map((known) => h("option", { value: known }, rulesName(known))),
  );
  const element = h(
    "div",
    { class: "page" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("traps.title")), learnTabs("traps")),
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "traps-head" },
        h(
          "div",
          { class: "stack stack--tight traps-hint" },
          h("p", { class: "muted" }, hint, " ", h("a", { href: other.path }, other.title)),
          h("details", { class: "small" }, h("summary", null, t("traps.how")), h("p", null, signsText())),
        ),
        h("div", { class: "field" }, h("label", { for: "traps-rules" }, t("create.rules")), filter),
      ),
      result,
    ),
  );

  actions(element, { more: () => load() });

  async function load() {
    loading = true;
    failure = null;
    render();
    const wanted = new URLSearchParams();
    if (rules) wanted.set("rules", rules);
    if (cursor) wanted.set("cursor", cursor);
    try {
      const page = await fetch(wanted);
      items = [...items, ...page.items];
      total = page.total ?? 0;
      cursor = page.next ?? null;
    } catch (error) {
      failure = error;
    }
    loading = false;
    if (!closed) render();
  }

  function render() {
    const nothing = items.length === 0 && !loading && !failure;
    const says = nothing ? none : "";
    morph(
      result,
      ...(items.length > 0 ? show(items, total) : []),
      h("p", { class: nothing ? "empty" : "visually-hidden", role: "status" }, loading ? t("loading") : says),
      failure ? h("p", { class: "notice notice--danger", role: "alert" }, errorText(failure)) : null,
      (cursor !== null || failure !== null)
        && h(
          "button",
          {
            type: "button",
            class: "button",
            "data-do": "more",
            "aria-disabled": loading ? "true" : null,
          },
          failure ? t("games.retry") : more,
        ),
    );
  }

  const stop = app.watch(render);
  void load();

  return {
    title: t("traps.title"),
    element,
    close() {
      closed = true;
      stop();
    },
  };
}
