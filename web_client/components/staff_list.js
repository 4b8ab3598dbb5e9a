import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { newest } from "../lib/newest.js";

/** @import {BrokenRow} from "../protocol.js" */

/**
 * List with tabs, a search and a button for more.
 *
 * @template {string} Show
 * @template Item
 * @param {object} options
 * @param {string} options.name  identifies the list in tests and is the prefix of ids
 * @param {string} options.heading
 * @param {string} [options.hint]
 * @param {Show[]} options.shows  filters of the tabs; the first is the default
 * @param {(show: Show, counts: Record<string, number>) => string} options.tab  returns a tab's text
 * @param {string} [options.search]  label of the search; omitted without one
 * @param {string} options.none  text of an empty list
 * @param {(wanted: {show: Show, find: string, after: Item | undefined}) =>
 *   Promise<{items: Item[], more: boolean, counts?: Record<string, number>, broken?: BrokenRow[]}>} options.ask
 *   the last item of a page has the least `number`, even if it is broken
 * @param {(item: Item) => HTMLElement} options.line
 * @param {(id: string) => HTMLElement | false} [options.mend]  builds a button for a row that cannot be read
 * @param {Record<string, (what: DOMStringMap, items: Item[]) => void | Promise<string>>} options.does
 *   handlers by `data-do`; each resolves to the message to show after the list was reloaded
 */
export function staffList({ name, heading, hint, shows, tab, search, none, ask, line, mend, does }) {
  let show = shows[0];
  let find = "";
  /** @type {Item[]} */
  let items = [];
  /** @type {BrokenRow[]} */
  let broken = [];
  /** @type {Record<string, number>} */
  let counts = {};
  /** @type {Item | undefined}  last item of the newest page */
  let last;
  const said = h("p", { class: "field-hint", role: "status" });
  const tabs = h("div", { class: "row row--tight", role: "group", "aria-label": heading });
  const list = h("ul", { class: "list", "aria-labelledby": `${name}-title`, "data-testid": name });
  const more = h("button", { type: "button", class: "button", "data-do": "more", hidden: true }, t("staff.more"));
  const sought = h("input", { class: "input", id: `${name}-find`, type: "search", maxlength: 40, autocomplete: "off" });
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title`, tabindex: -1 }, heading),
    hint ? h("p", { class: "muted" }, hint) : null,
    search
      ? h(
          "form",
          {
            class: "field",
            role: "search",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              find = sought.value.trim();
              void load(undefined);
            },
          },
          h("label", { for: `${name}-find` }, search),
          h(
            "div",
            { class: "copy-link-row" },
            sought,
            h("button", { type: "submit", class: "button" }, t("staff.search")),
          ),
        )
      : null,
    shows.length > 1 ? tabs : null,
    said,
    list,
    h("div", { class: "row" }, more),
  );

  actions(element, {
    show: ({ show: wanted }) => {
      show = /** @type {Show} */ (wanted);
      void load(undefined);
    },
    more: () => void load(last),
    ...Object.fromEntries(
      Object.entries(does).map(([name, act]) => [
        name,
        async (/** @type {DOMStringMap} */ what) => {
          const words = await act(what, items);
          if (words === undefined) return;
          await load(undefined);
          said.textContent = words;
          if (document.activeElement === document.body) element.querySelector("h2")?.focus();
        },
      ]),
    ),
  });

  const load = newest(
    (/** @type {Item | undefined} */ after) => ask({ show, find, after }),
    (found, after) => {
      items = after ? [...items, ...found.items] : found.items;
      broken = [...(after ? broken : []), ...(found.broken ?? [])];
      last = findLast(found.items, found.broken);
      counts = found.counts ?? {};
      more.hidden = !found.more;
      said.textContent = items.length + broken.length ? "" : none;
      render();
    },
    (error) => {
      said.textContent = errorText(error);
      render();
    },
  );

  function render() {
    morph(
      tabs,
      ...shows.map((each) =>
        h(
          "button",
          {
            type: "button",
            class: "button button--small",
            "data-do": "show",
            "data-show": each,
            "data-key": each,
            "aria-pressed": String(each === show),
          },
          tab(each, counts),
        ),
      ),
    );
    morph(list, ...items.map(line), ...broken.map(({ id }) => brokenLine(id, mend?.(id))));
  }

  return {
    element,
    load: () => load(undefined),
    /** Draw the lines anew, if there are any: the names of bots may have come. */
    redraw() {
      if (items.length) render();
    },

    /** List those that a search finds, and return them. @param {string} text */
    async seek(text) {
      find = text;
      await load(undefined);
      return items;
    },

    /** @param {string} text */
    say: (text) => {
      said.textContent = text;
    },
  };
}

/**
 * Return the last row, from which the list continues; it may be one that cannot be read.
 *
 * @template Item
 * @param {Item[]} items
 * @param {BrokenRow[]} [broken]
 * @returns {Item | undefined}
 */
function findLast(items, broken = []) {
  const rows = /** @type {(Item & {number?: number})[]} */ ([...items, ...broken]);
  return broken.length ? rows.sort((one, other) => (other.number ?? 0) - (one.number ?? 0)).at(-1) : items.at(-1);
}

/** Line for a row that cannot be read. @param {string} id @param {HTMLElement | false | undefined} mend */
const brokenLine = (id, mend) =>
  h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": `broken-${id}`, "data-broken": id },
    h("p", { class: "grow" }, h("span", { class: "badge badge--warn" }, t("staff.broken", { id }))),
    mend && h("div", { class: "row row--tight" }, mend),
  );

/**
 * Button with an act on a game of a list; its label names the game.
 *
 * @param {string} does
 * @param {string} game
 * @param {string} words
 * @param {string} who
 */
export const gameButton = (does, game, words, who) => itemButton(does, { game }, words, who);

/**
 * Button with an act on an item of a list; its label names the item.
 *
 * @param {string} does
 * @param {Record<string, string>} what  data for the handler
 * @param {string} words
 * @param {string} who
 */
export const itemButton = (does, what, words, who) =>
  h(
    "button",
    {
      type: "button",
      class: "button button--small",
      "data-do": does,
      "data-key": does,
      ...Object.fromEntries(Object.entries(what).map(([name, value]) => [`data-${name}`, value])),
      "aria-label": `${words}: ${who}`,
    },
    words,
  );
