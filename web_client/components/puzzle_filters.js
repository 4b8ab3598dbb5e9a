import { t } from "../i18n/index.js";
import { rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { BANDS, KINDS, THEMES, readWishes } from "../lib/puzzle_filter.js";
import { RULES } from "../lib/rules.js";

/** @import {Wishes} from "../lib/puzzle_filter.js" */

/**
 * Filters of the puzzles: buttons for the kind, which trigger `data-do="kind"`, and selects for the rest.
 *
 * @param {Wishes} wishes
 * @param {(wishes: Wishes) => void} onChange
 */
export function puzzleFilters(wishes, onChange) {
  const kinds = h(
    "div",
    { class: "segments", role: "group", "aria-label": t("puzzle.kind") },
    [null, ...KINDS].map((kind) =>
      h(
        "button",
        { type: "button", "data-do": "kind", "data-kind": kind, "aria-pressed": String(wishes.kind === kind) },
        t(kind ? `puzzle.kind.${kind}` : "puzzle.any"),
      ),
    ),
  );
  const form = h(
    "form",
    {
      class: "explorer-filters",
      role: "search",
      "aria-label": t("puzzle.filters"),
      onsubmit: (event) => event.preventDefault(),
      onchange: () => {
        const chosen = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
        onChange({ ...readWishes(chosen), kind: wishes.kind });
      },
    },
    choice("rules", t("create.rules"), wishes.rules, [
      ["", t("puzzle.last_rules")],
      ...RULES.map((rules) => [rules, rulesName(rules)]),
    ]),
    choice("band", t("puzzle.band"), wishes.band, [
      ["", t("puzzle.any")],
      ...BANDS.map((band) => [band, t(`puzzle.band.${band}`)]),
    ]),
    choice("theme", t("puzzle.theme"), wishes.theme, [
      ["", t("puzzle.any")],
      ...THEMES.map((theme) => [theme, t(`puzzle.theme.${theme}`)]),
    ]),
  );
  return [kinds, form];
}

/** @param {string} name @param {string} label @param {string | null} value @param {string[][]} options */
function choice(name, label, value, options) {
  const id = `puzzle-${name}`;
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h(
      "select",
      { class: "select", id, name, value: value ?? "" },
      options.map(([option, text]) => h("option", { value: option }, text)),
    ),
  );
}
