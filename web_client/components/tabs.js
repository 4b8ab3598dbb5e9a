import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @typedef {{tab: HTMLButtonElement, mark: HTMLElement, panel: HTMLElement}} Part */

/** @type {Record<string, -1 | 1>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Tabs in the pattern of WAI-ARIA: one is in the order of Tab; arrow keys, Home and End move on and select. The first tab
 * that is there is selected until the viewer selects one. A single tab is not shown, only its panel.
 *
 * @param {string} label
 * @param {Record<string, string>} titles  by name, in order
 */
export function createTabs(label, titles) {
  /** @type {string | null} */
  let wanted = null;
  /** @type {Set<string>} */
  const absent = new Set();
  const parts = new Map(Object.entries(titles).map(([name, title]) => [name, part(name, title)]));
  const told = h("p", { class: "visually-hidden", role: "status" });
  const list = h(
    "div",
    { class: "segments", role: "tablist", "aria-label": label, onkeydown: onKey },
    [...parts.values()].map(({ tab }) => tab),
  );
  const element = h(
    "section",
    { class: "card stack stack--tight", "aria-label": label },
    list,
    told,
    [...parts.values()].map(({ panel }) => panel),
  );

  /** @param {string} name @param {string} title @returns {Part} */
  function part(name, title) {
    const mark = h("span", { class: "badge badge--accent numeric", hidden: true });
    const tab = h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        "data-tab": name,
        onclick: () => select(name),
      },
      title,
      mark,
    );
    const panel = h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` });
    return { tab, mark, panel };
  }

  const there = () => [...parts.keys()].filter((name) => !absent.has(name));

  /** Name of the tab whose panel is shown. */
  const selected = () => (wanted !== null && !absent.has(wanted) ? wanted : there()[0]);

  function render() {
    const shown = selected();
    list.hidden = there().length < 2;
    for (const [name, { tab, panel }] of parts) {
      tab.hidden = absent.has(name);
      tab.setAttribute("aria-selected", String(name === shown));
      tab.tabIndex = name === shown ? 0 : -1;
      panel.hidden = name !== shown;
    }
  }

  /** @param {string} name */
  function select(name) {
    wanted = name;
    render();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const names = there();
    const step = STEPS[event.key];
    const at = names.indexOf(selected());
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? names.length - 1
          : step && (at + step + names.length) % names.length;
    if (next === undefined) return;
    event.preventDefault(); // the arrows would step through the moves
    select(names[next]);
    focus(names[next]);
  }

  /** @param {string} name */
  const of = (name) => /** @type {Part} */ (parts.get(name));

  /** Focus a tab. @param {string} name */
  const focus = (name) => of(name).tab.focus({ preventScroll: true });

  render();
  return {
    element,
    list,
    select,
    focus,

    /** @param {string} name @returns {HTMLElement} */
    panel: (name) => of(name).panel,

    /** Let a tab be there or not. @param {string} name @param {boolean} on */
    show(name, on) {
      if (absent.has(name) === !on) return;
      absent[on ? "delete" : "add"](name);
      render();
    },

    /** Mark a tab with a number of news, in words for screen readers; 0: none. @param {string} name @param {number} n */
    mark(name, n) {
      const { mark } = of(name);
      const words = n ? t("talk.new", { n }) : "";
      if (told.textContent === words) return;
      told.textContent = words;
      mark.hidden = n === 0;
      mark.replaceChildren(h("span", { class: "visually-hidden" }, words), h("span", { "aria-hidden": "true" }, n));
    },
  };
}
