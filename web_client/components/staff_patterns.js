import { t } from "../i18n/index.js";
import { dateText, rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { trapPath } from "../lib/router.js";
import { askForAct } from "./act_dialog.js";
import { itemButton, staffList } from "./staff_list.js";
import { patternFiles } from "./staff_pattern_files.js";

/** @import {App} from "../lib/app.js" */
/** @import {ActName} from "../lib/messages.js" */
/** @import {StaffPattern} from "../protocol.js" */

/** @type {("on" | "off")[]} */
const SHOWS = ["on", "off"];

/** Learned patterns, which the owner can hide, show and delete. @param {App} app */
export function staffPatterns(app) {
  /** @param {ActName} act @param {string} done */
  const does =
    (act, done) =>
    async (/** @type {DOMStringMap} */ { pattern = "" }) =>
      (await askForAct(app, { act, target: pattern, about: nameOf(pattern) })) ? done : "";

  const list = staffList({
    name: "staff-patterns",
    heading: t("patterns.title"),
    hint: t("patterns.hint"),
    shows: SHOWS,
    tab: (show, counts) => t("words.aside", { text: t(`patterns.show.${show}`), aside: counts[show] ?? 0 }),
    search: t("patterns.search"),
    none: t("patterns.none"),
    async ask({ show, find, after }) {
      const before = after ? { before: /** @type {StaffPattern} */ (after).number } : {};
      const { patterns, more, on, off } = await app.session.command({ t: "patterns", state: show, find, ...before });
      return { items: patterns.map((each) => ({ ...each, on: show === "on" })), more, counts: { on, off } };
    },
    line: patternLine,
    does: {
      on: does("pattern_on", t("patterns.is_on")),
      off: does("pattern_off", t("patterns.is_off")),
      forget: does("pattern_forget", t("patterns.is_forgotten")),
    },
  });
  list.element.append(patternFiles(app, () => void list.load()));
  return list;
}

/** @param {number | string} number */
const nameOf = (number) => t("patterns.name", { number });

/** @param {StaffPattern & {on: boolean}} pattern */
function patternLine({ number, key, rules, learned_at: learned, taught, imported, shown, on }) {
  const name = nameOf(number);
  const what = { pattern: String(number) };
  return h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": key, "data-pattern": number },
    h(
      "div",
      { class: "stack stack--tight grow" },
      shown ? h("a", { class: "list-title", href: trapPath(key) }, name) : h("span", { class: "list-title" }, name),
      h("p", { class: "muted small" }, [rulesName(rules), dateText(learned)].join(" · ")),
      h("p", { class: "small numeric" }, imported ? t("patterns.imported") : t("patterns.taught", { n: taught })),
    ),
    h(
      "div",
      { class: "row row--tight" },
      on ? itemButton("off", what, t("patterns.turn_off"), name) : itemButton("on", what, t("patterns.turn_on"), name),
      itemButton("forget", what, t("patterns.forget"), name),
    ),
  );
}
